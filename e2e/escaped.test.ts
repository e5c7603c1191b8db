import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { endHouses, isRunning, openFaultHouse, shortLimits } from './faultHouse.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { dist, fixture, makeFolder, root } from './paths.ts';

let model: ModelServer | undefined;
let house: TestHost | undefined;
const children: ChildProcess[] = [];
endHouses();
afterEach(async () => {
  await house?.close();
  house = undefined;
  await model?.close();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process of this user in a session of its own, with this mark in its environment and otherwise like a server's helper. */
async function outsider(mark: string): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)', 'scripted.mjs'], {
    env: { PATH: process.env.PATH, STEWARD_LAUNCH: mark },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  children.push(child);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child.pid ?? 0;
}

test('F20 I16 after a kill -9 the next start ends what had left its group and lost its parents, tells its name, and touches nobody else', async () => {
  model = await startModelServer();
  const aside = makeFolder();
  const pids = path.join(aside.dir, 'pids');
  const helpers = (): number[] =>
    existsSync(pids)
      ? readFileSync(pids, 'utf8')
          .split('\n')
          .flatMap((line) => (line.startsWith('helper ') ? [Number(line.split(' ')[1])] : []))
      : [];
  const { dir } = makeFolder({ esc: fixture('scripted', { MODE: 'daemon,detached-grandchild', PID_FILE: pids, LIFE_MS: '120000' }) });
  const limits = { limits: { graceMs: 200, armMs: 20 } };
  house = await openTestHost(dir, {}, limits);
  await house.admit('esc');
  await house.close();
  await until(() => helpers().length === 2 && !helpers().some(isRunning), 'a polite end to leave nothing');

  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DIR: dir, MODEL_URL: model.url, GENERATION: '1', DIST: dist() };
  const killed = spawn(process.execPath, [dist('e2e', 'killedHost.mjs')], { cwd: root, env, stdio: 'ignore' });
  children.push(killed);
  await until(() => helpers().filter(isRunning).length === 2, 'both helpers to run');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const left = helpers().filter(isRunning);
  expect(left).toHaveLength(2);
  const others = [await outsider('0b7ff8b0-0000-4000-8000-000000000000'), await outsider('')];

  house = await openTestHost(dir, {}, limits);
  expect(left.filter(isRunning)).toEqual([]);
  expect(others.every(isRunning)).toBe(true);
  const [notice] = house.state('notices', {}).filter(({ code }) => code === 'orphans-swept');
  for (const pid of left) expect(notice?.detail).toMatch(new RegExp(`[\\w-]+ \\(${pid}\\)`));
  await house.close();
  await until(() => !helpers().some(isRunning), 'nothing to be left in the end');
  expect(others.every(isRunning)).toBe(true);
});

test('F20 a server that crashes takes along what had left its group, before it is started again', async () => {
  const f = await openFaultHouse('crash-call,daemon', { limits: { ...shortLimits, backoffMs: 300 } });
  await until(() => f.noted('helper').filter(isRunning).length === 1, 'the helper to run');
  const [helper = 0] = f.noted('helper');
  await f.call();
  await until(() => f.noted('server').length >= 2 && f.server().state.status === 'ready', 'the next start');
  expect(isRunning(helper)).toBe(false);
});
