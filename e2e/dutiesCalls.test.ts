import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until, type TestHost } from './harness.ts';
import { listenModern, listenSessionful } from './http/mcpServers.ts';
import { modern } from './http/modern.ts';
import { OneServer, stateOf } from './http/oneServer.ts';
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
/** The machine may be busy. */
const slowly = { timeout: 90_000 };
/** A call of the tool `slow`, allowed and on its way. */
async function callSlow(h: TestHost, arrived: () => boolean): Promise<void> {
  one.model.script([{ calls: [{ name: 'far__slow', arguments: { ms: 60_000 } }] }]);
  await h.send('slow');
  await h.answer(await h.waiting('tool-call'), 'allow');
  await until(arrived, 'the call on the wire');
}

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

  test(
    'LIF-15 an error counts for its code, whatever its text claims: the call has failed, and nothing is begun anew',
    slowly,
    async () => {
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
    },
  );

  test('CAN-1 over standard streams a call that is given up is told by notifications/cancelled, with its very id', slowly, async () => {
    const h = await one.admit(recorder(era));
    await callSlow(h, () => callsReceived(record).length === 1);
    await h.chat.request('conversation.stop', { conversationId: 'chat-1' });
    await h.ended();
    const cancelled = await until(() => received(record).find((m) => m.method === 'notifications/cancelled'), 'the cancellation');
    expect(cancelled.params?.requestId).toBe(callsReceived(record)[0]?.id);
    expect(received(record).filter((m) => m.method === 'notifications/cancelled')).toHaveLength(1);
  });

  test(
    'CAN-1 over HTTP a call that is given up closes its stream in the newer era, and is told by notifications/cancelled in the older',
    slowly,
    async () => {
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
      const told = () =>
        server.received.filter((r) => r.rpc === 'notifications/cancelled').map((r) => JSON.parse(r.body) as { params: object });
      if (era === 'modern') {
        await until(() => closed, 'the stream to be closed');
        expect(told()).toEqual([]);
      } else {
        await until(() => told().length > 0, 'the cancellation');
        expect(told()[0]?.params).toMatchObject({ requestId: (JSON.parse(call.body) as { id: number }).id });
      }
      expect(h.calls('chat-1')[0]?.status).toBe('cancelled');
      expect(stateOf(h)?.status).toBe('ready');
    },
  );
});

test(
  'CAC-4 a notice that a list has changed beats the time that its server promised for it, over HTTP and in the newer era',
  slowly,
  async () => {
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
  },
);

test.each(eras)(
  'TOL-2 what a server says of its tools never changes what is asked: a tool that claims to read only is asked about each time (%s)',
  slowly,
  async (era) => {
    let annotations: object = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    const tools = () => [{ name: 'do', description: 'Does it.', inputSchema: { type: 'object' }, annotations }];
    const server = era === 'modern' ? await listenModern({ tools }) : await listenSessionful({ tools });
    const h = await one.admit({ url: server.url });
    for (const chat of ['chat-1', 'chat-2'])
      expect(await one.callDo(chat)).toMatchObject({ status: 'done', call: { verdict: { by: 'person' } } });
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
  },
);
