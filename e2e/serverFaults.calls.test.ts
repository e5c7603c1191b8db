import { expect, test } from 'vitest';
import { endHouses, isRunning, openFaultHouse, shortLimits } from './faultHouse.ts';
import { until } from './harness.ts';

endHouses();
const quick = { callTimeoutSeconds: 1 };

test.each([
  ['by an exit', {}, 'exit code 1'],
  ['by SIGSEGV', { CRASH: 'SIGSEGV' }, 'signal SIGSEGV'],
  ['by SIGKILL', { CRASH: 'SIGKILL' }, 'signal SIGKILL'],
])(
  'F4 a server that ends in the middle of a call %s: outcome unknown, told, never sent again, and it starts anew',
  async (_how, env, words) => {
    const f = await openFaultHouse('crash-call', { env, limits: shortLimits });
    const { call, turn } = await f.call();
    expect(turn.outcome).toBe('answered');
    expect(call).toMatchObject({ status: 'unknown', blocks: [{ kind: 'text', text: `Crashed: ${words}` }] });
    expect('modelText' in call && call.modelText).toContain('Do not repeat it');
    await f.reaches('ready');
    expect(f.noted('server').length).toBeGreaterThan(1);
    // What was accepted still holds for the new process, and nothing of the old call is sent to it.
    expect(f.house.state('decisions', {})).toEqual([]);
    expect((await f.call('calm', { text: 'again' }, 'chat-2')).call.status).toBe('done');
    await f.goodWorks();
  },
);

test('F8 half a message and then the end: outcome unknown, and nothing of the half is shown', async () => {
  const f = await openFaultHouse('half-message', { limits: shortLimits });
  const { call } = await f.call();
  expect(call.status).toBe('unknown');
  expect(JSON.stringify(call)).not.toContain('content');
});

for (const era of ['legacy', 'modern'] as const) {
  test(`F6 noise on stdout is skipped and counted, and the call is right (${era})`, async () => {
    const f = await openFaultHouse('banner', { era });
    expect((await f.call()).call).toMatchObject({ status: 'done', blocks: [{ kind: 'text', text: 'hello' }] });
    await until(() => f.server().strayLines > 20, 'the stray lines to be counted');
    expect(f.server().state.status).toBe('ready');
  });

  test(`F12 what nobody agreed to is ignored or refused, and never shown as a question (${era})`, async () => {
    for (const mode of ['unknown-notification', 'server-request']) {
      const f = await openFaultHouse(mode, { era });
      expect((await f.call()).call).toMatchObject({ status: 'done', blocks: [{ kind: 'text', text: 'hello' }] });
      expect(f.house.state('decisions', {})).toEqual([]);
      expect(JSON.stringify(f.house.state('servers', {}))).not.toContain('CANARY-SECRET');
    }
  });

  test(`F4 a server killed from outside while a call runs: outcome unknown at once (${era})`, async () => {
    const f = await openFaultHouse('no-answer', { era, limits: { ...shortLimits, backoffMs: 20_000 } });
    await f.begin();
    await until(() => f.house.calls('chat-1')[0]?.status === 'running', 'the call to run');
    const [pid = 0] = f.noted('server').slice(-1);
    process.kill(pid, 'SIGKILL');
    const { call } = await f.outcome();
    expect(call.status).toBe('unknown');
    await f.reaches('backoff', 'crashed');
    await f.goodWorks();
  });
}

test('F7 text split at every byte arrives whole; bytes that are no text are flagged to the person and to the model', async () => {
  const split = await openFaultHouse('split-utf8');
  expect((await split.call()).call).toMatchObject({ status: 'done', blocks: [{ kind: 'text', text: '你好，世界 🌍 é' }] });
  const invalid = await openFaultHouse('invalid-utf8');
  const { call } = await invalid.call();
  expect(call).toMatchObject({ status: 'done', blocks: [{ kind: 'text', text: 'before\uFFFDafter' }, { kind: 'text' }] });
  expect('modelText' in call && call.modelText).toContain('not valid text');
});

test('F9 a line of 64 MB ends the server and not the app: the call is unknown, memory stays, the others work', async () => {
  const f = await openFaultHouse('huge-line', { limits: { ...shortLimits, backoffMs: 20_000 } });
  const before = process.memoryUsage.rss();
  const { call } = await f.call();
  expect(call.status).toBe('unknown');
  expect(JSON.stringify(call)).toContain('message-too-large');
  expect(process.memoryUsage.rss() - before).toBeLessThan(5 * 64 * 1024 * 1024);
  await f.reaches('backoff', 'message-too-large');
  await f.goodWorks();
});

