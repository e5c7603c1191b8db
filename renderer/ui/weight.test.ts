import { expect, test } from 'vitest';
import { isTooHeavy } from './weight.ts';

test.each([
  ['10,000 nested quotes', `${'>'.repeat(10_000)} x`],
  ['deep lists in a line', `${'- '.repeat(200)}x`],
  ['deep lists by indentation', Array.from({ length: 60 }, (_, at) => `${'  '.repeat(at)}- x`).join('\n')],
  ['open marks', '*a '.repeat(5_000)],
  ['open brackets', '['.repeat(5_000)],
  ['a paragraph of a megabyte', 'word '.repeat(200_000)],
])('S52 %s would hold the page up', (_what, text) => {
  expect(isTooHeavy(text)).toBe(true);
});

test.each([
  [
    'an ordinary list',
    Array.from({ length: 40 }, (_, at) => `- **item** ${at} with \`code\` and [a link](https://example.com)`).join('\n'),
  ],
  ['quotes in a quote', '> a\n> > b\n> > > c'],
  ['numbers and dashes', `1. a\n2. b\n\n${'-'.repeat(80)}`],
])('%s is formatted', (_what, text) => {
  expect(isTooHeavy(text)).toBe(false);
});
