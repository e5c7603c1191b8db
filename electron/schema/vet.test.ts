import { describe, expect, it } from 'vitest';
import { createValidators } from './validator.ts';

const tool = (properties: Record<string, unknown>, rest: Record<string, unknown> = {}): Record<string, unknown> => ({
  type: 'object',
  properties,
  ...rest,
});
const of = (schema: unknown): ReturnType<ReturnType<typeof createValidators>['of']> => createValidators().of(JSON.stringify(schema));
/** True or false for a value, or the reason why the schema is no use. */
function judge(schema: unknown, value: unknown): boolean | string {
  const made = of(schema);
  return made.ok ? made.validator.validate(value) : made.problem;
}
const warningsOf = (schema: unknown): readonly string[] | string => {
  const made = of(schema);
  return made.ok ? made.validator.warnings : made.problem;
};

describe('sloppy schemas', () => {
  it.each([true, 'name', {}, [1], ['a', 'a']])('UA8 a malformed required (%j) is left out with a warning, the rest holds', (required) => {
    const schema = tool({ inner: { type: 'object', properties: { a: { type: 'integer' } }, required } });
    expect(warningsOf(schema)).toEqual([
      '"/properties/inner/required" is not a list of different names; what is wrong in it was left out.',
    ]);
    expect(judge(schema, { inner: { a: 'x' } })).toBe(false);
    expect(judge(schema, { inner: { a: 1 } })).toBe(true);
  });

  it('UA8 null keywords are left out with a warning, null values stay', () => {
    const schema = { ...tool({ a: { type: 'string', enum: null, description: null, default: null }, b: { const: null } }), required: null };
    expect(warningsOf(schema)).toHaveLength(3);
    expect(judge(schema, { a: 'x', b: null })).toBe(true);
    expect(judge(schema, { b: 1 })).toBe(false);
  });

  it('UA7 a well-formed required stays as it is', () => {
    const made = of(tool({ a: {}, b: {} }, { required: ['b', 'a', 'not-a-property'] }));
    expect(made.ok && made.validator.schema.required).toEqual(['b', 'a', 'not-a-property']);
    expect(made.ok && made.validator.warnings).toEqual([]);
  });

  it('UA6 an object without properties, or with empty ones, is usable', () => {
    expect(judge({ type: 'object' }, {})).toBe(true);
    expect(judge({ type: 'object', properties: {} }, { any: 1 })).toBe(true);
  });

  it.each([
    ['words of OpenAPI', { nullable: true, example: 5, discriminator: { propertyName: 'x' }, xml: {} }],
    ['nullable beside a choice', { nullable: true, anyOf: [{ type: 'string' }] }],
    ['an id of draft-04', { id: 'x', type: 'string' }],
    ['an unknown format', { type: 'string', format: 'phone' }],
    ['a pattern that is correct only without Unicode', { type: 'string', pattern: '^[\\w\\-]+\\@' }],
    ['unknown keywords', { type: 'string', 'x-order': 1, $comment: 'c', markdownDescription: 'd' }],
  ])('%s do not make a tool unusable', (_what, v) => {
    expect(warningsOf(tool({ v }))).toEqual([]);
  });

  it.each([
    [tool({ v: { type: 'strin' } }), 'malformed at "/properties/v/type"'],
    [tool({ v: { type: 'string', pattern: '(' } }), 'Invalid regular expression'],
    [tool({ v: { type: 'string', pattern: '(?P<n>a)' } }), 'Invalid'],
    [tool({ v: 'string' }), 'malformed at "/properties/v"'],
    [tool({ v: { minimum: '1' } }), 'malformed'],
    [tool({ v: { multipleOf: 0 } }), 'malformed'],
    [{ type: 'object', properties: 5 }, 'malformed'],
    [[], 'not an object'],
    ['text', 'not an object'],
    [null, 'not an object'],
    [tool({}, { $id: 5 }), 'malformed'],
    [JSON.parse('{"type":"object","properties":{"__proto__":{"type":"integer"}}}') as unknown, '__proto__'],
  ])('S51 %j is refused: %s', (schema, why) => {
    expect(judge(schema, {})).toContain(why);
  });
});