test.each([
  ['wrong-id', 'hello', ['unknown']],
  ['duplicate-id', 'first', ['again']],
  ['string-id', 'hello', ['other-id']],
  ['unasked', 'hello', ['unknown', 'unknown']],
])(
  'F10 %s: the first valid answer counts, the rest changes nothing, and is counted and told by size and digest only',
  async (mode, text, whys) => {
    const f = await openFaultHouse(mode);
    const { call, turn } = await f.call();
    expect(call).toMatchObject({ status: 'done', blocks: [{ kind: 'text', text }] });
    expect(JSON.stringify([turn, f.house.state('servers', {}), f.house.state('notices', {})])).not.toContain('CANARY-SECRET');
    expect(f.server().state.status).toBe('ready');
    const log = await f.house.chat.request('server.log', { serverKey: 'bad' });
    expect(log.answers.map(({ why }) => why)).toEqual(whys);
    expect(log.answers.every(({ bytes, digest }) => bytes > 20 && /^[0-9a-f]{64}$/.test(digest))).toBe(true);
    expect(JSON.stringify(log)).not.toContain('CANARY-SECRET');
    await until(() => f.server().strayAnswers === whys.length, 'the count on the server’s page');
  },
);

test('F10 CAN-3 an answer to nothing only: the call ends at its time, the server hears of it, and it goes on', async () => {
  const f = await openFaultHouse('wrong-id-only', { settings: quick });
  const { call } = await f.call();
  expect(call.status).toBe('timed-out');
  expect(JSON.stringify(call)).not.toContain('CANARY-SECRET');
  expect(f.server().state.status).toBe('ready');
  expect((await f.call('calm', { text: 'x' }, 'chat-2')).call.status).toBe('done');
});

test.each([
  ['error-no-code', {}, 'an error without a code'],
  ['error-text-code', {}, 'a code that is a text'],
  ['error-fraction-code', {}, 'half a code'],
  ['error-no-message', {}, 'malformed'],
  ['error-huge-data', {}, 'a lot of data'],
  ['error-html', {}, '<script>'],
  ...[-32042, -32002, -32020, -32021, -32022].map((code) => ['error-code', { ERROR_CODE: String(code) }, 'as the test wished'] as const),
] as const)('F11 %s %o is a protocol error in plain text, at once', async (mode, env, words) => {
  const f = await openFaultHouse(mode, { env });
  const { call } = await f.call();
  expect(call.status).toBe('protocol-error');
  expect(JSON.stringify(call)).toContain(words);
  expect(JSON.stringify(call)).not.toContain('CANARY-SECRET');
  expect(JSON.stringify(call).length).toBeLessThan(20_000);
  expect((await f.call('calm', { text: 'x' }, 'chat-2')).call.status).toBe('done');
});

test.each(['unknown-result-type', 'undeclared-input'])('F12 %s in the newer era makes the call invalid, and asks nobody', async (mode) => {
  const f = await openFaultHouse(mode, { era: 'modern' });
  const { call } = await f.call();
  expect(call.status).toBe('protocol-error');
  expect(f.house.state('decisions', {})).toEqual([]);
});

test('F12 LIF-12 a missing resultType counts as complete, and an unknown kind of block is shown as what it is', async () => {
  const missing = await openFaultHouse('no-result-type', { era: 'modern' });
  expect((await missing.call()).call).toMatchObject({ status: 'done', blocks: [{ kind: 'text', text: 'hello' }] });
  const unknown = await openFaultHouse('unknown-block', { era: 'modern' });
  expect((await unknown.call()).call).toMatchObject({ status: 'done', blocks: [{ kind: 'structured' }] });
});

test('F47 a server that asks for more in every round is not answered for the person, and one call is one message', async () => {
  const f = await openFaultHouse('input-required-forever', { era: 'modern' });
  const { call } = await f.call();
  expect(call.status).toBe('protocol-error');
});

