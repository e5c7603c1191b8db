import { expect, test } from 'vitest';
import { seeded } from '../testText.ts';
import { diffLines, markChanges } from './lineDiff.ts';

const oldOf = (lines: ReturnType<typeof diffLines>): string =>
  lines
    .filter((l) => l.kind !== 'added')
    .map((l) => l.text)
    .join('\n');
const newOf = (lines: ReturnType<typeof diffLines>): string =>
  lines
    .filter((l) => l.kind !== 'removed')
    .map((l) => l.text)
    .join('\n');

test('a changed definition is shown whole: both texts can be read off the comparison', () => {
  const random = seeded(9);
  for (let i = 0; i < 200; i += 1) {
    const text = (): string => Array.from({ length: Math.floor(random() * 12) }, () => 'abcd'.charAt(Math.floor(random() * 4))).join('\n');
    const [before, after] = [text(), text()];
    const lines = diffLines(before, after);
    expect(oldOf(lines)).toBe(before);
    expect(newOf(lines)).toBe(after);
  }
});

test('only what changed is marked', () => {
  expect(diffLines('a\nb\nc', 'a\nx\nc')).toEqual([
    { kind: 'same', text: 'a' },
    { kind: 'removed', text: 'b' },
    { kind: 'added', text: 'x' },
    { kind: 'same', text: 'c' },
  ]);
  expect(diffLines('a\nb', 'a\nb').every((line) => line.kind === 'same')).toBe(true);
});

test('very long definitions are compared without holding up the page', () => {
  const before = Array.from({ length: 4000 }, (_, i) => `old ${i}`).join('\n');
  const after = Array.from({ length: 4000 }, (_, i) => `new ${i}`).join('\n');
  const lines = diffLines(before, after);
  expect(oldOf(lines)).toBe(before);
  expect(newOf(lines)).toBe(after);
});

test('S19 within a changed line the very letters that changed are marked, and the pieces joined are the line', () => {
  const marked = markChanges(diffLines('{\n  "a": "Pays."\n}', '{\n  "a": "Pays 😀 all."\n}'));
  expect(marked.map(({ kind, pieces }) => [kind, pieces.map((p) => (p.isChanged ? `[${p.text}]` : p.text)).join('')])).toEqual([
    ['same', '{'],
    ['removed', '  "a": "Pays."'],
    ['added', '  "a": "Pays[ 😀 all]."'],
    ['same', '}'],
  ]);
  for (const line of markChanges(diffLines('a\nb\nc', 'x\ny'))) expect(line.pieces.map((p) => p.text).join('').length).toBe(1);
});
