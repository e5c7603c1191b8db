import { afterEach, expect, test } from 'vitest';
import type { HttpReceived } from './http/listening.ts';
import { modern, plainTool, version, type ModernReply } from './http/modern.ts';
import { OneServer, stateOf } from './http/oneServer.ts';
import { until, type TestHost } from './harness.ts';

const one = new OneServer();
/** The machine may be busy. */
const slowly = { timeout: 90_000 };
afterEach(() => one.close());
const callsOf = (server: { readonly received: readonly HttpReceived[] }) => server.received.filter((r) => r.rpc === 'tools/call');
const idOf = ({ body }: HttpReceived): unknown => (JSON.parse(body) as { id: unknown }).id;
const protocolOf = (h: TestHost) => h.state('servers', {}).find((s) => s.key === 'far')?.protocol;
const result = (more: Readonly<Record<string, unknown>>): ModernReply => ({ result: { resultType: 'complete', content: [], ...more } });
const mismatch = { error: { code: -32020, message: 'headers do not fit' } };

test(
  'HTTP-4 a call whose headers the server finds wrong is sent once more after the list was read again, with a permission of its own',
  slowly,
  async () => {
    let refuse = 1;
    const server = await one.start(modern(({ method }) => (method === 'tools/call' && refuse-- > 0 ? mismatch : 'well')));
    const h = await one.admit({ url: server.url });
    const listsBefore = server.received.filter((r) => r.rpc === 'tools/list').length;
    expect(await one.callDo()).toMatchObject({ status: 'done' });
    const calls = callsOf(server);
    expect(calls).toHaveLength(2);
    expect(new Set(calls.map(idOf)).size).toBe(2);
    expect(calls.map(({ body }) => (JSON.parse(body) as { params: { arguments: unknown } }).params.arguments)).toEqual([{}, {}]);
    expect(server.received.filter((r) => r.rpc === 'tools/list').length).toBeGreaterThan(listsBefore);
    const rounds = h.host.database.prepare('SELECT count(*) AS n FROM decision_round WHERE spent_at IS NOT NULL').get() as { n: number };
    expect(rounds.n).toBe(1);
  },
);

test('HTTP-4 a server that goes on finding the headers wrong is not asked a third time', slowly, async () => {
  const server = await one.start(modern(({ method }) => (method === 'tools/call' ? mismatch : 'well')));
  await one.admit({ url: server.url });
  const { status, text } = await one.callDo();
  expect(status).toBe('protocol-error');
  expect(text).toContain('-32020');
  expect(callsOf(server)).toHaveLength(2);
});

test('HTTP-4 a tool that has become another is not called again: the person is asked about it', slowly, async () => {
  let description = 'Does it.';
  const server = await one.start(
    modern(
      ({ method }) => {
        if (method !== 'tools/call') return 'well';
        description = 'Does something else.';
        return mismatch;
      },
      () => [{ ...plainTool, description }],
    ),
  );
  const h = await one.admit({ url: server.url });
  const { status, text } = await one.callDo();
  expect(status).toBe('protocol-error');
  expect(text).toContain('its definition has changed');
  expect(callsOf(server)).toHaveLength(1);
  expect(JSON.stringify(await h.waiting('tools'))).toContain('Does something else.');
});

test(
  'LIF-7 a version that is refused later is agreed on anew, and the call that met the refusal says so and was not repeated',
  slowly,
  async () => {
    let refuse = true;
    const server = await one.start(
      modern(({ method }) =>
        method === 'tools/call' && refuse
          ? { error: { code: -32022, message: 'Unsupported protocol version', data: { supported: [version], requested: version } } }
          : 'well',
      ),
    );
    const h = await one.admit({ url: server.url });
    const discovered = () => server.received.filter((r) => r.rpc === 'server/discover').length;
    const before = discovered();
    expect(await one.callDo()).toMatchObject({ status: 'protocol-error' });
    expect(callsOf(server)).toHaveLength(1);
    await until(() => discovered() > before && stateOf(h)?.status === 'ready', 'a new agreement');
    refuse = false;
    expect(await one.callDo('chat-2')).toMatchObject({ status: 'done' });
  },
);

test('LIF-12 a kind of result that nobody agreed on is invalid, and one without a kind is whole', slowly, async () => {
  let resultType: string | undefined = 'hologram';
  const server = await one.start(
    modern(({ method }) =>
      method === 'tools/call' ? { result: { ...(resultType ? { resultType } : {}), content: [{ type: 'text', text: 'CANARY' }] } } : 'well',
    ),
  );
  await one.admit({ url: server.url });
  const odd = await one.callDo();
  expect(odd.status).toBe('protocol-error');
  expect(odd.text).not.toContain('CANARY');
  resultType = undefined;
  expect(await one.callDo('chat-2')).toMatchObject({ status: 'done' });
});

test('LIF-9 a tool that needs what is not turned on is refused by its server, and its page says what would be needed', slowly, async () => {
  const server = await one.start(
    modern(({ method }) =>
      method === 'tools/call'
        ? { error: { code: -32021, message: 'Missing capability', data: { requiredCapabilities: { sampling: {} } } } }
        : 'well',
    ),
  );
  const h = await one.admit({ url: server.url });
  expect(await one.callDo()).toMatchObject({ status: 'protocol-error' });
  const refusal = await until(() => protocolOf(h)?.refusals[0], 'the refusal to be told');
  expect(refusal).toMatchObject({ method: 'tools/call', toolName: 'do', needs: ['sampling'] });
  expect(protocolOf(h)?.declares).toEqual([]);
});

