import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageEvents } from './messagesEvents.ts';
import { type MessagesBody, messagesRefusal } from './messagesRules.ts';
import { type ChatBody, refusalOf } from './modelServerRules.ts';

/** One answer of the scripted model. Without any member it is an empty answer that ends properly. */
export interface Round {
  /** Pieces of thinking, each its own event, sent before the text. */
  readonly reasoning?: readonly string[];
  /** Pieces of text, each its own event. */
  readonly text?: string | readonly string[];
  /** Tool calls; `arguments` is JSON text or a value to be written as JSON. `id` is `call_N`, counted over all rounds, when absent. */
  readonly calls?: readonly { readonly id?: string; readonly name: string; readonly arguments?: unknown }[];
  /** Milliseconds before the headers, and between events. */
  readonly delayMs?: number;
  readonly pieceMs?: number;
  /** The finish reason; by default `tool_calls` or `stop`, `null` for an answer that never says its end. */
  readonly finish?: string | null;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
  /** The body, verbatim, instead of everything above; `type` is its content type. */
  readonly raw?: string | readonly string[];
  readonly type?: string;
  /** An HTTP status other than 200, with headers and a body (text, or a value to be written as JSON). */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Destroys the connection after so many bytes of the body. */
  readonly cutAfterBytes?: number;
  /** Never answers, or never ends the body after all of the above was sent. */
  readonly hang?: 'headers' | 'body';
}
export interface RecordedRequest {
  readonly method: string;
  /** The path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: ChatBody;
  /** How the exchange ended; `client-closed` when the other side gave up before the answer was whole. */
  readonly ended: Promise<'answered' | 'client-closed' | 'cut'>;
}
export interface ModelServer {
  /** The base URL, up to and including `/v1`. */
  readonly url: string;
  /** Every request for an answer so far, of either kind, in the order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Everything that came, lists of models included. */
  readonly arrivals: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Sets what is answered from now on: rounds in order, or a function of the request. A request beyond the script gets a 400. */
  script(rounds: readonly Round[] | ((request: RecordedRequest, index: number) => Round)): void;
  /** Closes every connection, also those that hang. */
  close(): Promise<void>;
}
type Ending = Awaited<RecordedRequest['ended']>;

/**
 * A scripted endpoint of both kinds on 127.0.0.1, for tests. It refuses what a strict endpoint refuses (an unanswered tool call,
 * a bad name, an empty list of tools, a schema without properties), so every test that uses it checks the requests as well.
 * With `key`, whoever comes without it is refused.
 */
