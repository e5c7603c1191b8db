import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { endHouses, isRunning, openFaultHouse, shortLimits } from './faultHouse.ts';
import { until } from './harness.ts';
import { callsReceived, fixture } from './paths.ts';

endHouses();
/** Settled: five seconds; a busy machine may take twice that. */
const quitMs = 10_000;

test('F18 a server that stops reading and then dies: the call ends as unknown, and nothing stays pending', async () => {
  const f = await openFaultHouse('deaf', { env: { DELAY_MS: '3000' }, limits: { ...shortLimits, backoffMs: 20_000 } });
  const { call } = await f.call('echo', { text: 'small' });
  expect(call.status).toBe('unknown');
  await f.reaches('backoff');
  await f.goodWorks();
});

test('F18 a server that never reads: the write deadline ends the call and the server, and the app quits in time', async () => {
  const f = await openFaultHouse('deaf', { limits: { ...shortLimits, backoffMs: 20_000 } });
  const { call } = await f.call('echo', { text: 'x'.repeat(500_000) });
  expect(call.status).toBe('unknown');
  expect(JSON.stringify(call)).toContain('not-responding');
  await f.reaches('backoff', 'not-responding');
  await until(() => f.noted('server').every((pid) => !isRunning(pid)), 'the server to be ended');
});

test('F19 100 MB on stderr: the call is right, the last lines are kept, memory stays', async () => {
  const f = await openFaultHouse('stderr-flood');
  const before = process.memoryUsage.rss();
  expect((await f.call()).call).toMatchObject({ status: 'done', blocks: [{ kind: 'text', text: 'hello' }] });
  expect(process.memoryUsage.rss() - before).toBeLessThan(5 * 64 * 1024 * 1024);
  expect(f.stderr().length).toBeLessThanOrEqual(65_536);
});

test.each(['stdout-closed', 'helper-holds-pipe'])(
  'F19 %s in the middle of a call: outcome unknown at once, and nothing of it is left',
  async (mode) => {
    const f = await openFaultHouse(mode, { limits: { ...shortLimits, backoffMs: 20_000 } });
    const began = Date.now();
    const { call } = await f.call();
    expect(call.status).toBe('unknown');
    expect(Date.now() - began).toBeLessThan(10_000);
    await f.reaches('backoff');
    await until(() => [...f.noted('server'), ...f.noted('helper')].every((pid) => !isRunning(pid)), 'its processes to be gone');
    await f.goodWorks();
  },
);

test.each(['stubborn', 'grandchild', 'detached-grandchild', 'daemon', 'stubborn,grandchild,detached-grandchild,daemon'])(
  'F20 quitting ends a server of the kind %s with all that it started, in time',
  async (mode) => {
    const f = await openFaultHouse(mode, { limits: { graceMs: 1500 } });
    const all = (): number[] => [...f.noted('server'), ...f.noted('helper')];
    await until(
      () => all().filter(isRunning).length >= mode.split(',').filter((one) => one !== 'stubborn').length + 1,
      'all that it starts',
    );
    const began = Date.now();
    await f.house.close();
    expect(Date.now() - began).toBeLessThan(quitMs);
    expect(all().filter(isRunning)).toEqual([]);
  },
);

test('F41 a second quit hurries the first: a stubborn server is ended at once', async () => {
  const f = await openFaultHouse('stubborn', { limits: { graceMs: 60_000 } });
  const closing = f.house.host.close();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(f.noted('server').some(isRunning)).toBe(true);
  const began = Date.now();
  await f.house.host.close(true);
  await closing;
  expect(Date.now() - began).toBeLessThan(5000);
  expect(f.noted('server').filter(isRunning)).toEqual([]);
});

test.each([
  ['a question that waits', 'waiting', 'cancelled'],
  ['a call that runs', 'running', 'cancelled'],
] as const)('F41 quitting with %s: it is no yes, the call has one end, nothing is left', async (_what, status, end) => {
  const f = await openFaultHouse('no-answer');
  f.model.script([{ calls: [{ name: 'bad__echo', arguments: { text: 'x' } }] }]);
  await f.house.send('go');
  const ask = await f.house.waiting('tool-call');
  if (status === 'running') await f.house.answer(ask, 'allow');
  await until(() => f.house.calls('chat-1')[0]?.status === status, `the call to be ${status}`);
  const began = Date.now();
  await f.house.close();
  expect(Date.now() - began).toBeLessThan(quitMs);
  expect(f.house.turn('chat-1')).toMatchObject({ outcome: 'stopped' });
  expect(f.house.calls('chat-1')[0]).toMatchObject({ status: end });
  expect(f.noted('server').filter(isRunning)).toEqual([]);
});

test('F41 quitting while an answer streams and while a server starts is in time too', async () => {
  const f = await openFaultHouse('well');
  await f.house.chat.request('server.save', {
    key: 'slow',
    entry: fixture('scripted', { MODE: 'hang', PID_FILE: f.pidFile }) as { command: string },
  });
  await f.house.answer(await f.house.waiting('server-trust', '"serverKey":"slow"'), 'allow');
  f.model.script([{ text: ['one ', 'two '], finish: null, hang: 'body' }]);
  await f.house.send('tell me');
  await until(() => f.house.turn('chat-1')?.draft.includes('two'), 'the stream', 5000);
  await until(() => f.noted('server').length === 2, 'the slow server to run', 5000);
  const began = Date.now();
  await f.house.close();
  expect(Date.now() - began).toBeLessThan(quitMs);
  expect(f.house.turn('chat-1')?.parts).toMatchObject([{ kind: 'text', text: 'one two ' }]);
  expect(f.noted('server').filter(isRunning)).toEqual([]);
});

test('F45 while one server floods in every way, the main loop stays free and the other server answers', async () => {
  const f = await openFaultHouse('banner,progress-flood,list-storm,stderr-flood', { env: { SIZE_MB: '20', COUNT: '20000' } });
  const lagDuring = async (work: () => Promise<unknown>): Promise<number> => {
    const lag = monitorEventLoopDelay({ resolution: 10 });
    lag.enable();
    await work();
    lag.disable();
    return lag.percentile(99) / 1e6;
  };
  // What the machine itself costs at this very time, since it is shared.
  const idle = await lagDuring(() => sleep(1500));
  const flooded = await lagDuring(async () => {
    await f.begin();
    await f.goodWorks();
  });
  // Settled: 100 ms for nearly all; this bound is loose, the figure belongs to the benchmark.
  expect(flooded).toBeLessThan(500 + idle);
  expect(callsReceived(f.record)).toHaveLength(1);
});
