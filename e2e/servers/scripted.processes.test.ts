import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answer, scriptedServers } from './scripted/scriptedServers.ts';

// What the fixture does, not what the app does about it: no title here begins with the id of a fault.
const { start, fileNamed } = scriptedServers();

/** The process that a server started beside itself. */
function helperIn(file: string): number {
  const pid = /^helper (\d+)$/m.exec(readFileSync(file, 'utf8'))?.[1];
  if (pid === undefined) throw new Error('no helper was started');
  return Number(pid);
}

/** A killed process stays in the table as a zombie until its parent looks: that does not count as alive. */
function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

test('crash-call ends by exit or by the signal that the test names', async () => {
  for (const [CRASH, end] of [
    ['', { code: 1, signal: null }],
    ['SIGKILL', { code: null, signal: 'SIGKILL' }],
    ['SIGSEGV', { code: null, signal: 'SIGSEGV' }],
  ] as const) {
    const server = start('crash-call', { CRASH });
    server.call();
    expect(await server.exited).toEqual(end);
  }
});

test('deaf stops reading after the list of tools, so that writes pile up until it dies', async () => {
  const server = start('deaf', { DELAY_MS: '1500' });
  await answer(server, server.ask('tools/list'));
  server.call('x'.repeat(4 * 1024 * 1024));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(server.child.stdin.writableLength).toBeGreaterThan(0);
  expect(server.answersTo(2)).toEqual([]);
  expect((await server.exited).signal).toBe('SIGKILL');
});

test('stderr-flood writes as much as it says, stdout-closed lives on without its pipe', async () => {
  const flood = start('stderr-flood', { SIZE_MB: '4' });
  await answer(flood, flood.call());
  await expect.poll(() => flood.stderr.length).toBeGreaterThan(4 * 1024 * 1024);
  const closed = start('stdout-closed');
  const ended = new Promise((resolve) => closed.child.stdout.once('end', resolve));
  closed.call();
  await ended;
  expect(closed.child.exitCode).toBeNull();
  closed.child.stdin.end();
  expect((await closed.exited).code).toBe(0);
});

test('helper-holds-pipe ends while its helper keeps the pipes open', async () => {
  const PID_FILE = fileNamed('holds');
  const server = start('helper-holds-pipe', { PID_FILE });
  server.call();
  expect((await server.exited).code).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(server.child.stdout.readableEnded).toBe(false);
  const helper = helperIn(PID_FILE);
  expect(isAlive(helper)).toBe(true);
  process.kill(helper, 'SIGKILL');
});

test('stubborn survives the end of stdin and SIGTERM, and no test for long', async () => {
  const server = start('stubborn', { LIFE_MS: '1500' });
  await answer(server, server.ask('ping'));
  server.child.stdin.end();
  server.child.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(server.child.exitCode).toBeNull();
  expect((await server.exited).code).toBe(0);
});

test.each(['grandchild', 'detached-grandchild'])('%s leaves a process that ignores SIGTERM', async (mode) => {
  const PID_FILE = fileNamed(mode);
  const server = start(mode, { PID_FILE });
  await answer(server, server.ask('ping'));
  const helper = helperIn(PID_FILE);
  await new Promise((resolve) => setTimeout(resolve, 400));
  server.child.stdin.end();
  expect((await server.exited).code).toBe(0);
  process.kill(helper, 'SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(isAlive(helper)).toBe(true);
  process.kill(helper, 'SIGKILL');
  await expect.poll(() => isAlive(helper)).toBe(false);
});
