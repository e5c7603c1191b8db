import { orAbort, pause } from './abort.ts';
import { type Attempt, beginAttempt } from './attempt.ts';
import { createModelFetch, keyHeaders, type ModelFetch } from './http.ts';
import { type Failed, judgeOpening, judgeStream, type Said, type SdkErrors } from './judge.ts';
import { type ModelChunk, ModelError, type ModelProvider, type ModelRequest } from './provider.ts';
import { type Quirks, seesPictures } from './quirks.ts';
import { backoff, MOST_RETRIES } from './retry.ts';
import { secretsOf, withoutSecrets } from './secrets.ts';
import type { StreamReader } from './streamReader.ts';

/** A model behind an address. */
export interface EndpointOptions {
  /** `provider/model`. */
  readonly id: string;
  /** The endpoint's address. The key is sent to its origin alone. */
  readonly baseUrl: string;
  /** Absent for an endpoint that wants none; a function is asked at the last moment. */
  readonly apiKey?: string | (() => Promise<string | undefined>) | undefined;
  /** The model's name as the endpoint knows it. */
  readonly model: string;
  /** By default those known for the address. */
  readonly quirks?: Quirks;
  readonly fetch?: ModelFetch;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Waits so many milliseconds, or less when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1, for the jitter of retries. */
  readonly random?: () => number;
  readonly limits?: Partial<Limits>;
}
/** All in milliseconds. */
interface Limits {
  /** Without an answer's head. A local model may have to be loaded first. */
  readonly headersMs: number;
  /** Without a byte of an answer that has begun. */
  readonly idleMs: number;
  /** Without a byte after the answer has said how it ended: only the usage may be missing. */
  readonly lingerMs: number;
}
const defaultLimits: Limits = { headersMs: 300_000, idleMs: 120_000, lingerMs: 5_000 };

/** One request on its way. */
export interface Opening {
  readonly id: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly quirks: Quirks;
  readonly timeout: number;
  readonly fetch: ReturnType<typeof createModelFetch>;
  readonly signal: AbortSignal;
}
/** What sets one API apart from another: its library, its request and the way its answer is read. */
export interface Wire<S extends SdkErrors> {
  readonly load: () => Promise<S>;
  readonly begin: (sdk: S, request: ModelRequest, opening: Opening) => Promise<AsyncIterable<unknown>>;
  readonly reader: (id: string) => StreamReader;
  /** Sent with every request, besides the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly wholeEvent?: string;
  /** The quirks after a refusal that taught something; the request is then made again at once. */
  readonly learn: (quirks: Quirks, said: Said, model: string) => Quirks | undefined;
}

/** What one endpoint is spoken to with; `quirks` changes when the endpoint is found to refuse something. */
interface Endpoint<S extends SdkErrors> {
  readonly wire: Wire<S>;
  readonly options: EndpointOptions;
  readonly limits: Limits;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  quirks: Quirks;
}
type Opened = { readonly events: AsyncIterator<unknown> } | { readonly failed: Failed };
/** More lessons than this an endpoint is not given in one request. */
const MOST_LESSONS = 3;

/** A model behind an endpoint. What `stream` promises is the port's; security.md F27 to F32 are its ways to fail. */
export function createEndpointProvider<S extends SdkErrors>(options: EndpointOptions, quirks: Quirks, wire: Wire<S>): ModelProvider {
  const endpoint: Endpoint<S> = {
    wire,
    options,
    limits: { ...defaultLimits, ...options.limits },
    now: options.now ?? Date.now,
    sleep: options.sleep ?? pause,
    random: options.random ?? Math.random,
    quirks,
  };
  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
    let apiKey: string | undefined;
    try {
      apiKey = typeof options.apiKey === 'function' ? await orAbort(options.apiKey(), signal) : options.apiKey;
      yield* rounds(endpoint, request, apiKey, signal);
    } catch (error) {
      // Once stopped, nothing that goes wrong with the answer matters.
      if (signal.aborted) return;
      const told = error instanceof ModelError ? error : new ModelError('model-error', String(error), { cause: error });
      throw withoutSecrets(told, secretsOf(options.baseUrl, apiKey));
    }
  }
  return {
    id: options.id,
    maxToolNameLength: quirks.maxToolNameLength,
    maxTools: quirks.maxTools,
    get seesImages() {
      return seesPictures(endpoint.quirks, options.model);
    },
    stream,
  };
}

