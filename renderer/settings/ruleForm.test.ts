import { expect, test } from 'vitest';
import type { Rule } from '#shared/policy/policy.ts';
import { formOf, newRule, readRule, type RuleForm } from './ruleForm.ts';

const form = (more: Partial<RuleForm> = {}): RuleForm => ({ ...newRule('files'), ...more });

test('a new rule asks until something else is chosen: nothing is allowed by leaving fields alone', () => {
  expect(readRule(form(), undefined, 0)).toEqual({ effect: 'ask', serverKey: 'files', onlyReads: false, afterReading: [] });
});

test.each<[string, unknown]>([
  ['plain text', 'plain text'],
  ['5', 5],
  ['"5"', '5'],
  ['true', true],
  ['null', null],
  ['', ''],
  ['{"a":1}', '{"a":1}'],
  ['[1]', '[1]'],
])('the value %j is taken as %j', (value, read) => {
  expect(readRule(form({ when: 'equals', pointer: 'n', value }), undefined, 0)?.constraint).toEqual({
    pointer: '/n',
    how: 'equals',
    value: read,
  });
});

test('a beginning is always text, and a condition that is not whole makes no rule', () => {
  expect(readRule(form({ when: 'starts-with', pointer: 'customer/name', value: '5' }), undefined, 0)?.constraint).toEqual({
    pointer: '/customer/name',
    how: 'starts-with',
    value: '5',
  });
  for (const bad of [{ pointer: '' }, { pointer: '/' }, { pointer: 'a', value: '' }] as const)
    expect(readRule(form({ when: 'starts-with', value: 'x', ...bad }), undefined, 0)).toBeUndefined();
});

test('a rule that only reads needs no list of servers, and one that does not allow has neither', () => {
  const both = { onlyReads: true, afterReading: ['mail'] };
  expect(readRule(form({ effect: 'allow', ...both }), undefined, 0)).toMatchObject({ onlyReads: true, afterReading: [] });
  expect(readRule(form({ effect: 'allow', afterReading: ['mail'] }), undefined, 0)).toMatchObject({
    onlyReads: false,
    afterReading: ['mail'],
  });
  expect(readRule(form({ effect: 'deny', ...both }), undefined, 0)).toMatchObject({ onlyReads: false, afterReading: [] });
});

test('editing keeps everything that is left alone', () => {
  const rule: Rule = {
    id: 'r',
    effect: 'allow',
    serverKey: 'files',
    toolName: 'write',
    digest: 'd',
    launchHash: 'l',
    createdAt: 0,
    constraint: { pointer: '/n', how: 'equals', value: '5' },
    afterReading: ['mail'],
    expiresAt: 99,
  };
  expect(readRule(formOf(rule), rule, 5)).toEqual({
    replaces: 'r',
    effect: 'allow',
    serverKey: 'files',
    toolName: 'write',
    constraint: rule.constraint,
    onlyReads: false,
    afterReading: ['mail'],
    expiresAt: 99,
  });
  expect(readRule({ ...formOf(rule), ends: 'hour' }, rule, 5)?.expiresAt).toBe(3_600_005);
});
