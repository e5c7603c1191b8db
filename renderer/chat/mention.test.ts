import { expect, test } from 'vitest';
import type { ServerResources } from '#shared/resources/resources.ts';
import { mentionable, mentionAt, mostMentions, withoutMention } from './mention.ts';

test.each<[string, string | undefined]>([
  ['@', ''],
  ['@wel', 'wel'],
  ['see @wel', 'wel'],
  ['(@a', 'a'],
  ['请看@手册', '手册'],
  ['mail@host', undefined],
  ['npm i x/@scope', undefined],
  ['@done and on', undefined],
  ['@@', undefined],
  ['no', undefined],
])('a mention is found in %j', (text, query) => {
  expect(mentionAt(text, text.length)?.query).toBe(query);
});

test('a mention is looked for at the caret and taken out of the text whole', () => {
  const text = 'read @wel please';
  const mention = mentionAt(text, 9);
  expect(mention).toEqual({ start: 5, query: 'wel' });
  expect(mention && withoutMention(text, mention)).toEqual({ text: 'read  please', caret: 5 });
});

test('what begins with the words comes first, and only so many are shown, and the others are counted', () => {
  const list: ServerResources = {
    serverKey: 's',
    state: 'listed',
    resources: [
      { uri: 'x://log', name: 'a catalog' },
      { uri: 'x://2', name: 'catalog', title: 'Catalog' },
      ...Array.from({ length: 40 }, (_, at) => ({ uri: `x://cat/${at}`, name: `n${at}` })),
    ],
    templates: [],
    truncated: false,
    completes: false,
    watched: [],
    unwatched: [],
    changed: [],
    changes: [],
  };
  const found = mentionable([list], 'CATA');
  expect(found.items.map((m) => m.uri)).toEqual(['x://2', 'x://log']);
  expect(found.more).toBe(0);
  const all = mentionable([list], '');
  expect(all.items).toHaveLength(mostMentions);
  expect(all.more).toBe(42 - mostMentions);
});
