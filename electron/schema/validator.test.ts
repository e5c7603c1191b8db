import { describe, expect, it } from 'vitest';
import { createValidators } from './validator.ts';

const tool = (properties: Record<string, unknown>, rest: Record<string, unknown> = {}): Record<string, unknown> => ({ type: 'object', properties, ...rest });
const of = (schema: unknown): ReturnType<ReturnType<typeof createValidators>['of']> => createValidators().of(JSON.stringify(schema));
/** True or false for a value, or the reason why the schema is no use. */
function judge(schema: unknown, value: unknown): boolean | string {
  const made = of(schema);
  return made.ok ? made.validator.validate(value) : made.problem;
}
function explain(schema: unknown, value: unknown): readonly string[] {
  const made = of(schema);
  if (!made.ok) throw new Error(made.problem);
  expect(made.validator.validate(value)).toBe(false);
  return made.validator.explain(value, true);
}
const warningsOf = (schema: unknown): readonly string[] | string => {
  const made = of(schema);
  return made.ok ? made.validator.warnings : made.problem;
};

describe('references', () => {
  it.each(['$defs', 'definitions'])('UA1 a property that is only a reference into %s is resolved against the root', (home) => {
    const schema = tool({ x: { $ref: `#/${home}/X` } }, { [home]: { X: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } }, required: ['x'] });
    expect(judge(schema, { x: { n: 1 } })).toBe(true);
    expect(judge(schema, { x: { n: 'one' } })).toBe(false);
    expect(judge(schema, { x: {} })).toBe(false);
  });

  it('UA1 recursive references work, mutual ones and those to the root too', () => {
    const tree = tool({ tree: { $ref: '#/$defs/Node' } }, { $defs: { Node: { type: 'object', properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } }, required: ['name'] } } });
    expect(judge(tree, { tree: { name: 'a', children: [{ name: 'b', children: [] }] } })).toBe(true);
    expect(judge(tree, { tree: { name: 'a', children: [{ children: [] }] } })).toBe(false);
    expect(judge(tool({ inner: { $ref: '#' }, n: { type: 'integer' } }), { inner: { inner: { n: 'x' } } })).toBe(false);
    const mutual = tool({ a: { $ref: '#/$defs/A' } }, { $defs: { A: { type: 'object', properties: { b: { $ref: '#/$defs/B' } } }, B: { type: 'object', properties: { a: { $ref: '#/$defs/A' }, n: { type: 'integer' } } } } });
    expect(judge(mutual, { a: { b: { a: { b: { n: 1 } } } } })).toBe(true);
    expect(judge(mutual, { a: { b: { a: { b: { n: 'x' } } } } })).toBe(false);
  });

  it.each([
    ['an anchor', { properties: { v: { $ref: '#num' } }, $defs: { N: { $anchor: 'num', type: 'integer' } } }],
    ['an embedded $id', { $id: 'https://a.example/tool', properties: { v: { $ref: 'n.json' } }, $defs: { N: { $id: 'n.json', type: 'integer' } } }],
    ['a dynamic reference', { properties: { v: { $dynamicRef: '#num' } }, $defs: { N: { $dynamicAnchor: 'num', type: 'integer' } } }],
    ['an escaped pointer', { properties: { v: { $ref: '#/$defs/a~1b%20c' } }, $defs: { 'a/b c': { type: 'integer' } } }],
    ['a reference of 2019-09 to the root', { $schema: 'https://json-schema.org/draft/2019-09/schema', properties: { v: { type: 'integer' }, inner: { $recursiveRef: '#' } } }],
  ])('UA1 %s is resolved', (_what, schema) => {
    expect(judge({ type: 'object', ...schema }, { v: 1 })).toBe(true);
    expect(judge({ type: 'object', ...schema }, '$schema' in schema ? { inner: { v: 'x' } } : { v: 'x' })).toBe(false);
  });

  it('UA2 a reference that leads nowhere makes the schema unusable and says which', () => {
    expect(judge(tool({ x: { $ref: '#/$defs/Missing' } }), {})).toBe('The schema refers to "#/$defs/Missing", which it does not contain.');
  });

  it.each(['https://evil.example/schema.json', 'http://127.0.0.1:9/x', 'file:///etc/passwd', 'other.json', 'https://json-schema.org/draft/2020-12/schema'])(
    'LIF-18 a reference to %s is never fetched: the schema is unusable',
    (ref) => {
      expect(judge(tool({ x: { $ref: ref } }), {})).toBe(`The schema refers to ${JSON.stringify(ref)}, which lies outside of it; nothing is ever fetched for a schema.`);
    },
  );

  it('S51 a dynamic reference that is not declared exactly once is refused, as the validator would take another schema for it', () => {
    expect(judge(tool({ v: { $dynamicRef: '#nothing' } }), {})).toContain('dynamically');
    expect(judge(tool({ v: { $dynamicRef: '#/$defs/X' } }, { $defs: { X: { type: 'integer' } } }), { v: 'x' })).toBe(false);
  });
});

