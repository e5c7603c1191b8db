import { expect, test } from 'vitest';
import { cellsOf, delimiterOf, readTable } from './table.ts';

test.each([
  ['| a | b |', ['a', 'b']],
  ['a | b', ['a', 'b']],
  ['| a \\| b | `x\\|y` |', ['a | b', '`x|y`']],
  ['| | b |', ['', 'b']],
  ['|a|', ['a']],
  ['| \\* | 中文 |', ['\\*', '中文']],
])('the cells of %s', (line, cells) => {
  expect(cellsOf(line)).toEqual(cells);
});

test('a second line makes a table only when it has as many cells as the head', () => {
  expect(delimiterOf('| a | b |', '|:--|--:|')).toEqual(['start', 'end']);
  expect(delimiterOf('| a | b |', '|---|')).toBeUndefined();
  expect(delimiterOf('a', '---')).toBeUndefined();
  expect(delimiterOf('| a | b |', '| 1 | 2 |')).toBeUndefined();
});

test('each row has the cells of the head, and rows beyond the limit are counted', () => {
  const table = readTable('| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |\n| x | y |', 2);
  expect(table.rows).toEqual([
    ['1', ''],
    ['1', '2'],
  ]);
  expect(table.left).toBe(1);
});
