import { expect, test } from 'vitest';
import { fittingResources, indexResources, meaningfulWords } from './fitting.ts';
import type { ServerResources } from './resources.ts';

const list = (resources: ServerResources['resources'], serverKey = 'shop'): ServerResources => ({
  serverKey,
  state: 'listed',
  resources,
  templates: [],
  truncated: false,
  completes: false,
  watched: [],
  unwatched: [],
  changed: [],
  changes: [],
});
const shop = list([
  { uri: 'shop://catalog', name: 'catalog', title: 'Product catalog', description: 'Everything that is sold, with prices' },
  { uri: 'shop://runbooks/rollback', name: 'rollback', title: 'Rolling back a migration' },
  { uri: 'shop://orders/2026', name: 'orders', title: 'Orders of 2026', description: 'Every order with customer and price' },
  { uri: 'shop://退货', name: 'returns', title: '退货政策', description: '顾客在三十天内可以退货' },
  { uri: 'shop://logo', name: 'logo', title: 'Logo' },
  { uri: 'shop://about', name: 'about', title: 'About us' },
]);
const fitting = (text: string, lists = [shop]): readonly string[] => fittingResources(indexResources(lists), text).map(({ uri }) => uri);

test('words of the text find a resource by its title, its name or its address, also in the plural', () => {
  expect(fitting('Which products are in the catalogs?')).toEqual(['shop://catalog']);
  expect(fitting('how do I do a rollback')).toEqual(['shop://runbooks/rollback']);
  expect(fitting('any runbook for that?')).toEqual(['shop://runbooks/rollback']);
});
test('Chinese text finds a resource by neighbouring characters, and by what it says of itself', () => {
  expect(fitting('请问怎么退货？')).toEqual(['shop://退货']);
  expect(fitting('退货政策是什么')[0]).toBe('shop://退货');
  expect(fitting('今天天气怎么样')).toEqual([]);
});
test('small talk, single letters and common words offer nothing', () => {
  for (const text of ['', 'hi', 'What can you do for me?', 'tell me about it', '你好', 'a b c 1 2'])
    expect(fitting(text), text).toEqual([]);
});
test('one word of a description is not enough, two are', () => {
  expect(fitting('the price please')).toEqual([]);
  expect(fitting('price per customer')).toEqual(['shop://orders/2026']);
});
test('the best comes first, never more than four, and never what is taken', () => {
  const many = list(Array.from({ length: 9 }, (_, at) => ({ uri: `x://${at}`, name: `report ${at}`, title: `Sales report ${at}` })));
  expect(fitting('report number sales', [many, shop])).toHaveLength(0);
  const few = list(
    Array.from({ length: 6 }, (_, at) => ({ uri: `y://${at}`, name: '', title: `Plan${'x'.repeat(at)} budget` })),
    'plans',
  );
  const padding = list(
    Array.from({ length: 40 }, (_, at) => ({ uri: `z://${at}abc`, name: `zz${at}` })),
    'other',
  );
  expect(fitting('budget planx', [few, padding])[0]).toBe('y://1');
  expect(fitting('budget planx', [few, padding])).toHaveLength(4);
  const taken = fittingResources(indexResources([shop]), 'the catalog', ({ uri }) => uri === 'shop://catalog');
  expect(taken).toEqual([]);
});
test('an address that stands in the text is offered whatever it is', () => {
  expect(fitting('look at shop://logo')[0]).toBe('shop://logo');
});
test('a very long text and an address that is not well escaped are taken like any other', () => {
  expect(meaningfulWords('a'.repeat(200_000)).size).toBe(1);
  expect(fitting(`${'退'.repeat(100_000)} catalog`)).toEqual(['shop://catalog']);
  expect(fitting('the budget', [list([{ uri: 'x://%E0%A4%A/budget', name: '' }])])).toEqual(['x://%E0%A4%A/budget']);
});
