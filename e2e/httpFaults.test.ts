import { Buffer } from 'node:buffer';
import type http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen, type Answer, type HttpReceived, type Listening } from './http/listening.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { makeFolder } from './paths.ts';

let model: ModelServer;
let folder: ReturnType<typeof makeFolder>;
let house: TestHost | undefined;
const servers: Listening[] = [];

beforeEach(async () => {
  model = await startModelServer();
});
afterEach(async () => {
  await house?.close();
  house = undefined;
  folder.remove();
  await model.close();
  for (const server of servers.splice(0)) await server.close();
});

async function open(entry: Readonly<Record<string, unknown>>, environment: Readonly<Record<string, string>> = {}): Promise<TestHost> {
  folder = makeFolder({ far: entry });
  house = await openTestHost(folder.dir, {
    OPENAI_API_KEY: 'CANARY-KEY',
    OPENAI_BASE_URL: model.url,
    OPENAI_MODEL: 'scripted',
    ...environment,
  });
  await house.answer(await house.waiting('server-trust'), 'allow');
  return house;
}
async function start(answer: Answer, port?: number): Promise<Listening> {
  const server = await listen(answer, port);
  servers.push(server);
  return server;
}
const stateOf = (h: TestHost) => h.state('servers', {}).find((s) => s.key === 'far')?.state;
const settled = (h: TestHost) =>
  until(() => {
    const state = stateOf(h);
    return state && ['failed', 'backoff', 'ready'].includes(state.status) && state;
  }, 'the connection to come to something');

type Call = (response: http.ServerResponse, id: number, received: HttpReceived) => void;
/** A server of the older era without sessions that answers every call as `call` does. */
const scripted =
  (call: Call): Answer =>
  (_request, response, received) => {
    const { method, body, rpc } = received;
    if (method !== 'POST') return void response.writeHead(405).end();
    const id = (JSON.parse(body) as { id?: number }).id;
    if (id === undefined) return void response.writeHead(202).end();
    if (rpc === 'server/discover') return void response.writeHead(400).end('no');
    if (rpc === 'initialize')
      return json(response, id, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } });
    if (rpc === 'tools/list') return json(response, id, { tools: [{ name: 'do', description: '', inputSchema: { type: 'object' } }] });
    call(response, id, received);
  };
function json(response: http.ServerResponse, id: number, result: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}
const answerOf = (id: number, text = 'fine') =>
  `data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } })}\n\n`;
function stream(response: http.ServerResponse): http.ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' });
}
/** Makes one allowed call and gives what became of it. */
async function callDo(h: TestHost) {
  model.script([{ calls: [{ name: 'far__do', arguments: {} }] }, { text: 'ok' }]);
  await h.send('do it');
  await h.answer(await h.waiting('tool-call'), 'allow');
  await h.ended();
  const [call] = h.calls('chat-1');
  return { status: call?.status, text: JSON.stringify(call) };
}

const statuses: readonly (readonly [number, Record<string, string>, string, string])[] = [
  [401, { 'www-authenticate': 'Bearer' }, 'failed', 'needs-sign-in'],
  [403, {}, 'failed', 'http-forbidden'],
  [403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="x"' }, 'failed', 'http-forbidden'],
  [404, {}, 'failed', 'http-not-found'],
  [405, {}, 'failed', 'http-not-found'],
  [406, {}, 'failed', 'http-refused'],
  [409, {}, 'failed', 'http-refused'],
  [429, { 'retry-after': '120' }, 'backoff', 'http-busy'],
  [500, {}, 'backoff', 'http-unavailable'],
  [502, { 'content-type': 'text/html' }, 'backoff', 'http-unavailable'],
  [503, { 'retry-after': '90' }, 'backoff', 'http-unavailable'],
  [504, {}, 'backoff', 'http-unavailable'],
  [200, { 'content-type': 'text/html' }, 'failed', 'http-web-page'],
  [511, { 'content-type': 'text/html' }, 'failed', 'http-web-page'],
  [200, { 'content-type': 'application/pdf' }, 'failed', 'protocol'],
];
for (const [status, headers, expected, code] of statuses) {
  test(`F21 HTTP ${status} ${JSON.stringify(headers)} is told as ${code}, and nothing of its text is kept`, async () => {
    const server = await start((_request, response) => void response.writeHead(status, headers).end('<html>CANARY-TEXT</html>'));
    const h = await open({ url: server.url });
    const state = await settled(h);
    expect(state).toMatchObject({ status: expected, problem: { code } });
    expect(JSON.stringify(h.state('servers', {}))).not.toContain('CANARY-TEXT');
    if (headers['retry-after'] && state.status === 'backoff')
      expect(state.untilMs - Date.now()).toBeGreaterThan((Number(headers['retry-after']) - 20) * 1000);
  });
}

for (const status of [401, 403]) {
  test(`UC7 ${status} with an Authorization header of the person's own says that it was refused, and no other way in is tried`, async () => {
    const server = await start((_request, response) => void response.writeHead(status, { 'www-authenticate': 'Bearer' }).end());
    const h = await open({ url: server.url, headers: { Authorization: 'Bearer ${TOKEN}' } }, { TOKEN: 'CANARY-TOKEN' });
    expect(await settled(h)).toMatchObject({ status: 'failed', problem: { code: 'header-refused' } });
    expect(server.received.map((r) => [r.method, r.headers.authorization])).toEqual([['POST', 'Bearer CANARY-TOKEN']]);
    expect(JSON.stringify([h.state('servers', {}), h.state('decisions', {})])).not.toContain('CANARY-TOKEN');
  });
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`S42 a ${status} to another origin is not followed: that one gets no request, and so no header`, async () => {
    const other = await start((_request, response) => void response.writeHead(200).end());
    const server = await start((_request, response) => void response.writeHead(status, { location: `${other.url}/mcp` }).end());
    const h = await open({ url: server.url, headers: { Authorization: 'Bearer CANARY', 'x-api-key': 'CANARY' } });
    expect(await settled(h)).toMatchObject({ status: 'failed', problem: { code: 'http-redirect' } });
    expect(other.received).toEqual([]);
  });
}

