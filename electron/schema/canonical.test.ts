import { describe, expect, it } from 'vitest';
import { canonicalJson, digestOf, exactText } from './canonical.ts';
import { randomJson, seeded } from './randomJson.ts';
import { isObject } from './pointer.ts';

const tool = {
  name: 'search',
  title: 'Search',
  description: 'Finds things.',
  annotations: { readOnlyHint: true },
  icons: [{ src: 'https://a.example/i.png' }],
  inputSchema: { type: 'object', properties: { q: { type: 'string' }, kind: { enum: ['a', 'b'] } }, required: ['q'] },
  outputSchema: { type: 'object' },
  _meta: { 'x/y': 1 },
};

/** The same value with every object's keys the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

describe('canonical JSON', () => {
  it('sorts keys by code unit at every level and keeps the order of lists', () => {
    expect(canonicalJson({ b: [{ z: 1, a: 2 }, 3], a: null, B: true, '10': 1, '9': 2, é: 'x', '😀': 1, '\uffff': 2 })).toBe(
      '{"10":1,"9":2,"B":true,"a":null,"b":[{"a":2,"z":1},3],"é":"x","😀":1,"\uffff":2}',
    );
  });

  it('leaves out undefined members as JSON.stringify does', () => {
    expect(canonicalJson({ a: undefined, b: [undefined, 1] })).toBe('{"b":[null,1]}');
  });

  it('S50 is written for a value nested 100,000 deep', () => {
    let value: unknown = 1;
    for (let i = 0; i < 100_000; i++) value = { a: value };
    expect(canonicalJson(value)).toHaveLength(100_000 * 6 + 1);
  });

  it('S50 keeps a member called __proto__', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"x":1}}'))).toBe('{"__proto__":{"x":1},"b":1}');
  });

  it('holds the same value as the exact text, for 500 random values in either key order', () => {
    const random = seeded(1);
    for (let i = 0; i < 500; i++) {
      const value = randomJson(random);
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(exactText(value)));
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
    }
  });

  it.each([undefined, () => 1, Symbol('x'), 1n])('throws for what JSON cannot hold: %s', (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });
});

describe('the digest of a tool definition', () => {
  it('S19 is the same when only the order of keys differs', () => {
    expect(digestOf(reversed(tool))).toBe(digestOf(tool));
    expect(digestOf(tool)).toMatch(/^sha256-[0-9a-f]{64}$/);
  });

  it.each([
    ['the name', { ...tool, name: 'search2' }],
    ['the title', { ...tool, title: 'Search!' }],
    ['an invisible character in the description', { ...tool, description: 'Finds things.\u200b' }],
    ['an annotation', { ...tool, annotations: { readOnlyHint: false } }],
    ['an icon', { ...tool, icons: [] }],
    [
      'a further enum value',
      { ...tool, inputSchema: { ...tool.inputSchema, properties: { ...tool.inputSchema.properties, kind: { enum: ['a', 'b', 'c'] } } } },
    ],
    [
      'the order of an enum',
      { ...tool, inputSchema: { ...tool.inputSchema, properties: { ...tool.inputSchema.properties, kind: { enum: ['b', 'a'] } } } },
    ],
    ['the type of a value', { ...tool, _meta: { 'x/y': '1' } }],
    ['the output schema', { ...tool, outputSchema: { type: 'object', properties: {} } }],
    ['a member that is gone', { ...tool, _meta: undefined }],
  ])('S19 changes with %s', (_what, changed) => {
    expect(digestOf(changed)).not.toBe(digestOf(tool));
  });
});
