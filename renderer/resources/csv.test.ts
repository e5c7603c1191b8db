import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';

test.each<[string, string, string[][]]>([
  [
    'plain',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'CRLF and no end',
    'a,b\r\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['quotes, separators and line breaks inside', '"a, b","say ""hi""","x\ny"\n', [['a, b', 'say "hi"', 'x\ny']]],
  [
    'empty fields stay, empty lines go',
    'a,,c\n\n,,\n',
    [
      ['a', '', 'c'],
      ['', '', ''],
    ],
  ],
  ['a quote in the middle is text', '5" pipe,x\n', [['5" pipe', 'x']]],
  ['a quote that is never closed', 'a,"b\nc', [['a', 'b\nc']]],
  [
    'semicolons',
    'a;b\n1,5;2',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a byte order mark',
    '\ufeffid,名称\n1,手机壳',
    [
      ['id', '名称'],
      ['1', '手机壳'],
    ],
  ],
  ['nothing', '', []],
])('RES-1 CSV: %s', (_what, text, rows) => {
  expect(parseCsv(text).rows).toEqual(rows);
});

test('RES-1 a long table gives its first rows and its whole count', () => {
  const table = parseCsv('a,b\n'.repeat(50_000), 100);
  expect([table.rows.length, table.count]).toEqual([100, 50_000]);
});