test('F13 progress that never ends: the total time ends the call, the server hears of it, and is ended when it keeps writing', async () => {
  const f = await openFaultHouse('progress-forever', { settings: quick, limits: { ...shortLimits, noiseMs: 500, backoffMs: 20_000 } });
  const { call } = await f.call();
  expect(call.status).toBe('timed-out');
  await f.reaches('backoff', 'protocol');
  expect(f.stderr()).toMatch(/cancelled \d+/);
  await until(() => f.noted('server').every((pid) => !isRunning(pid)), 'the server to be ended');
  await f.goodWorks();
});

test('F13 Stop settles a call that only reports progress at once', async () => {
  const f = await openFaultHouse('progress-forever');
  await f.begin();
  await until(() => JSON.stringify(f.house.calls('chat-1')).includes('tick'), 'progress');
  const began = performance.now();
  await f.house.chat.request('conversation.stop', { conversationId: 'chat-1' });
  const { call } = await f.outcome();
  expect(performance.now() - began).toBeLessThan(500);
  expect(call.status).toBe('cancelled');
});

test('F14 odd progress is ignored, and the call is right', async () => {
  const f = await openFaultHouse('progress-odd');
  const seen: number[] = [];
  f.house.host.hub.watch('conversation', { conversationId: 'chat-1' }, (frame) => {
    if (frame.kind === 'event' && (frame.event as { type: string }).type === 'call.progress')
      seen.push((frame.event as { progress: number }).progress);
  });
  expect((await f.call()).call).toMatchObject({ status: 'done', blocks: [{ kind: 'text', text: 'hello' }] });
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
});

test('F14 PRG-1 a flood of progress reaches the page at most ten times a second, and progress after the end changes nothing', async () => {
  const f = await openFaultHouse('progress-flood');
  let shown = 0;
  f.house.host.hub.watch('conversation', { conversationId: 'chat-1' }, (frame) => {
    if (frame.kind === 'event' && (frame.event as { type: string }).type === 'call.progress') shown += 1;
  });
  const began = performance.now();
  expect((await f.call()).call.status).toBe('done');
  expect(shown).toBeLessThanOrEqual(((performance.now() - began) / 1000) * 10 + 1);
  const late = await openFaultHouse('progress-late');
  expect((await late.call()).call).toMatchObject({ status: 'done' });
  expect(late.server().state.status).toBe('ready');
});

test.each(['legacy', 'modern'] as const)(
  'F17 a server that ignores a cancellation (%s): settled at once, its late answer is dropped and noted',
  async (era) => {
    const f = await openFaultHouse('cancel-ignored', { era, env: { DELAY_MS: '700' } });
    await f.begin();
    await until(() => f.house.calls('chat-1')[0]?.status === 'running', 'the call to run');
    await f.house.chat.request('conversation.stop', { conversationId: 'chat-1' });
    const { call, turn } = await f.outcome();
    expect(call.status).toBe('cancelled');
    expect('late' in call).toBe(false);
    const late = await until(() => {
      const [ended] = f.house.calls('chat-1');
      return ended && 'late' in ended && ended.late;
    }, 'the note of the late answer');
    expect(late).toMatchObject({ end: 'done' });
    expect(late.bytes).toBeGreaterThan(40);
    // Nothing else of the turn has changed, and neither the person nor the model gets what it said.
    const [after] = f.house.calls('chat-1');
    expect({ ...after, late: undefined }).toEqual({ ...call, late: undefined });
    expect({ ...f.house.turn('chat-1'), parts: [] }).toEqual({ ...turn, parts: [] });
    expect(JSON.stringify(after)).not.toContain('late: hello');
    f.model.script([{ text: 'Go on.' }]);
    await f.house.send('and now?');
    await f.house.ended();
    expect(f.model.requests.at(-1)?.body.messages?.map(({ role }) => role)).toContain('tool');
    expect(JSON.stringify(f.model.requests.at(-1)?.body)).not.toContain('late: hello');
    // It is a fact of the log: a fresh fold knows it too, and the journal holds kind and size.
    const { entries } = await f.house.chat.request('journal.page', { filter: { kind: 'call' } });
    expect(JSON.stringify(entries)).toContain('"what":"late"');
    const log = await f.house.chat.request('server.log', { serverKey: 'bad' });
    expect(log.answers).toMatchObject([{ why: 'late' }]);
    expect((await f.call('calm', { text: 'x' }, 'chat-2')).call.status).toBe('done');
  },
);
