import { expect, test } from 'vitest';
import { markMath } from './mathMarks.ts';

test.each([
  '$5 and $6',
  'From $5 to $10, and $HOME or $PATH:$HOME',
  'It costs $5, not $6 (US$7).',
  'a range of $5-$10, $1,000–$2,000 or $5/month',
  'echo $$ and $$ again',
  '`$x$` and ``$$y$$``',
  'the fields `a` ${b} and ${c}',
  'pay \\$x$ now',
  '$ x $ with blanks',
  'I paid $20 for the red one and you $30.',
  '```sh\necho $a$\n```',
  'only one $ here',
  'an \\[escaped\\] bracket in a line',
  '$USD/$EUR and $AAPL, $MSFT',
])('UG5 no formula is seen in: %s', (text) => {
  expect(markMath(text)).toEqual({ text, hasMath: false });
});

test.each([
  ['Let $x$ be, and $y_1 = \\frac{1}{2}$.', 'Let $$x$$ be, and $$y_1 = \\frac{1}{2}$$.'],
  ['$E = mc^2$', '$$E = mc^2$$'],
  ['It costs $5, and $x^2$ grows.', 'It costs $5, and $$x^2$$ grows.'],
  ['设 $a_{1}$，则 $a \\in A$。', '设 $$a_{1}$$，则 $$a \\in A$$。'],
  ['so \\(a + b\\) holds', 'so $$a + b$$ holds'],
  ['\\[ a = b \\]', '$$\na = b\n$$'],
  ['\\[\na\n= b\n\\]', '$$\na\n= b\n$$'],
  ['$$a = b$$', '$$\na = b\n$$'],
  ['$$\na\n$$', '$$\na\n$$'],
  ['$$ a = b +\nc $$', '$$\na = b +\nc\n$$'],
  ['- item\n  $$x$$', '- item\n  $$\n  x\n  $$'],
  ['a $$x$$ b, PID $$ c', 'a $$x$$ b, PID \\$\\$ c'],
  ['`$a$` and $b$', '`$a$` and $$b$$'],
])('the formulas of %s', (text, marked) => {
  expect(markMath(text)).toEqual({ text: marked, hasMath: true });
});

test('UG5 a text without a formula is handed on as it was, whatever dollars it has', () => {
  const words = ['$', '$$', 'a', ' ', '5', '\\', '`', '\n', '{', '/', 'USD', '.'];
  let state = 3;
  const random = (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % n;
  };
  for (let i = 0; i < 2000; i += 1) {
    const text = Array.from({ length: 14 }, () => words[random(words.length)] ?? '').join('');
    const marked = markMath(text);
    if (!marked.hasMath) expect(marked.text).toBe(text);
    expect(marked.text.replaceAll(/[\\$\s]/g, '')).toBe(text.replaceAll(/[\\$\s]|(?<=\\)[([\])]/g, ''));
  }
});