export async function startModelServer(models: readonly string[] = ['scripted'], key?: string): Promise<ModelServer> {
  const requests: RecordedRequest[] = [];
  const arrivals: { path: string; headers: IncomingHttpHeaders }[] = [];
  const thoughtful = new Set<string>();
  let next: (request: RecordedRequest, index: number) => Round | undefined = () => undefined;
  const counter = { calls: 0 };

  async function answerWith(kind: Kind, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = JSON.parse(await textOf(req)) as ChatBody;
    let end: (ending: Ending) => void = () => undefined;
    const ended = new Promise<Ending>((resolve) => {
      end = resolve;
    });
    res.once('close', () => {
      end(res.writableFinished ? 'answered' : 'client-closed');
    });
    const request: RecordedRequest = { method: req.method ?? '', path: req.url ?? '', headers: req.headers, body, ended };
    const index = requests.push(request) - 1;
    const refusal = kind === 'chat' ? refusalOf(body) : refusalOfMessages(req.headers, body);
    const round = refusal === undefined ? next(request, index) : { status: 400, body: errorBody(refusal) };
    await play(round ?? { status: 400, body: errorBody(`no round is scripted for request ${index}`) }, {
      res,
      events: (played) =>
        kind === 'chat' ? eventsOf(played, body, counter) : messageEvents(played, body.model ?? '', counter, thoughtful),
      cut: () => end('cut'),
    });
  }
  const refusalOfMessages = (headers: IncomingHttpHeaders, body: ChatBody): string | undefined =>
    headers['anthropic-version'] === undefined
      ? 'anthropic-version: header is required'
      : messagesRefusal(body as unknown as MessagesBody, thoughtful);

  const server = createServer((req, res) => {
    const path = (req.url ?? '').split('?')[0] ?? '';
    arrivals.push({ path, headers: req.headers });
    const given = req.headers['x-api-key'] ?? req.headers.authorization?.replace(/^Bearer /, '');
    const kind = req.method === 'POST' ? kinds[path] : undefined;
    const work =
      key !== undefined && given !== key
        ? sendJson(res, 401, { type: 'error', error: { type: 'authentication_error', message: `invalid x-api-key: ${String(given)}` } })
        : kind
          ? answerWith(kind, req, res)
          : req.method === 'GET' && path === '/v1/models'
            ? sendJson(res, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model', type: 'model' })) })
            : sendJson(res, 404, errorBody(`unknown path ${req.method} ${path}`));
    work.catch((error: unknown) => {
      res.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    arrivals,
    script(rounds) {
      if (typeof rounds === 'function') next = rounds;
      else {
        const left = [...rounds];
        next = () => left.shift();
      }
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Kind = 'chat' | 'messages';
const kinds: Readonly<Record<string, Kind>> = { '/v1/chat/completions': 'chat', '/v1/messages': 'messages' };

interface Stage {
  readonly res: ServerResponse;
  readonly events: (round: Round) => string[];
  readonly cut: () => void;
}

async function play(round: Round, stage: Stage): Promise<void> {
  const { res, events } = stage;
  if (round.delayMs) await sleep(round.delayMs);
  if (round.hang === 'headers') return;
  if (round.status !== undefined && round.status !== 200)
    return sendJson(res, round.status, round.body ?? errorBody(`status ${round.status}`), round.headers);
  res.writeHead(200, { 'content-type': round.type ?? 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', ...round.headers });
  res.flushHeaders();
  const pieces = round.raw === undefined ? events(round) : [round.raw].flat();
  let left = round.cutAfterBytes ?? Number.POSITIVE_INFINITY;
  for (const [at, piece] of pieces.entries()) {
    if (at > 0 && round.pieceMs) await sleep(round.pieceMs);
    if (res.destroyed) return;
    const bytes = Buffer.from(piece, 'utf8');
    if (bytes.length >= left) return cutAfter(bytes.subarray(0, left), stage);
    left -= bytes.length;
    await write(res, bytes);
  }
  if (round.hang === undefined) res.end();
}

async function cutAfter(bytes: Buffer, { res, cut }: Stage): Promise<void> {
  await write(res, bytes);
  cut();
  res.socket?.destroy();
}

/** Resolves when the bytes have left, or at once when the other side is gone. */
function write(res: ServerResponse, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) return Promise.resolve();
  return new Promise((resolve) => {
    res.write(bytes, () => {
      resolve();
    });
  });
}

/** The server-sent events of a round, as a well-behaved endpoint writes them. */
function eventsOf(round: Round, body: ChatBody, counter: { calls: number }): string[] {
  const model = body.model ?? '';
  const event = (rest: object): string =>
    `data: ${JSON.stringify({ id: 'chatcmpl-0', object: 'chat.completion.chunk', created: 0, model, ...rest })}\n\n`;
  const delta = (content: object, finish: string | null = null): string =>
    event({ choices: [{ index: 0, delta: content, finish_reason: finish }] });
  const calls = (round.calls ?? []).flatMap((call, index) => {
    const id = call.id ?? `call_${counter.calls++}`;
    const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {});
    const start = { index, id, type: 'function', function: { name: call.name, arguments: '' } };
    return [
      delta({ tool_calls: [start] }),
      ...piecesOf(text).map((piece) => delta({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ];
  });
  const finish = round.finish === undefined ? (calls.length > 0 ? 'tool_calls' : 'stop') : round.finish;
  const usage = round.usage &&
    body.stream_options?.include_usage === true && {
      prompt_tokens: round.usage.inputTokens,
      completion_tokens: round.usage.outputTokens,
      total_tokens: round.usage.inputTokens + round.usage.outputTokens,
    };
  return [
    delta({ role: 'assistant', content: '' }),
    ...(round.reasoning ?? []).map((text) => delta({ reasoning_content: text })),
    ...[round.text ?? []].flat().map((text) => delta({ content: text })),
    ...calls,
    ...(finish === null ? [] : [delta({}, finish)]),
    ...(usage ? [event({ choices: [], usage })] : []),
    ...(finish === null ? [] : ['data: [DONE]\n\n']),
  ];
}

const piecesOf = (text: string): string[] => text.match(/[\s\S]{1,8}/g) ?? [];
const errorBody = (message: string): object => ({ error: { message, type: 'invalid_request_error', code: null } });

async function textOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function sendJson(res: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  res.writeHead(status, { 'content-type': 'application/json', ...headers });
  res.end(typeof body === 'string' ? body : JSON.stringify(body));
  return Promise.resolve();
}
