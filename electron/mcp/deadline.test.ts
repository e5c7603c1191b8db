import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadline } from './deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the time that a person thinks does not count towards the limit of a call', () => {
  const deadline = new Deadline(1000, () => Date.now());
  vi.advanceTimersByTime(600);
  deadline.pause();
  vi.advanceTimersByTime(3_600_000);
  deadline.resume();
  vi.advanceTimersByTime(399);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(deadline.signal.aborted).toBe(true);
});

test('pausing twice or resuming twice changes nothing, and an ended limit never aborts', () => {
  const deadline = new Deadline(100, () => Date.now());
  deadline.resume();
  deadline.pause();
  deadline.pause();
  vi.advanceTimersByTime(1000);
  deadline.resume();
  deadline.resume();
  vi.advanceTimersByTime(99);
  deadline.end();
  vi.advanceTimersByTime(1000);
  expect(deadline.signal.aborted).toBe(false);
});
