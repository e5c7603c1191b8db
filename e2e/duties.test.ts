import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultLimits } from '../electron/mcp/limits.ts';
import { until, type TestHost } from './harness.ts';
import { listenModern, listenSessionful } from './http/mcpServers.ts';
import { modern } from './http/modern.ts';
import { OneServer, settled, stateOf } from './http/oneServer.ts';
import { json, scripted, stream } from './http/scripted.ts';
import { callsReceived, fixture, makeFolder, received } from './paths.ts';

const one = new OneServer();
let scratch: ReturnType<typeof makeFolder>;
let record: string;
beforeEach(() => {
  scratch = makeFolder();
  record = path.join(scratch.dir, 'record');
});
afterEach(async () => {
  await one.close();
  scratch.remove();
});
const eras = ['modern', 'legacy'] as const;
const recorder = (era: string) => fixture('recorder', { RECORD_FILE: record, ...(era === 'legacy' ? { RECORDER_ERA: era } : {}) });
const pidOf = (): number => Number(readFileSync(`${record}.pid`, 'utf8'));
const stderr = (h: TestHost): string => (h.state('servers', {}).find((s) => s.key === 'far')?.stderrTail ?? []).join('\n');
/** The machine may be busy. */
const slowly = { timeout: 90_000 };
/** A call of the tool `slow`, allowed and on its way. */
async function callSlow(h: TestHost, arrived: () => boolean): Promise<void> {
  one.model.script([{ calls: [{ name: 'far__slow', arguments: { ms: 60_000 } }] }]);
  await h.send('slow');
  await h.answer(await h.waiting('tool-call'), 'allow');
  await until(arrived, 'the call on the wire');
}

test('LIF-11 what a newer server calls itself decides nothing: another name keeps the rules, and the same name gets none of them', slowly, async () => {
  let name = 'trusted';
  const named = () =>
    modern(({ method }) =>
      method === 'server/discover'
        ? {
            result: {
              resultType: 'complete',
              supportedVersions: ['2026-07-28'],
              capabilities: { tools: {} },
              ttlMs: 0,
              cacheScope: 'private',
              _meta: { 'io.modelcontextprotocol/serverInfo': { name, version: '1.0.0' } },
            },
          }
        : 'well',
    );
  const [first, second] = [await one.start(named()), await one.start(named())];
  const h = await one.admit({ url: first.url });
  one.model.script([{ calls: [{ name: 'far__do', arguments: {} }] }, { text: 'ok' }]);
  await h.send('do it');
  await h.answer(await h.waiting('tool-call'), 'allow-always');
  await h.ended();
  name = 'assistant'; // the key of a bundled server
  await h.chat.request('server.restart', { key: 'far' });
  await until(() => h.state('servers', {}).find((s) => s.key === 'far')?.serverInfo?.name === 'assistant', 'the other name');
  one.model.script([{ calls: [{ name: 'far__do', arguments: {} }] }, { text: 'ok' }]);
  await h.send('again', 'chat-2');
  await h.ended('chat-2');
  expect(h.calls('chat-2')[0]).toMatchObject({ status: 'done', verdict: { kind: 'allowed', by: 'rule' } });
  expect(h.state('decisions', {})).toEqual([]);
  name = 'trusted';
  await h.chat.request('server.save', { key: 'twin', entry: { url: second.url } });
  await h.admit('twin');
  one.model.script([{ calls: [{ name: 'twin__do', arguments: {} }] }, { text: 'ok' }]);
  await h.send('the other', 'chat-3');
  await h.answer(await h.waiting('tool-call', '"serverKey":"twin"'), 'deny');
  await h.ended('chat-3');
  expect(second.received.filter((r) => r.rpc === 'tools/call')).toEqual([]);
});