/** Attempts until one is answered, at most `MOST_RETRIES` more than one. */
async function* rounds<S extends SdkErrors>(
  endpoint: Endpoint<S>,
  request: ModelRequest,
  apiKey: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<ModelChunk> {
  const { maxTools } = endpoint.quirks;
  if (request.tools.length > maxTools) {
    throw new ModelError(
      'model-error',
      `this provider takes at most ${maxTools} tools, ${request.tools.length} are switched on; nothing was sent`,
    );
  }
  let retries = 0;
  let lessons = 0;
  while (!signal.aborted) {
    const attempt = beginAttempt(signal);
    try {
      const sdk = await orAbort(endpoint.wire.load(), attempt.signal);
      const opened = await open(sdk, endpoint, { request, apiKey }, attempt);
      if ('events' in opened) {
        yield* answer(sdk, endpoint, opened.events, attempt);
        return;
      }
      const { error, retry, said } = opened.failed;
      if (signal.aborted) return;
      const learnt = said && lessons++ < MOST_LESSONS ? endpoint.wire.learn(endpoint.quirks, said, endpoint.options.model) : undefined;
      if (learnt) {
        endpoint.quirks = learnt;
        continue;
      }
      if (!retry || retries >= MOST_RETRIES) throw error;
      const ms = backoff(retries++, retry.asked, endpoint.random);
      yield { kind: 'retrying', untilMs: endpoint.now() + ms, code: error.code };
      await endpoint.sleep(ms, signal);
    } finally {
      attempt.close();
    }
  }
}

interface Asked {
  readonly request: ModelRequest;
  readonly apiKey: string | undefined;
}
async function open<S extends SdkErrors>(sdk: S, endpoint: Endpoint<S>, { request, apiKey }: Asked, attempt: Attempt): Promise<Opened> {
  const { wire, quirks, limits, options } = endpoint;
  const { id, baseUrl, model, fetch = globalThis.fetch } = options;
  if (!/^https?:/i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new ModelError('model-unreachable', `${baseUrl} is not an http or https address`);
  const guarded = createModelFetch({
    fetch,
    origin: new URL(baseUrl).origin,
    headers: { ...wire.headers, ...keyHeaders(quirks.keyHeader, apiKey) },
    onBytes: attempt.touch,
    ...(wire.wholeEvent === undefined ? {} : { wholeEvent: wire.wholeEvent }),
  });
  const opening = { id, baseUrl, model, quirks, timeout: limits.headersMs, fetch: guarded, signal: attempt.signal };
  try {
    const stream = await orAbort(wire.begin(sdk, request, opening), attempt.signal);
    return { events: stream[Symbol.asyncIterator]() };
  } catch (error) {
    return { failed: judgeOpening(sdk, error, endpoint.now()) };
  }
}

async function* answer<S extends SdkErrors>(
  sdk: S,
  { limits, wire, options }: Endpoint<S>,
  events: AsyncIterator<unknown>,
  attempt: Attempt,
): AsyncGenerator<ModelChunk> {
  const reader = wire.reader(options.id);
  attempt.expect(limits.idleMs);
  try {
    for (;;) {
      const next = await orAbort(events.next(), attempt.signal);
      if (next.done) break;
      const wasFinished = reader.finished;
      yield* whileGoing(reader.read(next.value), attempt);
      if (reader.finished && !wasFinished) attempt.expect(limits.lingerMs);
    }
  } catch (error) {
    // After the answer has said its end nothing that matters can be lost.
    if (!reader.finished) throw judgeStream(sdk, error);
  }
  yield* whileGoing(reader.end(), attempt);
}

function* whileGoing(chunks: readonly ModelChunk[], attempt: Attempt): Generator<ModelChunk> {
  for (const chunk of chunks) {
    if (attempt.stopped()) return;
    yield chunk;
  }
}