test('S42 a 307 within the origin is followed with the same bytes', async () => {
  const answer = scripted((response, id) => json(response, id, { content: [] }));
  const server = await start((request, response, received) =>
    received.path === '/old' ? void response.writeHead(307, { location: '/new' }).end() : answer(request, response, received),
  );
  const h = await open({ url: `${server.url}/old` });
  expect(await settled(h)).toMatchObject({ status: 'ready' });
});

const refusals: readonly (readonly [number, string])[] = [
  [400, 'protocol-error'],
  [403, 'protocol-error'],
  [404, 'protocol-error'],
  [429, 'protocol-error'],
  [500, 'unknown'],
  [503, 'unknown'],
];
for (const [status, end] of refusals) {
  test(`F21 HTTP ${status} to a call ends it as ${end}, sent once`, async () => {
    const server = await start(scripted((response) => void response.writeHead(status).end('CANARY-TEXT')));
    const h = await open({ url: server.url });
    await h.answer(await h.waiting('tools'), 'allow');
    const call = await callDo(h);
    expect(call.status).toBe(end);
    expect(call.text).toContain(`HTTP ${status}`);
    expect(call.text).not.toContain('CANARY-TEXT');
    expect(server.received.filter((r) => r.rpc === 'tools/call')).toHaveLength(1);
  });
}

test('UC5 a 401 that comes only at a call ends in "needs to sign in", and the call counts as refused', async () => {
  const server = await start(scripted((response) => void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()));
  const h = await open({ url: server.url });
  await h.answer(await h.waiting('tools'), 'allow');
  expect((await callDo(h)).status).toBe('protocol-error');
  await until(() => stateOf(h)?.status === 'failed', 'the failure');
  expect(stateOf(h)).toMatchObject({ problem: { code: 'needs-sign-in' } });
});

const streams: readonly (readonly [string, string, Call])[] = [
  [
    'comments and unknown events before the answer',
    'done',
    (r, id) => void stream(r).end(`: hi\n\nevent: odd\ndata: {}\n\n: more\n\n${answerOf(id)}`),
  ],
  ['an answer cut into single bytes with CRLF', 'done', (r, id) => void trickle(stream(r), answerOf(id).replaceAll('\n', '\r\n'))],
  ['two answers', 'done', (r, id) => void stream(r).end(answerOf(id, 'first') + answerOf(id, 'second'))],
  ['a stream cut within an event', 'unknown', (r, id) => void stream(r).write(answerOf(id).slice(0, 20), () => r.destroy())],
  ['a stream that ends without the answer', 'unknown', (r) => void stream(r).end(': nothing\n\n')],
  ['an answer to something else only', 'unknown', (r) => void stream(r).end(answerOf(4711))],
];
for (const [title, end, call] of streams) {
  test(`F22 ${title}: ${end}`, async () => {
    const server = await start(scripted(call));
    const h = await open({ url: server.url });
    await h.answer(await h.waiting('tools'), 'allow');
    expect((await callDo(h)).status).toBe(end);
    expect(stateOf(h)?.status).toBe('ready');
  });
}
async function trickle(response: http.ServerResponse, text: string): Promise<void> {
  for (const byte of Buffer.from(text)) {
    response.write(Buffer.of(byte));
    await sleep(1);
  }
  response.end();
}