test('LIF-14 one process serves every chat: it lives on when the chat that called it first is stopped and deleted', slowly, async () => {
  const h = await one.admit(recorder('modern'));
  await callSlow(h, () => callsReceived(record).length === 1);
  const pid = pidOf();
  await h.chat.request('conversation.stop', { conversationId: 'chat-1' });
  await h.ended();
  await h.chat.request('chat.delete', { conversationId: 'chat-1' });
  one.model.script([{ calls: [{ name: 'far__echo', arguments: { text: 'still here' } }] }, { text: 'ok' }]);
  await h.send('echo', 'chat-2');
  await h.answer(await h.waiting('tool-call'), 'allow');
  await h.ended('chat-2');
  expect(h.calls('chat-2')[0]?.status).toBe('done');
  expect([pidOf(), process.kill(pid, 0)]).toEqual([pid, true]);
  expect(received(record).filter((m) => m.method === 'server/discover')).toHaveLength(1);
});

describe.each(eras)('in the %s era', (era) => {
  test('LIF-15 every request has an id of its own, which is never null', slowly, async () => {
    const h = await one.admit(recorder(era));
    for (const chat of ['chat-1', 'chat-2', 'chat-3']) {
      one.model.script([{ calls: [1, 2].map((n) => ({ name: 'far__echo', arguments: { text: `${chat} ${n}` } })) }, { text: 'ok' }]);
      await h.send('echo', chat);
      for (const n of [1, 2]) await h.answer(await h.waiting('tool-call', `${chat} ${n}`), 'allow');
      await h.ended(chat);
    }
    const ids = received(record)
      .filter((m) => m.method !== undefined && !m.method.startsWith('notifications/'))
      .map((m) => m.id);
    expect(callsReceived(record)).toHaveLength(6);
    expect(ids.every((id) => typeof id === 'number' || typeof id === 'string')).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('LIF-15 an error counts for its code, whatever its text claims: the call has failed, and nothing is begun anew', slowly, async () => {
    let error = { code: 0, message: '' };
    const server = await one.start(
      era === 'modern'
        ? modern(({ method }) => (method === 'tools/call' ? { error } : 'well'))
        : scripted((response, id) => {
            response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, error }));
          }),
    );
    const h = await one.admit({ url: server.url });
    const seen = () => server.received.map((r) => r.rpc).filter((rpc) => rpc !== undefined && rpc !== 'subscriptions/listen');
    const before = seen().length;
    const misleading = [
      [-32000, 'Connection closed'],
      [-32001, 'Request timed out'],
      [-32002, 'Resource not found'],
      [-32003, 'AbortError: the request was cancelled'],
      [-32010, 'Session not found'],
      [-32019, 'Unsupported protocol version'],
      [-1, 'User rejected'],
      [-32603, 'Not connected'],
    ] as const;
    for (const [code, message] of misleading) {
      error = { code, message };
      const { status, text } = await one.callDo(`chat${code}`);
      expect([code, status, text.includes(String(code))]).toEqual([code, 'protocol-error', true]);
      expect(stateOf(h)?.status).toBe('ready');
    }
    expect(seen().slice(before)).toEqual(misleading.map(() => 'tools/call'));
  });

  test('CAN-1 over standard streams a call that is given up is told by notifications/cancelled, with its very id', slowly, async () => {
    const h = await one.admit(recorder(era));
    await callSlow(h, () => callsReceived(record).length === 1);
    await h.chat.request('conversation.stop', { conversationId: 'chat-1' });
    await h.ended();
    const cancelled = await until(() => received(record).find((m) => m.method === 'notifications/cancelled'), 'the cancellation');
    expect(cancelled.params?.requestId).toBe(callsReceived(record)[0]?.id);
    expect(received(record).filter((m) => m.method === 'notifications/cancelled')).toHaveLength(1);
  });

  test('CAN-1 over HTTP a call that is given up closes its stream in the newer era, and is told by notifications/cancelled in the older', slowly, async () => {
    let closed = false;
    const server = await one.start((request, response, got) => {
      if (got.rpc === 'tools/call') {
        response.once('close', () => {
          closed = true;
        });
        stream(response).write(': working\n\n');
        return;
      }
      return (era === 'modern' ? modern(() => 'well') : scripted((out, id) => json(out, id, {})))(request, response, got);
    });
    const h = await one.admit({ url: server.url });
    one.model.script([{ calls: [{ name: 'far__do', arguments: {} }] }]);
    await h.send('do');
    await h.answer(await h.waiting('tool-call'), 'allow');
    const call = await until(() => server.received.find((r) => r.rpc === 'tools/call'), 'the call');
    await h.chat.request('conversation.stop', { conversationId: 'chat-1' });
    await h.ended();
    const told = () => server.received.filter((r) => r.rpc === 'notifications/cancelled').map((r) => JSON.parse(r.body) as { params: object });
    if (era === 'modern') {
      await until(() => closed, 'the stream to be closed');
      expect(told()).toEqual([]);
    } else {
      await until(() => told().length > 0, 'the cancellation');
      expect(told()[0]?.params).toMatchObject({ requestId: (JSON.parse(call.body) as { id: number }).id });
    }
    expect(h.calls('chat-1')[0]?.status).toBe('cancelled');
    expect(stateOf(h)?.status).toBe('ready');
  });
});

