import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultLimits } from '../electron/mcp/limits.ts';
import { until, type TestHost } from './harness.ts';
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

test(
  'LIF-11 what a newer server calls itself decides nothing: another name keeps the rules, and the same name gets none of them',
  slowly,
  async () => {
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
  },
);

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

test(
  'CAN-2 an older handshake that is given up is never cancelled on the wire, neither for being late nor because the person stops it',
  slowly,
  async () => {
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
  },
);

test(
  'LIF-17 an older server that asks whether this host is there hears so at once, over standard streams, and over HTTP while a call runs',
  slowly,
  async () => {
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
  },
);

test(
  'STD-2 a newer server that sends requests over standard streams gets no answer to any of them, and goes on working',
  slowly,
  async () => {
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
  },
);

test(
  'STD-5 a newer server that died is started again, listened to again and read again; the call that was lost is unknown, and goes again only by a new decision',
  slowly,
  async () => {
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
  },
);
