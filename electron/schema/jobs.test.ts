import { describe, expect, it } from 'vitest';
import { runJob, type Outcome } from './jobs.ts';
import { createValidators } from './validator.ts';

const validators = createValidators();
const check = (schema: unknown): Outcome => runJob(validators, { kind: 'check', schemaText: JSON.stringify(schema) });
const prepare = (schema: unknown, argumentsText: string): Outcome =>
  runJob(validators, { kind: 'prepare', schemaText: JSON.stringify(schema), argumentsText });
const output = (schema: unknown, value: unknown): Outcome =>
  runJob(validators, { kind: 'output', schemaText: JSON.stringify(schema), valueText: JSON.stringify(value) });

const item = {
  type: 'object',
  properties: { product_id: { type: 'string' }, quantity: { type: 'integer' }, unit_price: { type: 'number' } },
  required: ['product_id', 'quantity', 'unit_price'],
};
const order = {
  type: 'object',
  properties: {
    customer: { type: 'object', properties: { name: { type: 'string' }, phone: { type: 'string' } }, required: ['name', 'phone'] },
    items: { type: 'array', items: item },
    currency: { type: 'string', default: 'CNY' },
  },
  required: ['customer', 'items'],
};
const problem = (outcome: Outcome): string => (outcome.ok ? `accepted ${outcome.argumentsText}` : outcome.problem);

describe('checking a tool', () => {
  it('a schema of type object can be used', () => {
    expect(check(order)).toEqual({ ok: true, argumentsText: '', adjusted: [], warnings: [] });
  });

  it.each([{}, { type: 'string' }, { type: ['object', 'null'] }, { properties: {} }, { anyOf: [{ type: 'object' }] }])(
    'a schema whose root is not of type object cannot: %j',
    (schema) => {
      expect(check(schema)).toEqual({ ok: false, problem: 'The schema of a tool’s arguments must have the type "object".' });
      expect(prepare(schema, '{}').ok).toBe(false);
    },
  );

  it('S51 a schema that refers to nothing but itself makes every call fail, and nothing else', () => {
    expect(problem(prepare({ type: 'object', $ref: '#' }, '{}'))).toContain('could not be carried out');
    expect(prepare(order, '{}').ok).toBe(false);
    expect(prepare({ type: 'object' }, '{}').ok).toBe(true);
  });

  it('a text that is no JSON is not ok', () => {
    expect(runJob(validators, { kind: 'check', schemaText: '{' }).ok).toBe(false);
  });
});

describe('preparing arguments', () => {
  it('nested arguments are fitted and written out in the model’s order, defaults last', () => {
    const text = '{ "items": [{"product_id":"P1","quantity":"2","unit_price":29.9}], "customer": {"phone":13800000000,"name":"张三"} }';
    expect(prepare(order, text)).toEqual({
      ok: true,
      argumentsText:
        '{"items":[{"product_id":"P1","quantity":2,"unit_price":29.9}],"customer":{"phone":"13800000000","name":"张三"},"currency":"CNY"}',
      adjusted: [
        { pointer: '/items/0/quantity', how: 'converted' },
        { pointer: '/customer/phone', how: 'converted' },
        { pointer: '/currency', how: 'default' },
      ],
      warnings: [],
    });
  });

  it('F31 what is missing or wrong is told to the model, every violation with its place', () => {
    expect(problem(prepare(order, '{"items":[{"product_id":"P1","quantity":"many"}]}'))).toBe(
      'The arguments do not fit the tool:\n- /customer is required but missing.\n- /items/0/unit_price is required but missing.\n- /items/0/quantity must be an integer, but is the string "many".',
    );
  });

  it('F31 at most eight violations are named', () => {
    const lines = problem(prepare({ type: 'object', required: Array.from({ length: 20 }, (_, i) => `p${i}`) }, '{}')).split('\n');
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe('- And 12 more.');
  });

  it.each(['', ' ', '\n'])('UF3 an empty text (%j) for a tool without parameters is {}', (text) => {
    expect(prepare({ type: 'object', properties: {} }, text)).toEqual({ ok: true, argumentsText: '{}', adjusted: [], warnings: [] });
  });

  it('UF3 an empty text for a tool that needs parameters names them', () => {
    expect(problem(prepare(order, ''))).toContain('/customer is required but missing.');
  });

  it('UF4 the JSON text of an object is read', () => {
    expect(prepare({ type: 'object' }, '"{\\"a\\":1}"')).toMatchObject({
      ok: true,
      argumentsText: '{"a":1}',
      adjusted: [{ pointer: '', how: 'converted' }],
    });
  });

  it.each([
    ['{"path":"a","path":"b"}', 'The key "path" appears twice'],
    ['{"n":12345678901234567890}', 'cannot be kept exactly'],
    ['{"s":"\\ud800"}', 'half of a surrogate pair'],
    ['{"a":', 'the text ends'],
    ['{"a":{"a":'.repeat(40), 'nested more than 64 deep'],
  ])('S23 F31 %s is refused with a sentence', (text, why) => {
    expect(problem(prepare({ type: 'object' }, text)).toLowerCase()).toContain(why.toLowerCase());
  });

  it('S50 JSON text inside the arguments cannot make them deeper than 64', () => {
    const inner = '{"a":'.repeat(60) + '{}' + '}'.repeat(60);
    const schema = {
      type: 'object',
      properties: { v: { $ref: '#/$defs/V' } },
      $defs: { V: { type: 'object', additionalProperties: { $ref: '#/$defs/V' } } },
    };
    let nested = JSON.stringify(inner);
    for (let i = 0; i < 10; i++) nested = `{"k":${nested}}`;
    expect(problem(prepare(schema, `{"v":${nested}}`))).toContain('nested more than 64 deep');
  });

  it('of a value with a hundred thousand violations only the first is named', () => {
    const list = `[${'"x",'.repeat(100_000)}"x"]`;
    expect(problem(prepare({ type: 'object', properties: { l: { type: 'array', items: { type: 'integer' } } } }, `{"l":${list}}`))).toBe(
      'The arguments do not fit the tool:\n- /l/0 must be an integer, but is the string "x".',
    );
  });
});

describe('checking a structured result', () => {
  it('is done against the tool’s own schema, of whatever type, and changes nothing', () => {
    expect(output({ type: 'array', items: { type: 'integer' } }, [1, 2])).toMatchObject({ ok: true });
    expect(output({ type: 'object', properties: { n: { type: 'integer', default: 1 } }, required: ['n'] }, {})).toEqual({
      ok: false,
      problem: 'The structured result does not fit the tool’s own schema:\n- /n is required but missing.',
    });
    expect(output({ $ref: 'https://a.example/x' }, {}).ok).toBe(false);
  });
});