describe('dialects', () => {
  const tuple = { type: 'array', items: [{ type: 'integer' }], additionalItems: false };
  it.each([
    ['https://json-schema.org/draft/2020-12/schema', { type: 'array', prefixItems: [{ type: 'integer' }], items: false }],
    ['https://json-schema.org/draft/2019-09/schema', tuple],
    ['http://json-schema.org/draft-07/schema#', tuple],
    ['http://json-schema.org/draft-07/schema', tuple],
    ['https://json-schema.org/draft-07/schema#', tuple],
    ['http://json-schema.org/draft-06/schema#', tuple],
  ])('LIF-18 %s is read as such', ($schema, v) => {
    expect(judge({ $schema, ...tool({ v }) }, { v: [1] })).toBe(true);
    expect(judge({ $schema, ...tool({ v }) }, { v: ['a'] })).toBe(false);
    expect(judge({ $schema, ...tool({ v }) }, { v: [1, 2] })).toBe(false);
  });

  it('LIF-18 without $schema it is 2020-12', () => {
    expect(judge(tool({ v: { prefixItems: [{ type: 'integer' }] } }), { v: ['a'] })).toBe(false);
    expect(judge(tool({ v: { type: 'object', unevaluatedProperties: false } }), { v: { a: 1 } })).toBe(false);
  });

  it('a schema without $schema that is only well-formed in draft-07 is read as draft-07', () => {
    expect(judge(tool({ v: tuple }), { v: [1] })).toBe(true);
    expect(judge(tool({ v: tuple }), { v: [1, 2] })).toBe(false);
    expect(judge({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...tool({ v: tuple }) }, {})).toContain('malformed');
  });

  it.each(['http://json-schema.org/draft-04/schema#', 'https://evil.example/dialect', 'constructor', 5, {}])('LIF-18 the unknown dialect %j is refused', ($schema) => {
    expect(judge({ $schema, type: 'object' }, {})).toContain('dialect that is not known');
    expect(judge(tool({ v: { $schema, type: 'string' } }), {})).toContain('dialect that is not known');
  });
});

