import { expect, test } from 'vitest';
import type { TrafficFrame } from '#shared/trace/traffic.ts';
import { filtered, pairOf, rowsInView, withPage } from './frames.ts';

const frame = (seq: number, more: Partial<TrafficFrame> = {}): TrafficFrame => ({
  seq,
  at: seq,
  connection: 1,
  direction: 'out',
  kind: 'request',
  method: 'ping',
  id: String(seq),
  bytes: 10,
  text: '{}',
  ...more,
});
const seqs = (frames: readonly TrafficFrame[]): number[] => frames.map((f) => f.seq);

test('pages join without doubles, and what main forgot is forgotten here', () => {
  const first = withPage([], { frames: [frame(1), frame(2)], oldest: 1, latest: 2 });
  expect(withPage(first, { frames: [], oldest: 1, latest: 2 })).toBe(first);
  expect(seqs(withPage(first, { frames: [frame(2), frame(3)], oldest: 2, latest: 3 }))).toEqual([2, 3]);
  expect(withPage(first, { frames: [], oldest: 3, latest: 2 })).toEqual([]);
});

test('a filter takes words of the method, the id or the text, and a direction', () => {
  const frames = [
    frame(1, { method: 'tools/call', text: '{"name":"echo"}' }),
    frame(2, { direction: 'in', kind: 'response', method: 'tools/call', answers: 1, text: '{"x":"HELLO"}' }),
    frame(3),
  ];
  expect(seqs(filtered(frames, { text: '', direction: 'both' }))).toEqual([1, 2, 3]);
  expect(seqs(filtered(frames, { text: 'tools/ hello', direction: 'both' }))).toEqual([2]);
  expect(seqs(filtered(frames, { text: 'tools', direction: 'out' }))).toEqual([1]);
  expect([pairOf(frames, frame(1)), pairOf(frames, frames[1] ?? frame(0)), pairOf(frames, frame(3))]).toEqual([2, 1, undefined]);
});

test('only rows in view are made', () => {
  expect(rowsInView(500, 0, 280, 28)).toEqual({ from: 0, to: 18 });
  expect(rowsInView(500, 28 * 100, 280, 28)).toEqual({ from: 92, to: 118 });
  expect(rowsInView(3, 0, 280, 28)).toEqual({ from: 0, to: 3 });
});
