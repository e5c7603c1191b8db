import { describe, expect, test } from 'vitest';
import { checkForm, numberFrom } from './checkForm.ts';
import { type FormField, startOf } from './form.ts';
import { formLimits, readForm } from './readForm.ts';

const form = (properties: Record<string, unknown>, required: string[] = []): readonly FormField[] => {
  const read = readForm({ type: 'object', properties, required });
  if ('problem' in read) throw new Error(read.problem);
  return read.fields;
};
const problemsOf = (fields: readonly FormField[], values: Parameters<typeof checkForm>[1]) =>
  Object.fromEntries(Object.entries(checkForm(fields, values).problems).map(([key, { code }]) => [key, code]));

test('ELI-5 every form of a choice is read: plain, titled, several, titled several, and the older enumNames', () => {
  const options = [
    { value: 'r', title: 'Red' },
    { value: 'g', title: 'Green' },
  ];
  const titled = [
    { const: 'r', title: 'Red' },
    { const: 'g', title: 'Green' },
  ];
  const bare = options.map(({ value }) => ({ value, title: value }));
  const about = { required: false, secretLooking: false };
  expect(
    form({
      plain: { type: 'string', enum: ['r', 'g'], default: 'g' },
      titled: { type: 'string', oneOf: titled },
      several: { type: 'array', items: { type: 'string', enum: ['r', 'g'] }, minItems: 1, maxItems: 2, default: ['r'] },
      titledSeveral: { type: 'array', items: { anyOf: titled } },
      older: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
    }),
  ).toEqual([
    { ...about, key: 'plain', kind: 'choice', options: bare, default: 'g' },
    { ...about, key: 'titled', kind: 'choice', options },
    { ...about, key: 'several', kind: 'choices', options: bare, minItems: 1, maxItems: 2, default: ['r'] },
    { ...about, key: 'titledSeveral', kind: 'choices', options },
    { ...about, key: 'older', kind: 'choice', options },
  ]);
});

test('ELI-3 the default of every kind of field is what the form begins with; one that could not be chosen is left out', () => {
  const fields = form({
    text: { type: 'string', default: 'a' },
    number: { type: 'number', default: 1.5 },
    whole: { type: 'integer', default: 0 },
    yes: { type: 'boolean', default: true },
    unsaid: { type: 'boolean' },
    one: { type: 'string', enum: ['a', 'b'], default: 'b' },
    many: { type: 'array', items: { enum: ['a', 'b'] }, default: ['b'] },
    wrong: { type: 'string', enum: ['a'], default: 'z' },
    wrongType: { type: 'integer', default: '3' },
    hidden: { type: 'string', default: 'a\u202eb' },
  });
  expect(startOf(fields)).toEqual({ text: 'a', number: 1.5, whole: 0, yes: true, unsaid: false, one: 'b', many: ['b'] });
});

