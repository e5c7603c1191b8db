import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { DeadlineWriter, SendError } from './deadlineWriter.ts';
import { LineSplitter } from './lineSplitter.ts';
import { LineRing } from './ringBuffer.ts';

test('F19 the ring keeps the last lines and bytes, whole lines and whole characters only', () => {
  const ring = new LineRing(3, 20);
  expect(ring.lines()).toEqual([]);
  for (const text of ['a\nb', '\r\nc\nd\n', 'é']) ring.push(Buffer.from(text));
  expect(ring.lines()).toEqual(['c', 'd', 'é']);
  ring.push(Buffer.from('é'.repeat(30)));
  expect(ring.lines()).toEqual(['é'.repeat(10)]);
  ring.push(Buffer.from('x\n123456789\n12345678\n'));
  expect(ring.lines()).toEqual(['123456789', '12345678']);
});

test('I12 the ring holds a bounded amount whatever the size of the pieces', () => {
  const ring = new LineRing(200, 1000);
  for (let i = 0; i < 20_000; i += 1) ring.push(Buffer.from('ab\n'));
  ring.push(Buffer.alloc(100_000, 'c'));
  ring.push(Buffer.from('\nend'));
  expect(ring.lines()).toEqual(['end']);
});

test('F7 lines come out the same however the bytes are cut', () => {
  const bytes = Buffer.from('one\n\n漢字 😀\r\nlast half');
  for (let size = 1; size <= bytes.length; size += 1) {
    const splitter = new LineSplitter(100);
    const lines: string[] = [];
    for (let at = 0; at < bytes.length; at += size)
      expect(splitter.push(bytes.subarray(at, at + size), (line) => lines.push(String(line)))).toBe(true);
    expect(lines).toEqual(['one', '', '漢字 😀\r']);
  }
});

test('F9 a line is too long only by its own length, and lines before it are handed over', () => {
  const lines: number[] = [];
  const splitter = new LineSplitter(10);
  const push = (text: string): boolean => splitter.push(Buffer.from(text), (line) => lines.push(line.length));
  expect([push('1234567890\n'), push('12345\n67890\n1234567'), push('890\n'), push('12\n12345678901'), lines]).toEqual([
    true,
    true,
    true,
    false,
    [10, 5, 5, 10, 2],
  ]);
});

/** A stream whose reader takes a write only when told to. */
function slowStream(): { readonly stream: Writable; readonly written: string[]; take: () => void } {
  const written: string[] = [];
  const waiting: (() => void)[] = [];
  const stream = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, done) {
      written.push(String(chunk));
      waiting.push(done);
    },
  });
  return { stream, written, take: () => waiting.shift()?.() };
}

test('messages are written in order, one slice at a time, and a failure tells what was begun from what was not', async () => {
  const { stream, written, take } = slowStream();
  const writer = new DeadlineWriter(stream, 60_000, () => undefined);
  const first = writer.write(Buffer.from('first'));
  const second = writer.write(Buffer.from('second'));
  const third = writer.write(Buffer.from('third'));
  take();
  await first;
  await expect.poll(() => written).toEqual(['first', 'second']);
  writer.fail('over');
  writer.fail('another reason');
  const errors = await Promise.all(
    [second, third, writer.write(Buffer.from('late'))].map((sent) => sent.catch((error: unknown) => error as SendError)),
  );
  expect(errors.map((error) => error && [error.message, error.sent])).toEqual([
    ['over', 'maybe'],
    ['over', 'no'],
    ['over', 'no'],
  ]);
});

test('F18 the deadline starts anew with each slice that is taken', async () => {
  let stuck = 0;
  const { stream, written, take } = slowStream();
  const writer = new DeadlineWriter(stream, 150, () => (stuck += 1));
  const sent = writer.write(Buffer.alloc(65_536 * 3, 'x'));
  for (let i = 1; i <= 3; i += 1) {
    await expect.poll(() => written.length).toBe(i);
    await new Promise((resolve) => setTimeout(resolve, 90));
    take();
  }
  await sent;
  expect(stuck).toBe(0);
  void writer.write(Buffer.from('never taken')).catch(() => undefined);
  await expect.poll(() => stuck).toBe(1);
});