test(
  'HTTP-5 an answer whose stream is lost leaves the outcome unknown; the same call again is a new decision and a new request',
  slowly,
  async () => {
    let cut = true;
    const whole = modern(() => 'well');
    const server = await one.start((request, response, received) => {
      if (received.rpc !== 'tools/call' || !cut) return whole(request, response, received);
      cut = false;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': working\n\n');
      setTimeout(() => response.destroy(), 50);
    });
    const h = await one.admit({ url: server.url });
    const first = await one.callDo();
    expect(first.status).toBe('unknown');
    expect(callsOf(server)).toHaveLength(1);
    const answered = h.state('decisions', {}).length;
    expect(answered).toBe(0);
    expect(await one.callDo('chat-2')).toMatchObject({ status: 'done' });
    const calls = callsOf(server);
    expect(calls).toHaveLength(2);
    expect(idOf(calls[0] as HttpReceived)).not.toBe(idOf(calls[1] as HttpReceived));
  },
);

test(
  'TOL-4 a structured result that is not what the tool promised is shown, kept back from the model, and let through by the person',
  slowly,
  async () => {
    const outputSchema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
    const server = await one.start(
      modern(
        ({ method }) => (method === 'tools/call' ? result({ structuredContent: { total: 'CANARY-TOTAL' } }) : 'well'),
        () => [{ ...plainTool, outputSchema }],
      ),
    );
    const h = await one.admit({ url: server.url });
    const { status, call } = await one.callDo();
    expect(status).toBe('done');
    expect(call).toMatchObject({ mismatch: { withheld: true }, blocks: [{ kind: 'structured', json: '{"total":"CANARY-TOTAL"}' }] });
    const told = () => JSON.stringify(one.model.requests.at(-1)?.body.messages);
    expect(told()).not.toContain('CANARY-TOTAL');
    expect(told()).toContain('kept back');
    const turnId = h.turn('chat-1')?.id ?? '';
    const place = { conversationId: 'chat-1', turnId, callId: call?.id ?? '' };
    await h.chat.request('call.useAnyway', place);
    await h.chat.request('call.useAnyway', place); // once is enough
    one.model.script([{ text: 'now I have it' }]);
    await h.send('go on');
    await h.ended();
    expect(told()).toContain('CANARY-TOTAL');
    expect(told()).toContain('/total');
    expect(h.state('conversation', { conversationId: 'chat-1' }).turns[0]?.parts.at(-2)).toMatchObject({
      call: { mismatch: { withheld: false } },
    });
    const { entries } = await h.chat.request('journal.page', { filter: {}, limit: 200 });
    expect(entries.filter(({ entry }) => entry.what === 'used')).toHaveLength(1);
    await expect(h.chat.request('call.useAnyway', { ...place, callId: 'none' })).rejects.toThrow();
  },
);

test('TOL-4 one that fits says nothing, and where the text says it all only a note is added', slowly, async () => {
  const outputSchema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
  let answer: ModernReply = result({ content: [{ type: 'text', text: 'three' }], structuredContent: { total: 3 } });
  const server = await one.start(
    modern(
      ({ method }) => (method === 'tools/call' ? answer : 'well'),
      () => [{ ...plainTool, outputSchema }],
    ),
  );
  await one.admit({ url: server.url });
  expect((await one.callDo()).call).not.toHaveProperty('mismatch');
  answer = result({ content: [{ type: 'text', text: 'three' }], structuredContent: { total: 'x' } });
  expect((await one.callDo('chat-2')).call).toMatchObject({
    mismatch: { withheld: false },
    modelText: expect.stringMatching(/^three\n\n\(Note: /) as string,
  });
  answer = result({ content: [{ type: 'text', text: 'three' }] });
  expect((await one.callDo('chat-3')).call).toMatchObject({
    mismatch: { problem: 'The tool promises a structured result and gave none.' },
  });
});

const parent = /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/;
test(
  'TRC-1 every call carries a trace context of its own, in its metadata and as a header, and none when the person wants none',
  slowly,
  async () => {
    const server = await one.start(modern(() => 'well'));
    const h = await one.admit({ url: server.url });
    const traceOf = (received: HttpReceived | undefined): unknown =>
      (JSON.parse(received?.body ?? '{}') as { params: { _meta: Record<string, unknown> } }).params._meta.traceparent;
    const first = await one.callDo();
    const second = await one.callDo('chat-2');
    const [a, b] = callsOf(server);
    expect(traceOf(a)).toMatch(parent);
    expect(a?.headers.traceparent).toBe(traceOf(a));
    expect(first.call).toMatchObject({ trace: traceOf(a) });
    expect(second.call).toMatchObject({ trace: traceOf(b) });
    const ids = [traceOf(a), traceOf(b)].map((trace) => String(trace).split('-'));
    expect(ids[0]?.[1]).not.toBe(ids[1]?.[1]);
    const turnId = h.turn('chat-1')?.id ?? '';
    const { spans } = await h.chat.request('turn.trace', { conversationId: 'chat-1', turnId });
    expect(spans.find((span) => span.kind === 'call')).toMatchObject({ trace: traceOf(a) });
    await h.chat.request('settings.change', { change: { traceContext: false } });
    const third = await one.callDo('chat-3');
    const last = callsOf(server).at(-1);
    expect(traceOf(last)).toBeUndefined();
    expect(last?.headers.traceparent).toBeUndefined();
    expect(third.call).not.toHaveProperty('trace');
  },
);
