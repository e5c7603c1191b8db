import { afterEach, expect, test } from 'vitest';
import { isRunning } from './faultHouse.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { fixture, makeFolder } from './paths.ts';

let house: TestHost | undefined;
afterEach(async () => {
  await house?.close();
  house = undefined;
});

test('of ten servers of this computer at most eight start at once, and the last two come when a place is free', async () => {
  const keys = Array.from({ length: 10 }, (_, n) => `slow${n}`);
  const slow = fixture('scripted', { MODE: 'slow-start', DELAY_MS: '1500' });
  const { dir, remove } = makeFolder(Object.fromEntries(keys.map((key) => [key, slow])));
  const options = { limits: { armMs: 1 } };
  house = await openTestHost(dir, {}, options);
  for (const key of keys) await house.admit(key);
  await house.close();
  house = await openTestHost(dir, {}, options);
  const { database } = house.host;
  const readyNow = (): number =>
    keys.filter((key) => house?.state('servers', {}).find((s) => s.key === key)?.state.status === 'ready').length;
  const running = (): number =>
    (database.prepare('SELECT pid FROM process').all() as { pid: number }[]).filter(({ pid }) => isRunning(pid)).length;
  const starting: number[] = [];
  await until(() => {
    const ready = readyNow(); // first: one that gets ready in between is counted too often rather than too seldom
    starting.push(running() - ready);
    return ready === keys.length;
  }, 'all to be ready');
  expect(Math.max(...starting)).toBe(8);
  await house.close();
  house = undefined;
  remove();
}, 60_000);