describe('malformed keywords', () => {
  const wrong: Readonly<Record<string, unknown>> = {
    type: 'strin',
    enum: 'a',
    minimum: '1',
    maximum: [],
    exclusiveMinimum: true,
    multipleOf: 0,
    minLength: -1,
    maxLength: 1.5,
    pattern: 5,
    items: 5,
    prefixItems: {},
    contains: 'x',
    minContains: 'x',
    uniqueItems: 'yes',
    minItems: '2',
    properties: [],
    patternProperties: { a: 5 },
    additionalProperties: 5,
    propertyNames: 'x',
    unevaluatedProperties: 5,
    unevaluatedItems: 'x',
    dependentRequired: { a: 'b' },
    dependentSchemas: { a: 5 },
    minProperties: -2,
    maxProperties: '3',
    allOf: {},
    anyOf: [5],
    oneOf: [],
    not: 'x',
    if: 5,
    then: 'x',
    else: 1,
    $defs: 5,
    $ref: 5,
    $id: 5,
    $anchor: '5 5',
    title: 5,
    description: {},
    deprecated: 'no',
    readOnly: 'no',
    examples: 5,
    $comment: 5,
  };
  const part = (keyword: string): Record<string, unknown> => ({ [keyword]: wrong[keyword] });
  it.each(Object.keys(wrong))('S51 a malformed %s is refused wherever it stands, with a sentence that names the place', (keyword) => {
    const places: readonly (readonly [string, unknown])[] = [
      ['/properties/a', tool({ a: part(keyword) })],
      ['/$defs/a', tool({ b: { $ref: '#/$defs/a' } }, { $defs: { a: part(keyword) } })],
      ['/$defs/a', tool({ b: { type: 'string' } }, { $defs: { a: part(keyword) } })],
      ['/definitions/a', tool({ b: { $ref: '#/definitions/a' } }, { definitions: { a: part(keyword) } })],
      ['/properties/a/anyOf/1', tool({ a: { anyOf: [{}, part(keyword)] } })],
      ['', tool({ a: { type: 'array', items: [{ type: 'string' }, part(keyword)] } })],
      ['', tool({ b: { $ref: '#/elsewhere/a~1b' } }, { elsewhere: { 'a/b': part(keyword) } })],
    ];
    for (const [place, schema] of places) {
      const why = judge(schema, {});
      expect(why, JSON.stringify(schema)).toMatch(/^The schema /);
      expect(why).toContain(place === '' ? 'malformed' : `malformed at "${place}`);
    }
  });

  it('S51 what a reference leads to is held to the bounds and rules of a schema, also in places that are none by themselves', () => {
    const through = (elsewhere: unknown): unknown => tool({ b: { $ref: '#/elsewhere' } }, { elsewhere });
    expect(judge(through({ type: 'integer' }), { b: 'x' })).toBe(false);
    expect(judge(through({ type: 'integer' }), { b: 1 })).toBe(true);
    expect(judge(through({ $async: true, type: 'integer' }), { b: 'x' })).toBe(false);
    expect(judge(through({ type: 'object', properties: { a: { type: 'integer' } }, required: 'a' }), { b: { a: 'x' } })).toBe(false);
    expect(judge(through(JSON.parse('{"properties":{"__proto__":{"type":"integer"}}}')), {})).toContain('__proto__');
    expect(judge(through('text'), {})).toContain('which is no schema');
    expect(judge(through({ $ref: '#/further' }), {})).toContain('does not contain');
    const wide = { properties: Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`p${i}`, {}])) };
    expect(judge(through(wide), {})).toContain('more than 2000 parts');
    // One that refers to itself from there ends.
    expect(judge(through({ properties: { next: { $ref: '#/elsewhere' }, n: { type: 'integer' } } }), { b: { next: { n: 'x' } } })).toBe(
      false,
    );
  });

  it('S51 older words are still understood where no dialect is named', () => {
    const tuple = tool({ a: { type: 'array', items: [{ type: 'string' }, { type: 'integer' }], additionalItems: false } });
    expect(judge(tuple, { a: ['x', 1] })).toBe(true);
    expect(judge(tuple, { a: ['x', 'y'] })).toBe(false);
    expect(judge(tuple, { a: ['x', 1, 2] })).toBe(false);
    expect(judge(tool({ a: { $ref: '#name' } }, { definitions: { n: { $id: '#name', type: 'integer' } } }), { a: 'x' })).toBe(false);
  });
});

describe('bounds before compiling', () => {
  it('S51 2,000 parts are accepted, more are not', () => {
    const wide = (n: number): unknown => ({
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: n - 1 }, (_, i) => [`p${i}`, {}])),
    });
    expect(judge(wide(2000), {})).toBe(true);
    expect(judge(wide(2001), {})).toContain('more than 2000 parts');
  });

  it('S51 a depth of 32 is accepted, more is not', () => {
    const nested = (depth: number): Record<string, unknown> =>
      depth === 1 ? { type: 'object' } : { type: 'object', properties: { a: nested(depth - 1) } };
    expect(judge(nested(32), {})).toBe(true);
    expect(judge(nested(33), {})).toContain('nested more than 32 deep');
  });
});
