import { expect, test } from 'vitest';
import { snippetOf, wordsOf } from './search.ts';

const shown = (text: string, query: string): string =>
  snippetOf(text, wordsOf(query))
    .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join('');

test.each([
  ['One  Line\nand another', 'line', 'One [Line] and another'],
  ['为什么订单数据库变慢了？', '订单', '为什么[订单]数据库变慢了？'],
  ['a.b a+b (c) [d] {e} x*y a|b 50% a_b \\ ^$', '+ ( [ | % _ \\ $', 'a.b a[+]b [(]c) [[]d] {e} x*y a[|]b 50[%] a[_]b [\\] ^[$]'],
  ['👩‍💻 writes <b>bold</b> text', 'bold', '👩‍💻 writes <b>[bold]</b> text'],
  ['Straße und ÉTÉ', 'été straße', '[Straße] und [ÉTÉ]'],
  ['nothing here', 'absent', 'nothing here'],
])('a snippet of %j for %j marks every word and nothing else', (text, query, marked) => {
  expect(shown(text, query)).toBe(marked);
});

test('a snippet is short, begins before the first match, and never cuts a character in half', () => {
  const text = `${'😀'.repeat(200)} needle ${'😀'.repeat(200)}`;
  const snippet = shown(text, 'needle');
  expect(snippet).toContain('[needle]');
  expect(Array.from(snippet).length).toBeLessThan(160);
  expect(() => encodeURIComponent(snippet)).not.toThrow(); // as it does for half a character
  expect(snippet.startsWith('…😀')).toBe(true);
});

test('a query is words, each once, in small letters, and not more than a few', () => {
  expect(wordsOf('  Orders\tORDERS  slow ')).toEqual(['orders', 'slow']);
  expect(wordsOf(Array.from({ length: 40 }, (_, at) => `w${at}`).join(' '))).toHaveLength(8);
});
