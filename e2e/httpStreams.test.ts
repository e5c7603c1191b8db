import { Buffer } from 'node:buffer';
import type http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OneServer, settled, stateOf } from './http/oneServer.ts';
import { answerOf, json, scripted, stream, type Call } from './http/scripted.ts';
import { until } from './harness.ts';

let one: OneServer;
beforeEach(() => {
  one = new OneServer();
});
afterEach(() => one.close());

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
    const server = await one.start(scripted(call));
    const h = await one.admit({ url: server.url });
    expect((await one.callDo()).status).toBe(end);
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
  const server = await one.start((request, response, received) => {
    if (received.method === 'GET' && received.headers['last-event-id'] !== undefined) {
      resumed = received.headers['last-event-id'];
      return void stream(response).end(answerOf(pending));
    }
    return answer(request, response, received);
  });
  await one.admit({ url: server.url });
  expect((await one.callDo()).status).toBe('done');
  expect(resumed).toBe('e1');
  expect(server.received.filter((r) => r.rpc === 'tools/call')).toHaveLength(1);
});

for (const kind of ['body', 'event'] as const) {
  test(`F9 S49 a ${kind} without end fails the call at the limit, keeps memory, and the server stays usable`, async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    let sent = 0;
    let isFirst = true;
    const server = await one.start(
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
    const h = await one.admit({ url: server.url });
    const before = process.memoryUsage().rss;
    const call = await one.callDo();
    expect(call.status).toBe('unknown');
    expect(call.text).toContain(kind === 'body' ? 'more than 16 MB' : 'more than 8 MB');
    expect(sent).toBeLessThan(64);
    // The server lives in this process too and holds what it could not send.
    expect(process.memoryUsage().rss - before).toBeLessThan(192 * 1024 * 1024);
    await until(() => stateOf(h)?.status === 'ready', 'the server to be there');
    expect((await one.callDo()).status).toBe('done');
  });
}

test('UC3 the silent stream is bound by no timeout of a request, and a server that ends it at once is not hammered', async () => {
  let gets = 0;
  const answer = scripted((response, id) => json(response, id, { content: [] }));
  const server = await one.start((request, response, received) => {
    if (received.method !== 'GET') return answer(request, response, received);
    gets += 1;
    return void stream(response).end('retry: 0\n\n');
  });
  const h = await one.open({ url: server.url });
  await settled(h);
  await sleep(4000);
  expect(gets).toBeGreaterThan(0);
  expect(gets).toBeLessThan(16);
  expect(stateOf(h)?.status).toBe('ready');
});