describe('sloppy schemas', () => {
  it.each([true, 'name', {}, [1], ['a', 'a']])('UA8 a malformed required (%j) is left out with a warning, the rest holds', (required) => {
    const schema = tool({ inner: { type: 'object', properties: { a: { type: 'integer' } }, required } });
    expect(warningsOf(schema)).toEqual(['"/properties/inner/required" is not a list of different names; what is wrong in it was left out.']);
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

describe('what would make a validator too lenient', () => {
  it('S51 a reused $id is judged by its own schema', () => {
    const validators = createValidators();
    const withId = (type: string): string => JSON.stringify({ $id: 'https://a.example/tool', ...tool({ v: { type } }) });
    const first = validators.of(withId('string'));
    const second = validators.of(withId('integer'));
    expect(first.ok && first.validator.validate({ v: 'x' })).toBe(true);
    expect(second.ok && second.validator.validate({ v: 'x' })).toBe(false);
    expect(second.ok && second.validator.validate({ v: 1 })).toBe(true);
  });

  it('S51 an "async" schema does not answer with a promise that counts as true', () => {
    expect(judge({ $async: true, ...tool({ v: { type: 'integer' } }) }, { v: 'x' })).toBe(false);
    expect(judge(tool({ v: { $async: true, type: 'integer' } }), { v: 'x' })).toBe(false);
  });

  it('S50 inherited members do not count as given', () => {
    expect(judge(tool({}, { required: ['constructor'] }), {})).toBe(false);
    expect(judge(tool({}, { required: ['__proto__'] }), {})).toBe(false);
    expect(judge(tool({ toString: { type: 'string' } }), {})).toBe(true);
  });

  it('S50 a member __proto__ is refused where other members are', () => {
    expect(judge(tool({}, { additionalProperties: false }), JSON.parse('{"__proto__":{}}'))).toBe(false);
  });

  it.each([
    [0.01, 19.99, true], [0.1, 0.3, true], [0.0001, 0.0075, true], [0.0001, 0.00751, false], [1e10, 5, false], [1e300, 5, false], [3, 9007199254740990, true], [0.5, 1e308, true], [7, -21, true], [7, 0, true],
  ])('multipleOf %d of %d is %s, in exact decimals', (multipleOf, v, expected) => {
    expect(judge(tool({ v: { type: 'number', multipleOf } }), { v })).toBe(expected);
  });

  it('keeps the last 200 validators and makes older ones anew', () => {
    const validators = createValidators(2);
    const text = (n: number): string => JSON.stringify({ type: 'object', maxProperties: n });
    const first = validators.of(text(1));
    expect(validators.of(text(1))).toBe(first);
    validators.of(text(2));
    validators.of(text(3));
    expect(validators.of(text(1))).not.toBe(first);
  });
});

describe('bounds before compiling', () => {
  it('S51 2,000 parts are accepted, more are not', () => {
    const wide = (n: number): unknown => ({ type: 'object', properties: Object.fromEntries(Array.from({ length: n - 1 }, (_, i) => [`p${i}`, {}])) });
    expect(judge(wide(2000), {})).toBe(true);
    expect(judge(wide(2001), {})).toContain('more than 2000 parts');
  });

  it('S51 a depth of 32 is accepted, more is not', () => {
    const nested = (depth: number): Record<string, unknown> => (depth === 1 ? { type: 'object' } : { type: 'object', properties: { a: nested(depth - 1) } });
    expect(judge(nested(32), {})).toBe(true);
    expect(judge(nested(33), {})).toContain('nested more than 32 deep');
  });
});

describe('sentences for the model', () => {
  it.each([
    [tool({ n: { type: 'integer' } }), { n: 'two' }, ['/n must be an integer, but is the string "two".']],
    [tool({ n: { type: ['integer', 'null'] } }), { n: [] }, ['/n must be an integer or null, but is a list of 0 items.']],
    [tool({ city: {} }, { required: ['city'] }), {}, ['/city is required but missing.']],
    [tool({ u: { enum: ['celsius', 'fahrenheit'] } }), { u: 'kelvin' }, ['/u must be "celsius" or "fahrenheit", but is the string "kelvin".']],
    [tool({ u: { const: 5 } }), { u: 6 }, ['/u must be 5, but is 6.']],
    [tool({ a: {} }, { additionalProperties: false }), { a: 1, b: 2 }, ['/b is not known here; known are "a".']],
    [tool({ items: { type: 'array', items: { type: 'object', required: ['q'] } } }), { items: [{ q: 1 }, {}] }, ['/items/1/q is required but missing.']],
    [tool({ 'a/b~c': { type: 'string' } }), { 'a/b~c': 1 }, ['/a~1b~0c must be a string, but is 1.']],
    [tool({ n: { minimum: 1, multipleOf: 2 } }), { n: -1 }, ['/n must be at least 1, but is -1.', '/n must be a multiple of 2, but is -1.']],
    [tool({ n: { exclusiveMaximum: 1 } }), { n: 1 }, ['/n must be less than 1, but is 1.']],
    [tool({ s: { minLength: 1 } }), { s: '' }, ['/s must have at least 1 character.']],
    [tool({ l: { maxItems: 2, uniqueItems: true } }), { l: [1, 2, 1] }, ['/l must have at most 2 items.', '/l must not hold the same item twice, but items 0 and 2 are equal.']],
    [tool({ s: { pattern: '^a$' } }), { s: 'b' }, ['/s must match the regular expression "^a$", but is the string "b".']],
    [tool({ s: { format: 'email' } }), { s: 'b' }, ['/s must have the format "email", but is the string "b".']],
    [tool({ v: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }), { v: 'x' }, ['/v must be an integer or null, but is the string "x".']],
    [tool({ v: { oneOf: [{ const: 'a' }, { const: 'b' }] } }), { v: 'c' }, ['/v must be "a" or "b", but is the string "c".']],
    [tool({ v: { anyOf: [{ type: 'object', required: ['a'] }, { type: 'null' }] } }), { v: {} }, ['/v must have one of the 2 forms that are allowed here.', '/v/a is required but missing.']],
    [tool({ v: { oneOf: [{ type: 'integer' }, { minimum: 1 }] } }), { v: 5 }, ['/v must have exactly one of the forms that are allowed here, but has several.']],
    [tool({ v: false }), { v: 1 }, ['/v is not allowed here.']],
    [tool({ v: { not: { type: 'string' } } }), { v: 'x' }, ['/v has a form that is not allowed here.']],
    [tool({}, { dependentRequired: { a: ['b'] } }), { a: 1 }, ['/b is required when "a" is given.']],
    [tool({}, { minProperties: 1 }), {}, ['The whole must have at least 1 member.']],
    [tool({ t: {} }, { if: { properties: { t: { const: 'x' } } }, then: { required: ['u'] } }), { t: 'x' }, ['/u is required but missing.']],
  ])('%j refuses %j: %j', (schema, value, lines) => {
    expect(explain(schema, value)).toEqual(lines);
  });

  it('long values and long lists of values are cut', () => {
    const lines = explain(tool({ v: { enum: Array.from({ length: 300 }, (_, i) => `value ${i}`) } }), { v: 'x'.repeat(10_000) });
    expect(lines[0]).toContain('one of 280 more');
    expect(lines[0]?.length).toBeLessThan(600);
  });
});
