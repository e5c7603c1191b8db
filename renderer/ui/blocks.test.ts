import { expect, test } from 'vitest';
import { seeded } from '../testText.ts';
import { type Block, BlockReader, paintInterval, splitBlocks } from './blocks.ts';

const sample = [
  '# Title',
  '',
  'One',
  'two',
  '',
  '- a',
  '',
  '- b',
  '',
  '  more of b',
  '',
  '```ts',
  'const a = 1;',
  '',
  'b',
  '```',
  'after',
  '',
  '1. x',
  '   ```',
  '   in a list',
  '   ```',
  '2. y',
  '',
  '> quote',
  '',
  '| a | b |',
  '|---|---|',
  '| 1 | 2 |',
  '',
  '~~~',
  'open `` ` ``',
  '~~~',
  '',
  'end',
  '',
].join('\n');

test('UG4 appending changes no block but the last, so that what is finished is never parsed again', () => {
  for (let length = 1; length < sample.length; length += 1) {
    const before = splitBlocks(sample.slice(0, length), false);
    const after = splitBlocks(sample.slice(0, length + 1), false);
    const fixed = before.filter((block) => block.closed);
    expect(after.slice(0, fixed.length), `at ${length}`).toEqual(fixed);
    expect(before.length - fixed.length, `at ${length}`).toBeLessThanOrEqual(1);
  }
});

test('UG4 a complete text has the blocks that it had while it grew', () => {
  const growing = splitBlocks(`${sample}\n`, false).filter((block) => block.closed);
  expect(splitBlocks(sample, true).slice(0, growing.length)).toEqual(growing);
});

test('no line of a text is lost by splitting it', () => {
  const random = seeded(5);
  const lines = ['text', '', '- item', '  indented', '    code', '# head', '| a |', '> q', '1. n', 'a `b` c', '$5 to $10'];
  for (let i = 0; i < 300; i += 1) {
    const text = Array.from({ length: 12 }, () => lines[Math.floor(random() * lines.length)] ?? '').join('\n');
    const kept = splitBlocks(text, true)
      .flatMap((block) => block.text.split('\n'))
      .filter((line) => line.trim() !== '');
    expect(kept).toEqual(text.split('\n').filter((line) => line.trim() !== ''));
  }
});

test('a list stays one block, loose items and their paragraphs included', () => {
  expect(splitBlocks('1. a\n\n2. b\n\n   more\n\n3. c\n\nafter', true).map((block) => block.text)).toEqual([
    '1. a\n\n2. b\n\n   more\n\n3. c\n',
    'after',
  ]);
});

test('UG4 a long list goes on in further blocks, and no item is lost', () => {
  const items = Array.from({ length: 400 }, (_, i) => `${i + 1}. item number ${i}\n   and more of it`);
  const blocks = splitBlocks(items.join('\n'), true);
  expect(blocks.length).toBeGreaterThan(3);
  expect(blocks.map((block) => block.text).join('\n')).toBe(items.join('\n'));
  expect(blocks.map((block) => block.kind === 'markdown' && block.isMoreOfList)).toEqual([false, ...blocks.slice(1).map(() => true)]);
});

test('fenced code is a block of its own with its language, also before its end has come', () => {
  expect(splitBlocks('see\n```sql\nSELECT 1;\n', false)).toEqual([
    { kind: 'markdown', text: 'see', closed: true, isMoreOfList: false },
    { kind: 'code', text: 'SELECT 1;\n', language: 'sql', closed: false },
  ]);
});

test('the first marks of an end of code are not shown as code', () => {
  expect(splitBlocks('```\na\n```', false)).toEqual([{ kind: 'code', text: 'a', language: '', closed: false }]);
});

test('a text with definitions is parsed whole once it is complete, so that they are found', () => {
  expect(splitBlocks('See [it][1].\n\n[1]: https://example.com', true)).toHaveLength(1);
});

test('painting slows down with the length of the unfinished block and never stops', () => {
  expect(paintInterval(10)).toBe(33);
  expect(paintInterval(8_000)).toBe(100);
  expect(paintInterval(10_000_000)).toBe(250);
});

test('UG4 a text streams to the same blocks however it is cut, tables, lists and code included', () => {
  const random = seeded(11);
  const lines = [
    '| a | b |',
    '|---|:-:|',
    '| 1 | `x|y` |',
    '',
    '- item',
    '  more',
    '```ts',
    '```',
    'text $x$',
    '> quote',
    '# head',
    '    code',
    '$$',
    '1. n',
  ];
  for (let i = 0; i < 400; i += 1) {
    const text = Array.from({ length: 20 }, () => lines[Math.floor(random() * lines.length)] ?? '').join('\n');
    const reader = new BlockReader();
    let at = 0;
    let before: readonly Block[] = [];
    while (at < text.length) {
      at = Math.min(text.length, at + 1 + Math.floor(random() * 9));
      const blocks = reader.read(text.slice(0, at), false);
      const fixed = before.filter((block) => block.closed);
      // The very same objects: what is finished is neither parsed nor even compared again.
      fixed.forEach((block, index) => expect(blocks[index]).toBe(block));
      before = blocks;
    }
    expect(reader.read(text, true)).toEqual(splitBlocks(text, true));
    expect(reader.read('another text', true)).toEqual(splitBlocks('another text', true));
  }
});

test('a table is a block of its own as soon as its second line is whole, and ends at what begins something else', () => {
  expect(splitBlocks('| a | b |\n|---|---', false)).toMatchObject([{ kind: 'markdown', closed: false }]);
  expect(splitBlocks('| a | b |\n|---|---|\n| 1', false)).toEqual([{ kind: 'table', text: '| a | b |\n|---|---|\n| 1', closed: false }]);
  expect(splitBlocks('| a |\n|---|\n| 1 |\n- x\n\n| b |\n|---|---|\n\nend', true).map((block) => block.kind)).toEqual([
    'table',
    'markdown',
    'markdown',
    'markdown',
  ]);
});
