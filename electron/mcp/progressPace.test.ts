import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ProgressPace } from './progressPace.ts';

test('PRG-1 of a burst the first is told at once and the latest a little later, and nothing after the end', async () => {
  const seen: number[] = [];
  const pace = new ProgressPace<number>((value) => void seen.push(value));
  for (const value of [1, 2, 3]) pace.tell(value);
  expect(seen).toEqual([1]);
  await sleep(250);
  expect(seen).toEqual([1, 3]);
  pace.tell(4);
  pace.tell(5);
  pace.end();
  await sleep(250);
  expect(seen).toEqual([1, 3, 4]);
});
