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

describe('references', () => {
  it.each(['$defs', 'definitions'])('UA1 a property that is only a reference into %s is resolved against the root', (home) => {
    const schema = tool(
      { x: { $ref: `#/${home}/X` } },
      { [home]: { X: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } }, required: ['x'] },
    );
    expect(judge(schema, { x: { n: 1 } })).toBe(true);
    expect(judge(schema, { x: { n: 'one' } })).toBe(false);
    expect(judge(schema, { x: {} })).toBe(false);
  });

  it('UA1 recursive references work, mutual ones and those to the root too', () => {
    const tree = tool(
      { tree: { $ref: '#/$defs/Node' } },
      {
        $defs: {
          Node: {
            type: 'object',
            properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
            required: ['name'],
          },
        },
      },
    );
    expect(judge(tree, { tree: { name: 'a', children: [{ name: 'b', children: [] }] } })).toBe(true);
    expect(judge(tree, { tree: { name: 'a', children: [{ children: [] }] } })).toBe(false);
    expect(judge(tool({ inner: { $ref: '#' }, n: { type: 'integer' } }), { inner: { inner: { n: 'x' } } })).toBe(false);
    const mutual = tool(
      { a: { $ref: '#/$defs/A' } },
      {
        $defs: {
          A: { type: 'object', properties: { b: { $ref: '#/$defs/B' } } },
          B: { type: 'object', properties: { a: { $ref: '#/$defs/A' }, n: { type: 'integer' } } },
        },
      },
    );
    expect(judge(mutual, { a: { b: { a: { b: { n: 1 } } } } })).toBe(true);
    expect(judge(mutual, { a: { b: { a: { b: { n: 'x' } } } } })).toBe(false);
  });

  it.each([
    ['an anchor', { properties: { v: { $ref: '#num' } }, $defs: { N: { $anchor: 'num', type: 'integer' } } }],
    [
      'an embedded $id',
      { $id: 'https://a.example/tool', properties: { v: { $ref: 'n.json' } }, $defs: { N: { $id: 'n.json', type: 'integer' } } },
    ],
    ['a dynamic reference', { properties: { v: { $dynamicRef: '#num' } }, $defs: { N: { $dynamicAnchor: 'num', type: 'integer' } } }],
    ['an escaped pointer', { properties: { v: { $ref: '#/$defs/a~1b%20c' } }, $defs: { 'a/b c': { type: 'integer' } } }],
    [
      'a reference of 2019-09 to the root',
      { $schema: 'https://json-schema.org/draft/2019-09/schema', properties: { v: { type: 'integer' }, inner: { $recursiveRef: '#' } } },
    ],
  ])('UA1 %s is resolved', (_what, schema) => {
    expect(judge({ type: 'object', ...schema }, { v: 1 })).toBe(true);
    expect(judge({ type: 'object', ...schema }, '$schema' in schema ? { inner: { v: 'x' } } : { v: 'x' })).toBe(false);
  });

  it('UA2 a reference that leads nowhere makes the schema unusable and says which', () => {
    expect(judge(tool({ x: { $ref: '#/$defs/Missing' } }), {})).toBe('The schema refers to "#/$defs/Missing", which it does not contain.');
  });

  it.each([
    'https://evil.example/schema.json',
    'http://127.0.0.1:9/x',
    'file:///etc/passwd',
    'other.json',
    'https://json-schema.org/draft/2020-12/schema',
  ])('LIF-18 a reference to %s is never fetched: the schema is unusable', (ref) => {
    expect(judge(tool({ x: { $ref: ref } }), {})).toBe(
      `The schema refers to ${JSON.stringify(ref)}, which lies outside of it; nothing is ever fetched for a schema.`,
    );
  });

  it('S51 a dynamic reference that is not declared exactly once is refused, as the validator would take another schema for it', () => {
    expect(judge(tool({ v: { $dynamicRef: '#nothing' } }), {})).toContain('dynamically');
    expect(judge(tool({ v: { $dynamicRef: '#/$defs/X' } }, { $defs: { X: { type: 'integer' } } }), { v: 'x' })).toBe(false);
  });
});

it('S51 a large definition that is referred to a thousand times is compiled once', { timeout: 60_000 }, () => {
  const names = (n: number): readonly string[] => Array.from({ length: n }, (_, i) => `p${i}`);
  const large = tool(Object.fromEntries(names(900).map((name) => [name, { type: 'string', pattern: '^a' }])));
  const schema = tool(Object.fromEntries(names(1000).map((name) => [name, { $ref: '#/$defs/L' }])), { $defs: { L: large } });
  expect(judge(schema, { p0: { p1: 'abc' } })).toBe(true);
  expect(judge(schema, { p999: { p899: 'bc' } })).toBe(false);
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

  it.each(['http://json-schema.org/draft-04/schema#', 'https://evil.example/dialect', 'constructor', 5, {}])(
    'LIF-18 the unknown dialect %j is refused',
    ($schema) => {
      expect(judge({ $schema, type: 'object' }, {})).toContain('dialect that is not known');
      expect(judge(tool({ v: { $schema, type: 'string' } }), {})).toContain('dialect that is not known');
    },
  );
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
    [0.01, 19.99, true],
    [0.1, 0.3, true],
    [0.0001, 0.0075, true],
    [0.0001, 0.00751, false],
    [1e10, 5, false],
    [1e300, 5, false],
    [3, 9007199254740990, true],
    [0.5, 1e308, true],
    [7, -21, true],
    [7, 0, true],
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
