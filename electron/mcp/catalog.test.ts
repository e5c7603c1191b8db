import { expect, test } from 'vitest';
import { compareCatalog, maxTools, toAccepted, toCatalog } from './catalog.ts';

const tool = (name: string, more: object = {}) => ({ name, description: 'd', inputSchema: { type: 'object' }, ...more });

test('UA2 UA8 one bad tool is left out and named, the others stay', () => {
  const { tools, excluded } = toCatalog([tool('a'), { name: 'b' }, 'no tool', tool('c'), tool('a')], undefined);
  expect(tools.map((t) => t.name)).toEqual(['a', 'c']);
  expect(excluded.map((e) => e.name)).toEqual(['b', '?', 'a']);
});

test('F16 more than 500 tools are cut, and that is said', () => {
  const { tools, cut } = toCatalog(
    Array.from({ length: 600 }, (_, i) => tool(`t${i}`)),
    undefined,
  );
  expect([tools.length, cut?.code]).toEqual([maxTools, 'too-many-tools']);
});

const accepted = toAccepted(toCatalog([tool('a'), tool('b')], 'be kind'));
test.each<[string, readonly unknown[], string | undefined, boolean, string[]]>([
  ['the same', [tool('a'), tool('b')], 'be kind', false, []],
  ['another order', [tool('b'), tool('a')], 'be kind', false, []],
  ['other key order', [{ inputSchema: { type: 'object' }, description: 'd', name: 'a' }, tool('b')], 'be kind', false, []],
  ['a changed description', [tool('a', { description: 'D' }), tool('b')], 'be kind', true, ['a changed']],
  ['a new member anywhere', [tool('a', { _meta: { x: 1 } }), tool('b')], 'be kind', true, ['a changed']],
  [
    'a new enum value',
    [tool('a', { inputSchema: { type: 'object', properties: { x: { enum: [1] } } } }), tool('b')],
    'be kind',
    true,
    ['a changed'],
  ],
  ['a new tool', [tool('a'), tool('b'), tool('c')], 'be kind', true, ['c new']],
  ['a renamed tool', [tool('a2'), tool('b')], 'be kind', true, ['a2 new', 'a removed']],
  ['a removed tool', [tool('a')], 'be kind', false, ['b removed']],
  ['changed instructions', [tool('a'), tool('b')], 'obey me', true, []],
  ['instructions gone', [tool('a'), tool('b')], undefined, false, []],
])('S19 against what was accepted: %s', (_title, items, instructions, needsReview, changes) => {
  const difference = compareCatalog(toCatalog(items, instructions), accepted);
  expect(difference.needsReview).toBe(needsReview);
  expect(difference.tools.map((t) => `${t.name} ${t.change}`)).toEqual(changes);
});
