import { existsSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { fixture, membersOf, observed, run, runs, scriptStart, type Started } from './processFixtures.ts';

/** A wrapper that starts a server with its own streams, as npx does, and names it; `wrapperEnds` decides what comes of the wrapper. */
const wrapper = (server: string, wrapperEnds: string, detached = false): string => `
  ${scriptStart}
  const child = spawn(process.execPath, [${JSON.stringify(server)}], { stdio: ['inherit', 'inherit', 'ignore'], detached: ${detached} });
  say({ method: 'child', params: { pid: child.pid } });
  ${wrapperEnds}
`;
const stubborn = `${scriptStart} ignore(); process.stdin.resume(); say({ method: 'ready' });`;
const methods = ({ messages }: Started): string[] => messages.flatMap((m) => ('method' in m ? [m.method] : []));
const childOf = ({ messages }: Started): number => {
  const message = messages.find((m) => 'method' in m && m.method === 'child');
  return message && 'params' in message ? Number(message.params?.['pid']) : NaN;
};
const groupOf = ({ transport }: Started): number => transport.pid ?? NaN;
async function timed(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}

test('STD-4 closing first ends the input: a polite server is gone at once, without a signal', async () => {
  const started = await run(
    `process.on('SIGTERM', () => process.exit(9)); process.stdin.resume(); process.stdin.on('end', () => process.exit(0));`,
    { graceMs: 3000 },
  );
  expect(await timed(started.transport.close())).toBeLessThan(2000);
  expect([await started.transport.exit, started.closes, started.transport.closedBecause]).toEqual([{ code: 0, signal: null }, 1, 'closed']);
});

test('STD-4 then comes SIGTERM, not before the grace, and then SIGKILL', async () => {
  const began = performance.now();
  const order: [string, number][] = [];
  const server = `${scriptStart}
    const note = (what) => process.stderr.write(what + ' ' + Date.now() + '\\n');
    process.stdin.resume(); process.stdin.on('end', () => note('end')); process.on('SIGTERM', () => note('SIGTERM')); setInterval(() => {}, 1000); say({ method: 'ready' });`;
  const started = await run(server, { graceMs: 400 });
  await expect.poll(() => methods(started)).toEqual(['ready']);
  await started.transport.close();
  for (const line of started.transport.stderrTail()) order.push([line.split(' ')[0] ?? '', Number(line.split(' ')[1])]);
  expect(order.map(([what]) => what)).toEqual(['end', 'SIGTERM']);
  expect((order[1]?.[1] ?? 0) - (order[0]?.[1] ?? 0)).toBeGreaterThanOrEqual(350);
  expect(await started.transport.exit).toEqual({ code: null, signal: 'SIGKILL' });
  expect(performance.now() - began).toBeGreaterThanOrEqual(800);
});

test('UB12 F20 a wrapper and the server below it, which ignores the end of input and SIGTERM, are both gone after close', async () => {
  const started = await run(wrapper(fixture(stubborn), `process.stdin.resume(); setInterval(() => {}, 1000);`));
  await expect.poll(() => methods(started)).toContain('ready');
  expect(membersOf(groupOf(started))).toEqual([groupOf(started), childOf(started)]);
  expect(await timed(started.transport.close())).toBeLessThan(3000);
  expect([membersOf(groupOf(started)), runs(childOf(started))]).toEqual([[], false]);
});

test('UB12 F20 survivors of a wrapper that ends politely still get SIGTERM and the grace before SIGKILL', async () => {
  const server = `${scriptStart} import { writeFileSync } from 'node:fs'; process.on('SIGTERM', () => { writeFileSync(process.argv[1] + '.ended', ''); process.exit(); }); setInterval(() => {}, 1000); say({ method: 'ready' });`;
  const file = fixture(server);
  const started = await run(wrapper(file, `process.stdin.resume(); process.stdin.on('end', () => process.exit());`), { graceMs: 2000 });
  await expect.poll(() => methods(started)).toContain('ready');
  await started.transport.close();
  expect(membersOf(groupOf(started))).toEqual([]);
  expect(existsSync(`${file}.ended`)).toBe(true);
});

test('UB12 when the wrapper ends by itself, the connection is over and what it left behind is ended', async () => {
  const started = await run(wrapper(fixture(stubborn), `setTimeout(() => process.exit(0), 500);`));
  await expect.poll(() => methods(started)).toContain('ready');
  await started.over;
  expect([started.transport.closedBecause, started.transport.exited]).toEqual(['exited', { code: 0, signal: null }]);
  await started.transport.gone;
  expect(membersOf(groupOf(started))).toEqual([]);
});

test.runIf(process.platform === 'linux')('F20 a descendant that left the group with setsid is ended too', async () => {
  const started = await run(wrapper(fixture(stubborn), `process.stdin.resume(); process.stdin.on('end', () => process.exit());`, true));
  await expect.poll(() => methods(started)).toContain('ready');
  expect(membersOf(groupOf(started))).toEqual([groupOf(started)]);
  await started.transport.close();
  expect([membersOf(groupOf(started)), runs(childOf(started))]).toEqual([[], false]);
});

test('F19 a helper that escaped and holds the pipes delays neither the news of the exit nor the close', async () => {
  const helper = fixture('setTimeout(() => {}, 3000);');
  const started = await run(
    `${scriptStart} const c = spawn(process.execPath, [${JSON.stringify(helper)}], { stdio: 'inherit', detached: true }); c.unref(); say({ method: 'child', params: { pid: c.pid } }); setTimeout(() => process.exit(0), 100);`,
  );
  expect(await timed(started.over)).toBeLessThan(2000);
  expect(await timed(started.transport.close())).toBeLessThan(2000);
  expect(started.transport.closedBecause).toBe('exited');
  process.kill(childOf(started), 'SIGKILL');
});

test('a second close with force goes straight to SIGKILL, and every close settles', async () => {
  const started = await run(stubborn, { graceMs: 60_000 });
  await expect.poll(() => methods(started)).toEqual(['ready']);
  const first = started.transport.close();
  const second = started.transport.close();
  expect(await timed(started.transport.close({ force: true }))).toBeLessThan(2000);
  await Promise.all([first, second]);
  expect([started.transport.exited, started.closes, membersOf(groupOf(started))]).toEqual([{ code: null, signal: 'SIGKILL' }, 1, []]);
});

test('closing settles sends and tells onclose at once, while the process still ends', async () => {
  const started = await run(`process.stdin.pause(); setInterval(() => {}, 1000);`, { graceMs: 500 });
  const send = started.transport.send({ jsonrpc: '2.0', method: 'x', params: { text: 'x'.repeat(1_000_000) } });
  const closing = started.transport.close();
  expect([started.closes, started.transport.exited]).toEqual([1, undefined]);
  await expect(send).rejects.toMatchObject({ name: 'SendError', sent: 'maybe' });
  await closing;
});

test('a server that goes on writing while it is ended is read but not heard', async () => {
  const started = await run(
    `${scriptStart} ignore(); say({ method: 'ready' }); setInterval(() => say({ method: 'more', params: { text: 'x'.repeat(100_000) } }), 1);`,
  );
  await expect.poll(() => methods(started)).toContain('more');
  const closing = started.transport.close();
  const heard = started.messages.length;
  await closing;
  expect([started.messages.length - heard, started.transport.exited?.signal]).toEqual([0, 'SIGKILL']);
});

test('a transport that was never started closes, and then can’t be started', async () => {
  const { transport } = observed({});
  await transport.close();
  expect([transport.closedBecause, await transport.exit]).toEqual(['closed', { code: null, signal: null }]);
  await expect(transport.start()).rejects.toThrow('starts once');
});
