import { describe, expect, it } from 'vitest';
import { prepareArguments } from './arguments.ts';
import { exactText } from './canonical.ts';
import { randomJson, seeded } from './randomJson.ts';
import { createValidators } from './validator.ts';

describe('choosing between what was given and what was fitted', () => {
  it('what is valid as given is taken as given when the fitted value is not', () => {
    const given = { v: '1' };
    expect(prepareArguments({ properties: { v: { type: 'integer' } } }, given, (value) => value === given)).toEqual({
      value: given,
      adjusted: [],
      valid: true,
    });
  });

  it('500 random values: what is given is never changed in place, what is valid is valid by the schema, and what needs nothing stays', () => {
    const random = seeded(99);
    const properties = {
      a: { type: 'integer', default: 1 },
      b: { type: 'array', items: { $ref: '#' } },
      '': { type: 'boolean' },
      'a/b': { type: 'string' },
      constructor: { type: 'object' },
      '0': { anyOf: [{ type: 'number' }, { type: 'null' }] },
    };
    const made = createValidators().of(JSON.stringify({ type: 'object', properties }));
    if (!made.ok) throw new Error(made.problem);
    for (let i = 0; i < 500; i++) {
      const text = exactText(randomJson(random, 4));
      const parsed = JSON.parse(text) as unknown;
      const result = prepareArguments(made.validator.schema, parsed, made.validator.validate);
      expect(exactText(parsed)).toBe(text);
      expect(made.validator.validate(result.value)).toBe(result.valid);
      if (made.validator.validate(parsed)) expect(result.valid).toBe(true);
      if (result.adjusted.length === 0) expect(exactText(result.value)).toBe(text);
      if (result.valid)
        expect(prepareArguments(made.validator.schema, result.value, made.validator.validate)).toEqual({
          value: result.value,
          adjusted: [],
          valid: true,
        });
    }
  });

  it('a list of 20,000 objects is fitted', () => {
    const schema = {
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } } },
    };
    const { adjusted } = prepareArguments(schema, { list: Array.from({ length: 20_000 }, () => ({ n: '1' })) }, () => true);
    expect(adjusted).toHaveLength(20_000);
    expect(adjusted.at(-1)).toEqual({ pointer: '/list/19999/n', how: 'converted' });
  });
});
