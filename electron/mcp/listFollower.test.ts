import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ListFollower, maxVersions, versionWindowMs } from './listFollower.ts';
import { Noise } from './noise.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follow(read: () => Promise<boolean>) {
  const seen = { reads: 0, restless: 0, failed: 0 };
  const follower = new ListFollower({
    read: () => {
      seen.reads += 1;
      return read();
    },
    pauseMs: 1000,
    now: Date.now,
    onRestless: () => (seen.restless += 1),
    onFailed: () => (seen.failed += 1),
  });
  return { follower, seen };
}

test('F15 five thousand notifications are one reading, and those during it one more, a pause apart', async () => {
  const { follower, seen } = follow(() => new Promise((resolve) => setTimeout(() => resolve(false), 500)));
  for (let i = 0; i < 5000; i += 1) follower.changed();
  await vi.advanceTimersByTimeAsync(1200);
  expect(seen.reads).toBe(1);
  for (let i = 0; i < 5000; i += 1) follower.changed();
  await vi.advanceTimersByTimeAsync(1200);
  expect(seen.reads).toBe(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(seen).toEqual({ reads: 2, restless: 0, failed: 0 });
});

test('F15 twenty different lists within the window are enough; the same list again and again never is', async () => {
  const restless = follow(() => Promise.resolve(true));
  const calm = follow(() => Promise.resolve(false));
  for (let i = 0; i < 3 * maxVersions; i += 1) {
    restless.follower.changed();
    calm.follower.changed();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(restless.seen).toEqual({ reads: maxVersions, restless: 1, failed: 0 });
  expect(calm.seen).toEqual({ reads: 3 * maxVersions, restless: 0, failed: 0 });
});

test('a server that changes its tools now and then is followed for ever', async () => {
  const { follower, seen } = follow(() => Promise.resolve(true));
  for (let i = 0; i < 3 * maxVersions; i += 1) {
    follower.changed();
    await vi.advanceTimersByTimeAsync(versionWindowMs / 10);
  }
  expect(seen).toEqual({ reads: 3 * maxVersions, restless: 0, failed: 0 });
});

test('a reading that fails is told, and one that is no longer wanted is not', async () => {
  const { follower, seen } = follow(() => Promise.reject(new Error('gone')));
  follower.changed();
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen.failed).toBe(1);
  follower.changed();
  follower.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(seen).toEqual({ reads: 1, restless: 0, failed: 1 });
});

test('F13 messages that belong to nothing are put up with unless they come for the whole time without a pause', () => {
  const noise = new Noise(1000);
  const burst = Array.from({ length: 10_000 }, () => noise.heard(0));
  expect(burst.some(Boolean)).toBe(false);
  for (let at = 1000; at < 10_000; at += 300) expect(noise.heard(at)).toBe(false);
  const steady = Array.from({ length: 60 }, (_, i) => noise.heard(20_000 + i * 20));
  expect(steady.indexOf(true)).toBe(50);
});
