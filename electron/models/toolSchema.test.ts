import { describe, expect, it } from 'vitest';
import { toParameters } from './toolSchema.ts';

const keep = { rootCombinators: 'keep' } as const;
const merge = { rootCombinators: 'merge' } as const;

describe('a tool schema for a model', () => {
  it('UA1 UA3 keeps $defs, references and every other root keyword', () => {
    const schema = {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/Node' } },
      required: ['tree'],
      additionalProperties: false,
      $defs: { Node: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/Node' } } } } },
    };
    expect(toParameters(schema, keep)).toEqual(schema);
  });

  it('UA4 a root that is only a reference shows the members it refers to, and its definitions stay', () => {
    const order = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
    expect(toParameters({ $ref: '#/definitions/Order', definitions: { Order: order } }, keep)).toEqual({
      ...order,
      definitions: { Order: order },
    });
  });

  it.each([
    ['no type and no properties', {}, { type: 'object', properties: {} }],
    ['no properties', { type: 'object' }, { type: 'object', properties: {} }],
    ['properties that are null', { type: 'object', properties: null }, { type: 'object', properties: {} }],
    ['a list of types', { type: ['object', 'null'], properties: { a: {} } }, { type: 'object', properties: { a: {} } }],
    ['another type', { type: 'string' }, { type: 'object', properties: {} }],
    [
      'additional properties only',
      { type: 'object', additionalProperties: { type: 'number' } },
      { type: 'object', properties: {}, additionalProperties: { type: 'number' } },
    ],
    ['a reference that leads nowhere', { $ref: '#/$defs/Gone' }, { type: 'object', properties: {}, $ref: '#/$defs/Gone' }],
    [
      'a reference to itself',
      { $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/A' } } },
      { type: 'object', properties: {}, $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/A' } } },
    ],
  ])('UA6 a root with %s becomes an object with properties', (_what, schema, expected) => {
    expect(toParameters(schema, keep)).toEqual(expected);
  });

  it('UA7 required comes through byte for byte, at every depth', () => {
    const schema = {
      type: 'object',
      properties: { in: { type: 'object', properties: {}, required: ['z', 'a', 'z'] } },
      required: ['b', 'a'],
    };
    const out = toParameters(schema, keep);
    expect(JSON.stringify([out['required'], out['properties']])).toBe(JSON.stringify([schema.required, schema.properties]));
  });

  it('UA8 a malformed required is dropped where it stands, and nothing else with it', () => {
    const schema = {
      type: 'object',
      required: 'city',
      properties: { city: { type: 'string', required: true }, list: { items: { type: 'object', required: [1] } } },
    };
    expect(toParameters(schema, keep)).toEqual({
      type: 'object',
      properties: { city: { type: 'string' }, list: { items: { type: 'object' } } },
    });
  });

  it('UA10 $schema goes everywhere and $id at the root, but properties of those names stay', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:x',
      type: 'object',
      properties: {
        $schema: { type: 'string' },
        $id: { type: 'string' },
        required: { type: 'boolean' },
        inner: { $schema: 'x', type: 'object' },
      },
    };
    expect(toParameters(schema, keep)).toEqual({
      type: 'object',
      properties: { $schema: { type: 'string' }, $id: { type: 'string' }, required: { type: 'boolean' }, inner: { type: 'object' } },
    });
  });

  it('UA10 values that only look like schemas are left alone', () => {
    const schema = {
      type: 'object',
      properties: { a: { default: { $schema: 'kept', required: 'kept' }, enum: [{ $schema: 'kept' }] } },
      examples: [{ required: 1 }],
    };
    expect(toParameters(schema, keep)).toEqual(schema);
  });

  it('UA10 combinators at the root stay for most endpoints and become properties for one that refuses them', () => {
    const schema = {
      type: 'object',
      properties: { all: {} },
      required: ['all'],
      anyOf: [{ properties: { a: {} }, required: ['a'] }, { $ref: '#/$defs/B' }],
      allOf: [{ properties: { c: {} }, required: ['c'] }],
      $defs: { B: { properties: { b: {} } } },
    };
    expect(toParameters(schema, keep)).toEqual(schema);
    expect(toParameters(schema, merge)).toEqual({
      type: 'object',
      properties: { all: {}, a: {}, b: {}, c: {} },
      required: ['all', 'c'],
      $defs: schema.$defs,
    });
  });

  it('does not change what it is given, gives the same for its own result, and survives very deep schemas', () => {
    const schema = { $schema: 'x', type: 'object', properties: { a: { $schema: 'x' } } };
    const before = structuredClone(schema);
    const once = toParameters(schema, merge);
    expect(schema).toEqual(before);
    expect(toParameters(once, merge)).toEqual(once);
    let deep: Record<string, unknown> = { type: 'string' };
    for (let depth = 0; depth < 3000; depth++) deep = { type: 'array', items: deep };
    expect(toParameters({ properties: { deep } }, keep)).toMatchObject({ type: 'object' });
  });

  it('a property named __proto__ stays a property', () => {
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as Record<string, unknown>;
    expect(JSON.stringify(toParameters(schema, keep))).toBe('{"type":"object","properties":{"__proto__":{"type":"string"}}}');
  });
});