test('CAN-2 an older handshake that is given up is never cancelled on the wire, neither for being late nor because the person stops it', slowly, async () => {
  const limits = { ...defaultLimits, startMs: 3000, backoffMs: 60_000 };
  const silent = await one.open(fixture('scripted', { MODE: 'hang-initialize' }), {}, { limits });
  expect(await settled(silent)).toMatchObject({ problem: { code: 'not-responding' } });
  const { frames } = await silent.chat.request('traffic.page', { serverKey: 'far', after: 0 });
  const methods = frames.map((frame) => frame.text);
  expect(methods.some((text) => text.includes('"initialize"'))).toBe(true);
  expect(methods.some((text) => text.includes('notifications/cancelled'))).toBe(false);
  expect(stderr(silent)).not.toContain('cancelled');

  const server = await one.start((_request, response, { method, rpc }) => {
    if (method !== 'POST') return void response.writeHead(405).end();
    if (rpc === 'initialize') return; // never answered
    response.writeHead(rpc?.startsWith('notifications/') ? 202 : 400).end(rpc === 'server/discover' ? 'no' : '');
  });
  const h = await one.open({ url: server.url });
  await until(() => server.received.some((r) => r.rpc === 'initialize'), 'the handshake');
  await h.chat.request('server.setDisabled', { key: 'far', disabled: true });
  await until(() => stateOf(h)?.status === 'off', 'the server to be off');
  expect(server.received.map((r) => r.rpc)).not.toContain('notifications/cancelled');
});

test('LIF-17 an older server that asks whether this host is there hears so at once, over standard streams, and over HTTP while a call runs', slowly, async () => {
  const pinged = await one.admit(fixture('scripted', { MODE: 'asks-back' }));
  await until(() => stderr(pinged).includes('answered of-server-ping'), 'the answer over standard streams');
  const answers: string[] = [];
  const server = await one.start((request, response, received) => {
    if (received.rpc === undefined && received.method === 'POST') answers.push(received.body);
    if (received.rpc !== 'tools/call') return scripted((out, id) => json(out, id, {}))(request, response, received);
    const { id } = JSON.parse(received.body) as { id: number };
    stream(response).write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: 'are-you-there', method: 'ping' })}\n\n`);
    const timer = setInterval(() => {
      if (answers.length === 0) return;
      clearInterval(timer);
      response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'fine' }] } })}\n\n`);
    }, 20);
  });
  await one.admit({ url: server.url });
  expect(await one.callDo()).toMatchObject({ status: 'done' });
  expect(answers.map((body) => JSON.parse(body) as unknown)).toEqual([{ jsonrpc: '2.0', id: 'are-you-there', result: {} }]);
});

test('STD-2 a newer server that sends requests over standard streams gets no answer to any of them, and goes on working', slowly, async () => {
  const older = await one.admit(fixture('scripted', { MODE: 'asks-back' }));
  await until(() => stderr(older).includes('answered of-server-no/such'), 'the answers of the older era');
  const h = await one.admit(fixture('scripted', { MODE: 'asks-back', MODE_ERA: 'modern' }));
  one.model.script([{ calls: [{ name: 'far__calm', arguments: { text: 'x' } }] }, { text: 'ok' }]);
  await h.send('calm');
  await h.answer(await h.waiting('tool-call'), 'allow');
  await h.ended();
  expect(h.calls('chat-1')[0]?.status).toBe('done');
  const { frames } = await h.chat.request('traffic.page', { serverKey: 'far', after: 0 });
  expect(frames.filter((f) => f.direction === 'in' && f.text.includes('of-server-')).length).toBe(3);
  expect(frames.filter((f) => f.direction === 'out' && f.text.includes('of-server-'))).toEqual([]);
  expect(stderr(h)).not.toContain('answered');
});

