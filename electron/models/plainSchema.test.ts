import { describe, expect, it } from 'vitest';
import { toPlain } from './plainSchema.ts';

const said = (schema: Record<string, unknown>): unknown => JSON.parse(JSON.stringify(toPlain(schema)));

describe('a schema for an endpoint that knows only the core', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ['a null type becomes a mark', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    ['a null alternative too', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, { type: 'integer', nullable: true }],
    ['a constant becomes an enum of one', { const: 'a' }, { type: 'string', enum: ['a'] }],
    ['numbers are not enumerated', { type: 'integer', enum: [1, 2] }, { type: 'integer' }],
    ['oneOf becomes anyOf', { oneOf: [{ type: 'string' }, { type: 'number' }] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    ['an array without items gets some', { type: 'array' }, { type: 'array', items: {} }],
    [
      'what is not known is left out',
      { type: 'object', additionalProperties: false, $comment: 'x', patternProperties: {} },
      { type: 'object' },
    ],
  ])('UA10 %s', (_what, schema, expected) => {
    expect(said(schema)).toEqual(expected);
  });

  it('UA10 references are put in place, and one to itself ends', () => {
    const schema = {
      type: 'object',
      properties: { order: { $ref: '#/$defs/Order', description: 'what' }, lost: { $ref: 'https://elsewhere' } },
      $defs: { Order: { type: 'object', properties: { id: { type: 'string' }, parent: { $ref: '#/$defs/Order' } }, required: ['id'] } },
    };
    expect(said(schema)).toEqual({
      type: 'object',
      properties: {
        order: {
          type: 'object',
          description: 'what',
          properties: { id: { type: 'string' }, parent: { type: 'object' } },
          required: ['id'],
        },
        lost: { type: 'object' },
      },
    });
  });

  it('UA10 a property that is named like a keyword stays', () => {
    expect(said({ type: 'object', properties: { $ref: { type: 'string' }, const: { type: 'number' } } })).toEqual({
      type: 'object',
      properties: { $ref: { type: 'string' }, const: { type: 'number' } },
    });
  });
});
