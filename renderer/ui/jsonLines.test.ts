import { expect, test } from 'vitest';
import { randomJson, seeded } from '../testText.ts';
import { splitEscapes, toJsonLines, tokenise } from './jsonLines.ts';

const joined = (text: string): string =>
  toJsonLines(text)
    .flatMap((line) => line.tokens.map((token) => token.text))
    .join('');

test('S23 for 500 random values the tokens joined are the exact text, compact and spaced alike', () => {
  const random = seeded(7);
  for (let i = 0; i < 500; i += 1) {
    const value = randomJson(random);
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 3)]) {
      expect(
        tokenise(text)
          .map((token) => token.text)
          .join(''),
      ).toBe(text);
      expect(joined(text)).toBe(text);
    }
  }
});

test('S23 text that is no JSON loses no character either', () => {
  const random = seeded(11);
  for (let i = 0; i < 500; i += 1) {
    const text = JSON.stringify(randomJson(random))
      .split('')
      .filter(() => random() > 0.2)
      .join('');
    expect(joined(text)).toBe(text);
  }
  for (const text of ['', '"', '"\\', '}}}{', 'NaN', '{"a":undefined}', '\u0000\ud800']) expect(joined(text)).toBe(text);
});

test('each member and each item stands on a line of its own, indented by its depth', () => {
  const lines = toJsonLines('{"a":{"b":[{}]},"c":[{"d":2}],"e":{},"f":[]}').map(
    (line) => `${line.depth}${line.tokens.map((t) => t.text).join('')}`,
  );
  expect(lines).toEqual(['0{', '1"a":{', '2"b":[', '3{}', '2]', '1},', '1"c":[', '2{"d":2}', '1],', '1"e":{},', '1"f":[]', '0}']);
});

test('a short list or object of plain values stays on one line and a long one does not', () => {
  expect(toJsonLines('{"city":"Beijing","days":3}')).toHaveLength(1);
  expect(toJsonLines('{"city":"Beijing","unit":"celsius","days":3}')).toHaveLength(5);
  expect(toJsonLines('[1,2,3]')).toHaveLength(1);
  expect(toJsonLines(JSON.stringify(Array.from({ length: 40 }, (_, i) => i)))).toHaveLength(42);
});

test('braces and commas inside of strings break no line', () => {
  expect(toJsonLines('{"a":"{,}[:]","b":[[]]}')).toHaveLength(6);
});

test('a key is told from a string', () => {
  expect(
    tokenise('{"a" : "b"}')
      .filter((t) => t.kind !== 'space')
      .map((t) => t.kind),
  ).toEqual(['bracket', 'key', 'punctuation', 'string', 'bracket']);
});

test('the pieces of a string joined are the string, and each escape stands alone', () => {
  const text = '"a\\n\\u202e\\\\n\\"x"';
  const found = splitEscapes(text);
  expect(found.map((piece) => piece.text).join('')).toBe(text);
  expect(found.filter((piece) => piece.isEscape).map((piece) => piece.text)).toEqual(['\\n', '\\u202e', '\\\\', '\\"']);
});

test('a string of a megabyte and a thousand levels are laid out', () => {
  const long = JSON.stringify({ a: '\\"x'.repeat(300_000) });
  expect(joined(long)).toBe(long);
  const deep = `${'['.repeat(1000)}1,[2]${']'.repeat(1000)}`;
  expect(joined(deep)).toBe(deep);
});
