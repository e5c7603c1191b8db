import { expect, test } from 'vitest';
import { countHidden, markHidden, mixedWords } from './hidden.ts';

const cannotBeSeen: readonly (readonly [string, string])[] = [
  ['\u0000', 'U+0000'],
  ['\u0007', 'U+0007'],
  ['\u001b', 'U+001B'],
  ['\r', 'U+000D'],
  ['\u0085', 'U+0085'],
  ['\u009b', 'U+009B'],
  ['\u00a0', 'U+00A0'],
  ['\u00ad', 'U+00AD'],
  ['\u034f', 'U+034F'],
  ['\u061c', 'U+061C'],
  ['\u115f', 'U+115F'],
  ['\u17b4', 'U+17B4'],
  ['\u180e', 'U+180E'],
  ['\u2000', 'U+2000'],
  ['\u2007', 'U+2007'],
  ['\u200b', 'U+200B'],
  ['\u200c', 'U+200C'],
  ['\u200d', 'U+200D'],
  ['\u200e', 'U+200E'],
  ['\u200f', 'U+200F'],
  ['\u2028', 'U+2028'],
  ['\u2029', 'U+2029'],
  ['\u202a', 'U+202A'],
  ['\u202e', 'U+202E'],
  ['\u202f', 'U+202F'],
  ['\u2060', 'U+2060'],
  ['\u2066', 'U+2066'],
  ['\u2069', 'U+2069'],
  ['\u206f', 'U+206F'],
  ['\u2800', 'U+2800'],
  ['\u3000', 'U+3000'],
  ['\u3164', 'U+3164'],
  ['\ue000', 'U+E000'],
  ['\ufe00', 'U+FE00'],
  ['\ufe0f', 'U+FE0F'],
  ['\ufeff', 'U+FEFF'],
  ['\uffa0', 'U+FFA0'],
  ['\ufff9', 'U+FFF9'],
  ['\uffff', 'U+FFFF'],
  ['\ud800', 'U+D800'],
  ['\udfff', 'U+DFFF'],
  ['\u{1d173}', 'U+1D173'],
  ['\u{e0001}', 'U+E0001'],
  ['\u{e0041}', 'U+E0041'],
  ['\u{e0100}', 'U+E0100'],
  ['\u{10fffd}', 'U+10FFFD'],
];

test('S24 every character that cannot be seen or moves its neighbours is marked with its code', () => {
  for (const [character, code] of cannotBeSeen) {
    const segments = markHidden(`a${character}b`, 'single');
    expect(segments, code).toEqual([{ text: 'a' }, { text: character, code }, { text: 'b' }]);
  }
});

test('S24 the segments joined are the text, whatever it holds', () => {
  const text = cannotBeSeen.map(([character]) => `x${character}${character}`).join('');
  expect(
    markHidden(text, 'single')
      .map((segment) => segment.text)
      .join(''),
  ).toBe(text);
});

test('what can be seen is left alone, in any script', () => {
  for (const text of ['plain text, 1 + 1', '张三：手机', 'Ünïcödé e\u0301', 'שלום', 'مرحبا', '😀', '日本語ｶﾅ', '⟦U+202E⟧']) {
    expect(countHidden(text, 'single'), text).toBe(0);
  }
});

test('line feeds and tabs are layout where text has lines, and marked where one line is meant', () => {
  expect(countHidden('a\n\tb', 'layout')).toBe(0);
  expect(markHidden('a\nb', 'single').map((segment) => segment.code)).toEqual([undefined, 'U+000A', undefined]);
  expect(countHidden('a\r\nb', 'layout')).toBe(1);
});

test('S24 a word that mixes alphabets is named, and a text in two languages is not', () => {
  expect(mixedWords('send to p\u0430ypal.com and \u0440aypal')).toEqual(['p\u0430ypal', '\u0440aypal']);
  expect(mixedWords('hello \u043f\u0440\u0438\u0432\u0435\u0442 \u03b1 to z, 张三abc')).toEqual([]);
});
