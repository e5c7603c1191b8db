import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { StartSlots } from './startSlots.ts';

const never = new AbortController().signal;
/** Asks for a place and notes its number once it has one. */
function queue(slots: StartSlots) {
  const there: number[] = [];
  const releases: (() => void)[] = [];
  return {
    there,
    releases,
    ask: (n: number, signal = never) =>
      slots.take(signal).then((release) => {
        there.push(n);
        releases[n] = release;
      }),
  };
}

test('no more than the allowed number start at once, and the others come in the order of asking, one for each that is done', async () => {
  const { ask, there, releases } = queue(new StartSlots({ most: 2, holdMs: 60_000 }));
  const all = [0, 1, 2, 3].map((n) => ask(n));
  await sleep(5);
  expect(there).toEqual([0, 1]);
  releases[1]?.();
  releases[1]?.();
  await sleep(5);
  expect(there).toEqual([0, 1, 2]);
  releases[0]?.();
  await Promise.all(all);
  expect(there).toEqual([0, 1, 2, 3]);
  releases[2]?.();
  releases[3]?.();
  await Promise.all([ask(4), ask(5)]);
  expect(there).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a task of the app comes between any two starts', async () => {
  const { ask, there } = queue(new StartSlots({ most: 8, holdMs: 60_000 }));
  const seen: number[] = [];
  const all = [0, 1, 2].map((n) => ask(n));
  while (there.length < 3) {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(there.length);
  }
  await Promise.all(all);
  expect(seen.slice(-3)).toEqual([1, 2, 3]);
});

test('I14 a server that never gets there keeps its place for a while only', async () => {
  const { ask, there } = queue(new StartSlots({ most: 1, holdMs: 20 }));
  await ask(0);
  await ask(1);
  expect(there).toEqual([0, 1]);
});

test('who is stopped while it waits leaves the queue, and its place goes to the next', async () => {
  const { ask, there, releases } = queue(new StartSlots({ most: 1, holdMs: 60_000 }));
  const stop = new AbortController();
  await ask(0);
  const stopped = ask(1, stop.signal);
  const next = ask(2);
  stop.abort(new Error('removed'));
  await expect(stopped).rejects.toThrow('removed');
  releases[0]?.();
  await next;
  expect(there).toEqual([0, 2]);
});
