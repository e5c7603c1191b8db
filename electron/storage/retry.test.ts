import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Retry } from './retry.ts';

test('nothing wakes the app while everything is saved; what was not is tried until it is, and then there is rest again', async () => {
  let attempts = 0;
  const retry = new Retry(() => ++attempts === 3, 5);
  await sleep(30);
  expect(attempts).toBe(0);
  retry.soon();
  retry.soon();
  while (attempts < 3) await sleep(5);
  await sleep(30);
  expect(attempts).toBe(3);
  retry.soon();
  retry.stop();
  await sleep(30);
  expect(attempts).toBe(3);
});
