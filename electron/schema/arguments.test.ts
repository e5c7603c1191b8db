import { describe, expect, it } from 'vitest';
import { prepareArguments, type Preparation } from './arguments.ts';
import { exactText } from './canonical.ts';
import { parseStrict } from './strictJson.ts';
import { createValidators } from './validator.ts';

const validators = createValidators();
/** Prepares with the real validator; members of the schema besides `properties` go into `rest`. */
function prepare(properties: Record<string, unknown>, text: string, rest: Record<string, unknown> = {}): Preparation {
  const made = validators.of(JSON.stringify({ type: 'object', properties, ...rest }));
  if (!made.ok) throw new Error(made.problem);
  const parsed = parseStrict(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return prepareArguments(made.validator.schema, parsed.value, made.validator.validate, parsed.respelled);
}
const fitted = (properties: Record<string, unknown>, text: string, rest: Record<string, unknown> = {}): unknown => {
  const result = prepare(properties, text, rest);
  return result.valid ? result.value : 'refused';
};

const weather = { city: { type: 'string' }, unit: { type: 'string', enum: ['celsius', 'fahrenheit'], default: 'celsius' } };

describe('defaults', () => {
  it('a missing optional property gets its default and the change is reported', () => {
    expect(prepare(weather, '{"city":"北京"}')).toEqual({
      value: { city: '北京', unit: 'celsius' },
      adjusted: [{ pointer: '/unit', how: 'default' }],
      valid: true,
    });
  });

  it('a property that is given keeps its value', () => {
    expect(prepare(weather, '{"city":"北京","unit":"fahrenheit"}')).toEqual({
      value: { city: '北京', unit: 'fahrenheit' },
      adjusted: [],
      valid: true,
    });
  });

  it('are filled in inside objects and the objects of lists that were given, not where nothing was given', () => {
    const item = { type: 'object', properties: { n: { type: 'integer', default: 1 } } };
    expect(prepare({ one: item, other: item, list: { type: 'array', items: item } }, '{"one":{},"list":[{},{"n":5}]}')).toEqual({
      value: { one: { n: 1 }, list: [{ n: 1 }, { n: 5 }] },
      adjusted: [
        { pointer: '/one/n', how: 'default' },
        { pointer: '/list/0/n', how: 'default' },
      ],
      valid: true,
    });
  });

  it('come through local references and allOf, the nearest first', () => {
    const $defs = {
      Unit: { type: 'string', default: 'c' },
      Paged: { properties: { limit: { type: 'integer', default: 10 } } },
      Named: { $anchor: 'named', default: 'n' },
    };
    const properties = { unit: { $ref: '#/$defs/Unit' }, other: { $ref: '#/$defs/Unit', default: 'f' }, named: { $ref: '#named' } };
    expect(fitted(properties, '{}', { $defs, allOf: [{ $ref: '#/$defs/Paged' }] })).toEqual({
      unit: 'c',
      other: 'f',
      named: 'n',
      limit: 10,
    });
  });

  it('come from a choice with one real branch, never from one with several', () => {
    const branch = (n: number): unknown => ({ type: 'object', properties: { n: { default: n } } });
    expect(
      fitted(
        { a: { anyOf: [branch(1), { type: 'null' }] }, b: { anyOf: [branch(1), branch(2)] }, c: { oneOf: [branch(3)] } },
        '{"a":{},"b":{},"c":{}}',
      ),
    ).toEqual({
      a: { n: 1 },
      b: {},
      c: { n: 3 },
    });
  });

  it('that are null or of a wrong type are left out, and spoil no other', () => {
    const properties = {
      a: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
      b: { type: 'string', default: 5 },
      c: { type: 'integer', default: 2 },
    };
    expect(fitted(properties, '{}')).toEqual({ c: 2 });
  });

  it('that break another rule are left out together, conversions stay', () => {
    expect(prepare({ n: { type: 'integer' }, s: { type: 'string', maxLength: 1, default: 'long' } }, '{"n":"3"}')).toEqual({
      value: { n: 3 },
      adjusted: [{ pointer: '/n', how: 'converted' }],
      valid: true,
    });
  });

  it('of a required property make the call possible', () => {
    expect(fitted({ limit: { type: 'integer', default: 3 } }, '{}', { required: ['limit'] })).toEqual({ limit: 3 });
  });

  it('are taken as they are, so one that contains itself ends', () => {
    expect(fitted({ node: { $ref: '#', default: {} } }, '{}')).toEqual({ node: {} });
  });

  it('S50 named __proto__ change no prototype', () => {
    const schema = JSON.parse('{"type":"object","properties":{"a":{"default":{"__proto__":{"admin":true}}}}}') as Record<string, unknown>;
    const { value } = prepareArguments(schema, JSON.parse('{"__proto__":{"x":1}}'), () => true);
    expect(exactText(value)).toBe('{"__proto__":{"x":1},"a":{"__proto__":{"admin":true}}}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

describe('conversions', () => {
  it.each([
    [{ type: 'integer' }, '"3"', 3],
    [{ type: 'integer' }, '"3.0"', 3],
    [{ type: 'number' }, '"2.5"', 2.5],
    [{ type: 'number' }, '"-1e3"', -1000],
    [{ type: 'boolean' }, '"true"', true],
    [{ type: 'boolean' }, '"false"', false],
    [{ type: ['integer', 'null'] }, '"7"', 7],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, '"7"', 7],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, '"null"', null],
    [{ anyOf: [{ type: 'integer' }, { type: 'boolean' }] }, '"true"', true],
    [{ enum: [1, 2] }, '"2"', 2],
    [{ const: 5 }, '"5"', 5],
    [{ $ref: '#/$defs/N' }, '"3"', 3],
    [{ allOf: [{ $ref: '#/$defs/N' }] }, '"3"', 3],
    [{ type: 'array', items: { type: 'integer' } }, '["1",2]', [1, 2]],
    [{ type: 'array', items: { type: 'integer' } }, '"[1,2]"', [1, 2]],
    [{ type: 'array', prefixItems: [{ type: 'integer' }], items: { type: 'boolean' } }, '["1","true"]', [1, true]],
    [{ type: 'object', properties: { n: { type: 'integer' } } }, '"{\\"n\\":\\"4\\"}"', { n: 4 }],
    [{ type: 'object', additionalProperties: { type: 'number' } }, '{"x":"1.5"}', { x: 1.5 }],
    [{ type: 'string' }, '42', '42'],
    [{ type: 'string' }, '1.5', '1.5'],
    [{ type: 'string' }, 'true', 'true'],
  ])('%j makes of %s what it means', (schema, text, value) => {
    const result = prepare({ v: schema }, `{"v":${text}}`, { $defs: { N: { type: 'integer' } } });
    expect(result.value).toEqual({ v: value });
    expect(result.valid).toBe(true);
    expect(result.adjusted[0]?.how).toBe('converted');
    expect(result.adjusted[0]?.pointer).toMatch(/^\/v/);
  });

  it.each([
    [{ type: 'integer' }, '"3.5"'],
    [{ type: 'integer' }, '" 3"'],
    [{ type: 'integer' }, '"0x10"'],
    [{ type: 'integer' }, '"three"'],
    [{ type: 'integer' }, '""'],
    [{ type: 'integer' }, '"9007199254740993"'],
    [{ type: 'integer' }, 'true'],
    [{ type: 'integer' }, '3.7'],
    [{ type: 'boolean' }, '"yes"'],
    [{ type: 'boolean' }, '"True"'],
    [{ type: 'boolean' }, '1'],
    [{ type: 'array', items: { type: 'string' } }, '"one"'],
    [{ type: 'object' }, '"[1]"'],
    [{ type: 'object' }, '"{\\"a\\":1,\\"a\\":2}"'],
    [{ type: 'string' }, '1.0'],
    [{ type: 'string' }, '1e2'],
    [{ type: 'string' }, '{"a":1}'],
    [{ enum: ['a', 'b'] }, '"A"'],
  ])('%j refuses to guess at %s', (schema, text) => {
    expect(prepare({ v: schema }, `{"v":${text}}`)).toEqual({ value: JSON.parse(`{"v":${text}}`) as unknown, adjusted: [], valid: false });
  });

  it.each([
    [{ type: ['string', 'integer'] }, '"3"'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, '"3"'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, '3'],
    [{}, '"3"'],
    [{ type: 'string' }, '"{\\"a\\":1}"'],
    [true, '"3"'],
  ])('%j accepts %s, which is left alone', (schema, text) => {
    expect(prepare({ v: schema }, `{"v":${text}}`)).toEqual({ value: JSON.parse(`{"v":${text}}`) as unknown, adjusted: [], valid: true });
  });

  it('a null for an optional property that cannot be null is left out', () => {
    expect(prepare({ a: { type: 'string' }, b: { type: ['string', 'null'] } }, '{"a":null,"b":null}')).toEqual({
      value: { b: null },
      adjusted: [{ pointer: '/a', how: 'converted' }],
      valid: true,
    });
    expect(prepare(weather, '{"city":"x","unit":null}')).toMatchObject({
      value: { city: 'x', unit: 'celsius' },
      adjusted: [{ pointer: '/unit', how: 'default' }],
    });
    expect(fitted({ a: { type: 'string' } }, '{"a":null}', { required: ['a'] })).toBe('refused');
  });

  it.each(['"{\\"city\\":\\"x\\"}"', '"{ \\"city\\" : \\"x\\" }"'])(
    'UF4 arguments that are the JSON text of an object are read: %s',
    (text) => {
      expect(prepare(weather, text)).toMatchObject({
        value: { city: 'x', unit: 'celsius' },
        adjusted: [
          { pointer: '', how: 'converted' },
          { pointer: '/unit', how: 'default' },
        ],
        valid: true,
      });
    },
  );

  it.each(['""', 'null'])('UF4 %s for a tool without parameters is an empty object', (text) => {
    expect(prepare({}, text)).toEqual({ value: {}, adjusted: [{ pointer: '', how: 'converted' }], valid: true });
  });

  it.each(['[]', '5', '"text"', '[{"city":"x"}]'])('%s is no object and is refused', (text) => {
    expect(prepare(weather, text).valid).toBe(false);
  });

  it('a number inside arguments given as text keeps its spelling in mind', () => {
    expect(prepare({ version: { type: 'string' } }, '"{\\"version\\":1.10}"').valid).toBe(false);
    expect(fitted({ version: { type: 'string' } }, '"{\\"version\\":2}"')).toEqual({ version: '2' });
  });
});
