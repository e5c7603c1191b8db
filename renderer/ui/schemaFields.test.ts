import { expect, test } from 'vitest';
import { controlFor, numberOf, resolved, startValue, withMember, type Schema } from './schemaFields.ts';

const order: Schema = {
  type: 'object',
  properties: {
    customer: { $ref: '#/$defs/person' },
    items: {
      type: 'array',
      minItems: 1,
      items: { type: 'object', properties: { id: { type: 'string' }, quantity: { type: 'integer', default: 1 } }, required: ['id'] },
    },
    unit: { enum: ['celsius', 'fahrenheit'], default: 'celsius' },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    friend: { $ref: '#/$defs/person' },
    either: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    free: { type: 'object' },
  },
  required: ['customer', 'items'],
  $defs: {
    person: {
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'number' }, friend: { $ref: '#/$defs/person' } },
      required: ['name'],
    },
  },
};
const controlOf = (name: string) => controlFor(resolved((order['properties'] as Record<string, Schema>)[name] ?? {}, order));

test('each kind of schema gets its control, references followed; what has none is written as JSON', () => {
  expect(['customer', 'items', 'unit', 'note', 'friend', 'either', 'free'].map((name) => controlOf(name).kind)).toEqual([
    'object',
    'array',
    'choice',
    'text',
    'object',
    'json',
    'json',
  ]);
  expect(controlFor({ oneOf: [{ const: 'a', title: 'First' }, { const: 2 }] })).toEqual({
    kind: 'choice',
    values: ['a', 2],
    titles: ['First', '2'],
  });
  for (const odd of [
    {},
    { type: ['string', 'number'] },
    { type: 'array' },
    { type: 'array', prefixItems: [] },
    { type: 'nonsense' },
    { $ref: '#/nowhere' },
    { $ref: 'https://x/y' },
  ])
    expect(controlFor(resolved(odd, odd)).kind, JSON.stringify(odd)).toBe('json');
});

test('a form starts with the defaults and the least that is required, and nothing that a person should choose', () => {
  expect(startValue(order, order, true)).toEqual({ customer: { name: '' }, items: [{ id: '', quantity: 1 }], unit: 'celsius' });
  expect(startValue({ enum: ['a', 'b'] }, {}, true)).toBeUndefined();
  expect(startValue({ const: 'only' }, {}, true)).toBe('only');
  expect(startValue({ type: 'boolean' }, {}, false)).toBeUndefined();
});

test('a schema that requires itself for ever still gives a form', () => {
  const loop: Schema = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] };
  expect(JSON.stringify(startValue(loop, loop, true)).length).toBeLessThan(200);
  const self: Schema = { $ref: '#' };
  expect(controlFor(resolved(self, self)).kind).toBe('json');
});

test('a member that is left out is not there, and the order of the others stays', () => {
  const set = withMember({ a: 1, b: 2 }, 'a', 3);
  expect(JSON.stringify(set)).toBe('{"a":3,"b":2}');
  expect(withMember(set, 'a', undefined)).toEqual({ b: 2 });
  expect(withMember(undefined, 'a', '')).toEqual({ a: '' });
});

test('a text is a number only if it is exactly that number', () => {
  expect(['1', ' -2.5 ', '1e3', '0'].map(numberOf)).toEqual([1, -2.5, 1000, 0]);
  for (const text of ['', 'x', '1,5', '0x10', '9007199254740993', '1e999', '٣']) expect(numberOf(text), text).toBeUndefined();
});
