import { expect, test } from 'vitest';
import type { ResultBlock } from '#shared/conversation/events.ts';
import { withoutRepeats } from './resultBlocks.ts';

const text = (value: string): ResultBlock => ({ kind: 'text', text: value });
const structured = (value: unknown): ResultBlock => ({ kind: 'structured', json: JSON.stringify(value) });
const picture: ResultBlock = { kind: 'binary', mimeType: 'image/png', bytes: 4 };

test.each<[string, readonly ResultBlock[], readonly ResultBlock[]]>([
  [
    'structured content given as text too is shown as structured content',
    [text('{"b": [1, {"c": null}],\n"a": "x"}'), picture, structured({ a: 'x', b: [1, { c: null }] })],
    [picture, structured({ a: 'x', b: [1, { c: null }] })],
  ],
  ['text given as structured content too is shown as text', [text('a\nb'), structured({ content: 'a\nb' })], [text('a\nb')]],
  ['what differs in one value stays whole', [text('{"a":1}'), structured({ a: 2 })], [text('{"a":1}'), structured({ a: 2 })]],
  ['a list is no object of the same members', [text('[1]'), structured({ 0: 1 })], [text('[1]'), structured({ 0: 1 })]],
  ['more than the text is no repetition', [text('a'), structured({ a: 'a', n: 1 })], [text('a'), structured({ a: 'a', n: 1 })]],
  ['with several texts nothing is left out', [text('{}'), text('b'), structured({})], [text('{}'), text('b'), structured({})]],
])('%s', (_what, blocks, shown) => {
  expect(withoutRepeats(blocks)).toEqual(shown);
});