test('STD-5 a newer server that died is started again, listened to again and read again; the call that was lost is unknown, and goes again only by a new decision', slowly, async () => {
  const h = await one.admit(recorder('modern'), {}, { limits: { ...defaultLimits, backoffMs: 50 } });
  const listens = () => received(record).filter((m) => m.method === 'subscriptions/listen').length;
  await until(() => listens() === 1, 'the subscription');
  await callSlow(h, () => callsReceived(record).length === 1);
  const pid = pidOf();
  const lists = received(record).filter((m) => m.method === 'tools/list').length;
  process.kill(pid, 'SIGKILL');
  await h.ended();
  expect(h.calls('chat-1')[0]?.status).toBe('unknown');
  await until(() => pidOf() !== pid && stateOf(h)?.status === 'ready' && listens() === 2, 'another process that is listened to');
  expect(received(record).filter((m) => m.method === 'tools/list').length).toBeGreaterThan(lists);
  expect(callsReceived(record)).toHaveLength(1);
  one.model.script([{ calls: [{ name: 'far__echo', arguments: { text: 'again' } }] }, { text: 'ok' }]);
  await h.send('again', 'chat-2');
  await h.answer(await h.waiting('tool-call'), 'allow');
  await h.ended('chat-2');
  expect(callsReceived(record)).toHaveLength(2);
});

test('CAC-4 a notice that a list has changed beats the time that its server promised for it, over HTTP and in the newer era', slowly, async () => {
  let description = 'one';
  const tools = () => [{ name: 'do', description, inputSchema: { type: 'object' } }];
  const server = await listenModern({ tools, ttlMs: 3_600_000 });
  const h = await one.admit({ url: server.url });
  const list = () => h.state('servers', {}).find((s) => s.key === 'far')?.protocol?.lists[0];
  const first = await until(list, 'the list to be told of');
  expect((first.freshUntil ?? 0) - first.fetchedAt).toBe(3_600_000);
  await until(() => server.received.some((r) => r.rpc === 'subscriptions/listen'), 'the subscription');
  const reads = server.received.filter((r) => r.rpc === 'tools/list').length;
  description = 'two';
  await server.toolsChanged();
  expect(JSON.stringify(await h.waiting('tools'))).toContain('two');
  expect(server.received.filter((r) => r.rpc === 'tools/list').length).toBe(reads + 1);
  await one.close();
  await server.close();
});

test.each(eras)('TOL-2 what a server says of its tools never changes what is asked: a tool that claims to read only is asked about each time (%s)', slowly, async (era) => {
  let annotations: object = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  const tools = () => [{ name: 'do', description: 'Does it.', inputSchema: { type: 'object' }, annotations }];
  const server = era === 'modern' ? await listenModern({ tools }) : await listenSessionful({ tools });
  const h = await one.admit({ url: server.url });
  for (const chat of ['chat-1', 'chat-2']) expect(await one.callDo(chat)).toMatchObject({ status: 'done', call: { verdict: { by: 'person' } } });
  one.model.script([{ calls: [{ name: 'far__do', arguments: {} }] }, { text: 'ok' }]);
  await h.send('do it', 'chat-3');
  expect(await h.waiting('tool-call')).toMatchObject({ reason: 'no-rule', serverSays: ['readOnly', 'closedWorld'] });
  await h.answer(await h.waiting('tool-call'), 'allow-always');
  await h.ended('chat-3');
  annotations = { destructiveHint: true };
  await server.toolsChanged();
  await h.answer(await h.waiting('tools'), 'allow');
  one.model.script([{ calls: [{ name: 'far__do', arguments: {} }] }, { text: 'ok' }]);
  await h.send('do it', 'chat-4');
  // The rule was for the definition with the other word.
  expect(await h.waiting('tool-call')).toMatchObject({ serverSays: ['destructive'] });
  await h.chat.request('conversation.stop', { conversationId: 'chat-4' });
  await h.ended('chat-4');
  await one.close();
  await server.close();
});
