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
