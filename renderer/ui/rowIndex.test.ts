import { expect, test } from 'vitest';
import { seeded } from '../testText.ts';
import { longestRow, RowIndex, windowOf } from './rowIndex.ts';

const rowsOf = (text: string, piece: number): readonly string[] => {
  const index = new RowIndex();
  while (!index.extend(text, piece));
  return Array.from({ length: index.count }, (_, at) => index.row(text, at));
};

test('the rows of a text are the text, whatever lines it has and however it is read', () => {
  const random = seeded(3);
  for (let i = 0; i < 200; i += 1) {
    const text = Array.from({ length: Math.floor(random() * 8) }, () =>
      random() < 0.3 ? '\n' : ['x', '字', '😀'][Math.floor(random() * 3)]?.repeat(Math.floor(random() * 400)),
    ).join('\n');
    const rows = rowsOf(text, 1 + Math.floor(random() * 300));
    expect(rows.join('')).toBe(text.replaceAll('\n', ''));
    expect(rows.every((row) => row.length <= longestRow && !/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(row))).toBe(true);
    expect(rows.length).toBeGreaterThanOrEqual(text.split('\n').length);
    expect(rows).toEqual(rowsOf(text, 10_000_000));
  }
});

test('a text that grows keeps the rows it had and gains those that came', () => {
  const index = new RowIndex();
  index.extend('one\ntw', 100);
  index.extend('one\ntwo\nthree', 100);
  expect([0, 1, 2].map((at) => index.row('one\ntwo\nthree', at))).toEqual(['one', 'two', 'three']);
  expect(index.count).toBe(3);
});

test('every row of millions can be scrolled to, and only those in view are laid out', () => {
  for (const count of [0, 1, 30, 5_000, 8_000_000]) {
    const { height } = windowOf(count, 0, 480, 20);
    expect(height).toBeLessThanOrEqual(4_000_000);
    const end = windowOf(count, Math.max(0, height - 480), 480, 20);
    expect(end.last).toBe(count);
    expect(end.last - end.first).toBeLessThanOrEqual(26);
    expect(windowOf(count, 0, 480, 20).first).toBe(0);
  }
  const middle = windowOf(8_000_000, 2_000_000, 480, 20);
  expect(middle.first).toBeGreaterThan(3_900_000);
  expect(middle.first).toBeLessThan(4_100_000);
});
