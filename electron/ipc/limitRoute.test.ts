import { expect, test } from 'vitest';
import { limitRoute, unfit } from './limitRoute.ts';
import type { Route } from './router.ts';

const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
const ring: Record<string, unknown> = {};
ring.self = ring;

test('S3 plain data of a page passes, whatever its form', () => {
  for (const value of [
    undefined,
    null,
    0,
    Number.NaN,
    '',
    [],
    {},
    { a: [{ b: 'c' }] },
    Object.create(null),
    deep(64),
    'x'.repeat(2_000_000),
  ])
    expect(unfit(value)).toBeUndefined();
  expect(unfit(structuredClone({ constructor: 1, prototype: 2, toString: 3 }))).toBeUndefined();
});

test.each<[string, unknown]>([
  ['a text of 100 MB', 'x'.repeat(100_000_000)],
  ['a key of 9 MB', { ['k'.repeat(9_000_000)]: 1 }],
  ['many texts of together more than 8 MB', Array.from({ length: 90 }, () => 'x'.repeat(100_000))],
  ['more values than anybody needs', Array.from({ length: 250_000 }, () => 0)],
  ['65 levels', deep(66)],
  ['5,000 levels', deep(5000)],
  ['a ring', ring],
])('S3 %s is too large', (_what, value) => {
  expect(unfit(value)).toBe('too-large');
});

test.each<[string, unknown]>([
  ['an own __proto__', JSON.parse('{"a":{"__proto__":{"isAdmin":true}}}')],
  ['a Map', new Map([['a', 1]])],
  ['a Date', new Date(0)],
  ['bytes', new Uint8Array(4)],
  ['an Error', new Error('x')],
  ['a BigInt', 1n],
  ['a symbol', Symbol('x')],
  ['a function', () => 1],
  ['a regular expression', /x/],
])('S3 %s is no message', (_what, value) => {
  expect(unfit({ input: [value] })).toBe('invalid-input');
});

function house() {
  const seen: unknown[] = [];
  const reported: unknown[] = [];
  const time = { now: 0 };
  const behind: Route = {
    request: async (name) => {
      seen.push(name);
      return { ok: true, value: undefined };
    },
    watch: (name) => {
      seen.push(name);
      return () => undefined;
    },
  };
  return { seen, reported, time, route: limitRoute(behind, { now: () => time.now, report: (error) => reported.push(error) }) };
}

test.each([[null], [7], [{ toString: 1 }], [['chat.create']], ['x'.repeat(101)], [undefined]])('S3 the name %j is none', async (name) => {
  const { route, seen } = house();
  expect(await route.request(name, {})).toMatchObject({ ok: false, failure: { code: 'unknown-request' } });
  expect(route.watch(name, {}, () => undefined)).toBeUndefined();
  expect(seen).toEqual([]);
});

test('S3 a flood of requests is stopped, said once, and over when time has passed', async () => {
  const all = house();
  const answers = await Promise.all(Array.from({ length: 1500 }, () => all.route.request('chat.create', {})));
  expect(answers.filter((a) => a.ok)).toHaveLength(1000);
  expect(answers.at(-1)).toMatchObject({ failure: { code: 'too-many-requests' } });
  expect(all.reported).toHaveLength(1);
  all.time.now += 1000;
  expect(await all.route.request('chat.create', {})).toMatchObject({ ok: true });
  expect(all.seen).toHaveLength(1001);
});

test('S3 a page that never ends its watches gets no more of them', () => {
  const all = house();
  const ends = Array.from({ length: 250 }, () => all.route.watch('notices', {}, () => undefined));
  expect(ends.filter(Boolean)).toHaveLength(200);
  ends[0]?.();
  ends[0]?.();
  expect([1, 2].map(() => all.route.watch('notices', {}, () => undefined) !== undefined)).toEqual([true, false]);
});
