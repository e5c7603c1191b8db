import { describe, expect, it } from 'vitest';
import { createValidators } from './validator.ts';

const tool = (properties: Record<string, unknown>, rest: Record<string, unknown> = {}): Record<string, unknown> => ({
  type: 'object',
  properties,
  ...rest,
});
const of = (schema: unknown): ReturnType<ReturnType<typeof createValidators>['of']> => createValidators().of(JSON.stringify(schema));
function explain(schema: unknown, value: unknown): readonly string[] {
  const made = of(schema);
  if (!made.ok) throw new Error(made.problem);
  expect(made.validator.validate(value)).toBe(false);
  return made.validator.explain(value, true);
}

describe('sentences for the model', () => {
  it.each([
    [tool({ n: { type: 'integer' } }), { n: 'two' }, ['/n must be an integer, but is the string "two".']],
    [tool({ n: { type: ['integer', 'null'] } }), { n: [] }, ['/n must be an integer or null, but is a list of 0 items.']],
    [tool({ city: {} }, { required: ['city'] }), {}, ['/city is required but missing.']],
    [
      tool({ u: { enum: ['celsius', 'fahrenheit'] } }),
      { u: 'kelvin' },
      ['/u must be "celsius" or "fahrenheit", but is the string "kelvin".'],
    ],
    [tool({ u: { const: 5 } }), { u: 6 }, ['/u must be 5, but is 6.']],
    [tool({ a: {} }, { additionalProperties: false }), { a: 1, b: 2 }, ['/b is not known here; known are "a".']],
    [
      tool({ items: { type: 'array', items: { type: 'object', required: ['q'] } } }),
      { items: [{ q: 1 }, {}] },
      ['/items/1/q is required but missing.'],
    ],
    [tool({ 'a/b~c': { type: 'string' } }), { 'a/b~c': 1 }, ['/a~1b~0c must be a string, but is 1.']],
    [
      tool({ n: { minimum: 1, multipleOf: 2 } }),
      { n: -1 },
      ['/n must be at least 1, but is -1.', '/n must be a multiple of 2, but is -1.'],
    ],
    [tool({ n: { exclusiveMaximum: 1 } }), { n: 1 }, ['/n must be less than 1, but is 1.']],
    [tool({ s: { minLength: 1 } }), { s: '' }, ['/s must have at least 1 character.']],
    [
      tool({ l: { maxItems: 2, uniqueItems: true } }),
      { l: [1, 2, 1] },
      ['/l must have at most 2 items.', '/l must not hold the same item twice, but items 0 and 2 are equal.'],
    ],
    [tool({ s: { pattern: '^a$' } }), { s: 'b' }, ['/s must match the regular expression "^a$", but is the string "b".']],
    [tool({ s: { format: 'email' } }), { s: 'b' }, ['/s must have the format "email", but is the string "b".']],
    [
      tool({ v: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }),
      { v: 'x' },
      ['/v must be an integer or null, but is the string "x".'],
    ],
    [tool({ v: { oneOf: [{ const: 'a' }, { const: 'b' }] } }), { v: 'c' }, ['/v must be "a" or "b", but is the string "c".']],
    [
      tool({ v: { anyOf: [{ type: 'object', required: ['a'] }, { type: 'null' }] } }),
      { v: {} },
      ['/v must have one of the 2 forms that are allowed here.', '/v/a is required but missing.'],
    ],
    [
      tool({ v: { oneOf: [{ type: 'integer' }, { minimum: 1 }] } }),
      { v: 5 },
      ['/v must have exactly one of the forms that are allowed here, but has several.'],
    ],
    [tool({ v: false }), { v: 1 }, ['/v is not allowed here.']],
    [tool({ v: { not: { type: 'string' } } }), { v: 'x' }, ['/v has a form that is not allowed here.']],
    [tool({}, { dependentRequired: { a: ['b'] } }), { a: 1 }, ['/b is required when "a" is given.']],
    [tool({}, { minProperties: 1 }), {}, ['The whole must have at least 1 member.']],
    [
      tool({ t: {} }, { if: { properties: { t: { const: 'x' } } }, then: { required: ['u'] } }),
      { t: 'x' },
      ['/u is required but missing.'],
    ],
  ])('%j refuses %j: %j', (schema, value, lines) => {
    expect(explain(schema, value)).toEqual(lines);
  });

  it('long values and long lists of values are cut', () => {
    const lines = explain(tool({ v: { enum: Array.from({ length: 300 }, (_, i) => `value ${i}`) } }), { v: 'x'.repeat(10_000) });
    expect(lines[0]).toContain('one of 280 more');
    expect(lines[0]?.length).toBeLessThan(600);
  });
});