describe('ELI-4 what was filled in is held to the form', () => {
  const fields = form(
    {
      name: { type: 'string', minLength: 2, maxLength: 4 },
      mail: { type: 'string', format: 'email' },
      link: { type: 'string', format: 'uri' },
      day: { type: 'string', format: 'date' },
      time: { type: 'string', format: 'date-time' },
      age: { type: 'integer', minimum: 0, maximum: 150 },
      rate: { type: 'number' },
      one: { type: 'string', enum: ['a', 'b'] },
      many: { type: 'array', items: { enum: ['a', 'b', 'c'] }, minItems: 1, maxItems: 2 },
      sure: { type: 'boolean' },
    },
    ['name'],
  );
  const ok = { name: '名字' };
  test.each([
    [{}, { name: 'missing' }],
    [{ name: '' }, { name: 'missing' }],
    [{ name: 'a' }, { name: 'too-short' }],
    [{ name: 'abcde' }, { name: 'too-long' }],
    [{ name: '😀😀😀😀' }, {}],
    [{ name: 7 }, { name: 'not-text' }],
    [{ ...ok, mail: 'a@b.example' }, {}],
    [{ ...ok, mail: 'a@b@c' }, { mail: 'email' }],
    [{ ...ok, mail: '.a@b' }, { mail: 'email' }],
    [{ ...ok, link: 'https://x.example/ü' }, {}],
    [{ ...ok, link: 'x.example' }, { link: 'uri' }],
    [{ ...ok, link: 'https://a b' }, { link: 'uri' }],
    [{ ...ok, day: '2024-02-29' }, {}],
    [{ ...ok, day: '2023-02-29' }, { day: 'date' }],
    [{ ...ok, day: '2023-2-9' }, { day: 'date' }],
    [{ ...ok, time: '2026-07-28T14:30:00Z' }, {}],
    [{ ...ok, time: '2026-07-28T14:30:00.5+08:00' }, {}],
    [{ ...ok, time: '2026-07-28T14:30:00' }, { time: 'date-time' }],
    [{ ...ok, time: '2026-07-28T24:30:00Z' }, { time: 'date-time' }],
    [{ ...ok, age: 150 }, {}],
    [{ ...ok, age: 151 }, { age: 'too-large' }],
    [{ ...ok, age: -1 }, { age: 'too-small' }],
    [{ ...ok, age: 1.5 }, { age: 'not-whole' }],
    [{ ...ok, age: '3' }, { age: 'not-number' }],
    [{ ...ok, rate: Number.NaN }, { rate: 'not-number' }],
    [{ ...ok, rate: -1e-7 }, {}],
    [{ ...ok, one: 'c' }, { one: 'not-a-choice' }],
    [{ ...ok, many: ['a', 'a'] }, { many: 'not-a-choice' }],
    [{ ...ok, many: ['a', 'b', 'c'] }, { many: 'too-many' }],
    [{ ...ok, many: ['z'] }, { many: 'not-a-choice' }],
    [{ ...ok, sure: 'true' }, { sure: 'not-a-choice' }],
    [{ ...ok, extra: 'x' }, { extra: 'unknown' }],
    [{ ...ok, constructor: 'x' }, { constructor: 'unknown' }],
  ] as const)('%j has the problems %j', (values, problems) => {
    expect(problemsOf(fields, values as never)).toEqual(problems);
  });
  test('ELI-4 optional fields left empty are left out, everything else goes exactly as it was', () => {
    const { content, problems } = checkForm(fields, { name: ' a ', mail: '', many: [], age: 0, sure: false });
    expect(problems).toEqual({});
    expect(content).toEqual({ name: ' a ', age: 0, sure: false });
  });
  test('ELI-4 a whole number that can’t be sent exactly is refused', () => {
    expect(problemsOf(form({ n: { type: 'integer' } }), { n: numberFrom('12345678901234567890') })).toEqual({ n: 'not-exact' });
  });
});

test.each([
  ['3', 3],
  [' -1.5e3 ', -1500],
  ['.5', 0.5],
  ['0x10', '0x10'],
  ['1,5', '1,5'],
  ['Infinity', 'Infinity'],
  ['', ''],
])('ELI-4 %j typed into a number field is %j', (text, value) => {
  expect(numberFrom(text)).toBe(value);
});

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { type: 'string' }]));
test.each<[string, unknown]>([
  ['no object', 'x'],
  ['a list', { type: 'array', items: {} }],
  ['a nested object', { type: 'object', properties: { a: { type: 'object', properties: {} } } }],
  ['a list of free texts', { type: 'object', properties: { a: { type: 'array', items: { type: 'string' } } } }],
  ['a reference', { type: 'object', properties: { a: { $ref: '#/x' } } }],
  ['several types', { type: 'object', properties: { a: { type: ['string', 'null'] } } }],
  ['a field that is not there but required', { type: 'object', properties: {}, required: ['a'] }],
  ['a choice of nothing', { type: 'object', properties: { a: { type: 'string', enum: [] } } }],
  ['a value twice', { type: 'object', properties: { a: { type: 'string', enum: ['x', 'x'] } } }],
  ['a name that changes every object', JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')],
  ['a name with a control character', { type: 'object', properties: { '\u0000send-anyway': { type: 'boolean' } } }],
  ['too many fields', { type: 'object', properties: many(formLimits.fields + 1) }],
  ['too long a description', { type: 'object', properties: { a: { type: 'string', description: 'x'.repeat(formLimits.text + 1) } } }],
])('ELI-4 S34 %s is no form', (_what, schema) => {
  expect(readForm(schema)).toHaveProperty('problem');
});