test('HTTP-7 in the older era a cut stream is taken up again after its last event, and the answer arrives', async () => {
  let resumed: unknown;
  const answer = scripted((response, id) => {
    stream(response).write('id: e1\nretry: 200\ndata:\n\n', () => response.destroy());
    pending = id;
  });
  let pending = 0;
  const server = await start((request, response, received) => {
    if (received.method === 'GET' && received.headers['last-event-id'] !== undefined) {
      resumed = received.headers['last-event-id'];
      return void stream(response).end(answerOf(pending));
    }
    return answer(request, response, received);
  });
  const h = await open({ url: server.url });
  await h.answer(await h.waiting('tools'), 'allow');
  expect((await callDo(h)).status).toBe('done');
  expect(resumed).toBe('e1');
  expect(server.received.filter((r) => r.rpc === 'tools/call')).toHaveLength(1);
});

for (const kind of ['body', 'event'] as const) {
  test(`F9 S49 a ${kind} without end fails the call at the limit, keeps memory, and the server stays usable`, async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    let sent = 0;
    let isFirst = true;
    const server = await start(
      scripted((response, id) => {
        if (!isFirst) return json(response, id, { content: [{ type: 'text', text: 'fine' }] });
        isFirst = false;
        response.writeHead(200, { 'content-type': kind === 'body' ? 'application/json' : 'text/event-stream' });
        response.write(kind === 'body' ? '{"a":"' : 'data: ');
        const more = (): void => {
          if (response.destroyed || sent >= 256) return void response.end();
          sent += 1;
          response.write(piece, more);
        };
        more();
      }),
    );
    const h = await open({ url: server.url });
    await h.answer(await h.waiting('tools'), 'allow');
    const before = process.memoryUsage().rss;
    const call = await callDo(h);
    expect(call.status).toBe('unknown');
    expect(call.text).toContain(kind === 'body' ? 'more than 16 MB' : 'more than 8 MB');
    expect(sent).toBeLessThan(64);
    // The server lives in this process too and holds what it could not send.
    expect(process.memoryUsage().rss - before).toBeLessThan(192 * 1024 * 1024);
    await until(() => stateOf(h)?.status === 'ready', 'the server to be there');
    expect((await callDo(h)).status).toBe('done');
  });
}

test('F23 nothing listens: told plainly, tried again by itself, and well again when the server is back', async () => {
  const gone = await listen((_request, response) => void response.end());
  await gone.close();
  const h = await open({ url: gone.url });
  expect(await settled(h)).toMatchObject({ status: 'backoff', problem: { code: 'net-refused' } });
  await start(
    scripted((response, id) => json(response, id, { content: [] })),
    gone.port,
  );
  await until(() => stateOf(h)?.status === 'ready', 'the server to be found again', 40_000);
}, 60_000);

test('F23 a server that goes away while connected is noticed at the next call, which was not sent', async () => {
  const server = await start(scripted((response, id) => json(response, id, { content: [] })));
  const h = await open({ url: server.url });
  await h.answer(await h.waiting('tools'), 'allow');
  await server.close();
  const call = await callDo(h);
  expect(call.status).toBe('not-sent');
  await until(() => stateOf(h)?.status === 'backoff', 'the backoff');
  expect(stateOf(h)).toMatchObject({ problem: { code: 'net-refused' } });
});

const addresses: readonly (readonly [string, string])[] = [
  ['http://no-such-host.invalid/mcp', 'net-unknown-host'],
  ['http://user:pass@127.0.0.1:9/mcp', 'bad-address'],
  ['ftp://127.0.0.1/mcp', 'bad-address'],
  ['not an address', 'bad-address'],
  ['https://${HOST}/mcp', 'bad-address'],
];
for (const [url, code] of addresses) {
  test(`F23 ${url} is told as ${code}`, async () => {
    const h = await open({ url }, { HOST: 'evil.example' });
    expect(await settled(h)).toMatchObject({ problem: { code } });
  });
}

test('F23 a cut without an answer and plain HTTP where TLS is expected are told apart', async () => {
  const server = await start((_request, response) => void response.destroy());
  const h = await open({ url: server.url });
  expect(await settled(h)).toMatchObject({ status: 'backoff', problem: { code: 'net-cut' } });
  await h.close();
  folder.remove();
  const again = await open({ url: server.url.replace('http:', 'https:') });
  expect(await settled(again)).toMatchObject({ problem: { code: 'net-secure' } });
});

test('UC3 the silent stream is bound by no timeout of a request, and a server that ends it at once is not hammered', async () => {
  let gets = 0;
  const answer = scripted((response, id) => json(response, id, { content: [] }));
  const server = await start((request, response, received) => {
    if (received.method !== 'GET') return answer(request, response, received);
    gets += 1;
    return void stream(response).end('retry: 0\n\n');
  });
  const h = await open({ url: server.url });
  await settled(h);
  await sleep(4000);
  expect(gets).toBeGreaterThan(0);
  expect(gets).toBeLessThan(16);
  expect(stateOf(h)?.status).toBe('ready');
});
