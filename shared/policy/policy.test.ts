import { expect, test } from 'vitest';
import { argumentAt, evaluate, type Constraint, type Rule, type RuleSubject } from './policy.ts';

const subject: RuleSubject = {
  serverKey: 'files',
  toolName: 'write',
  digest: 'd1',
  launchHash: 'l1',
  conversationId: 'c1',
  argumentsText: '{"path":"/a/proj/x","n":5,"deep":{"a/b":[1,"two"]}}',
  readFrom: [],
  at: 1000,
};
const rule = (more: Partial<Rule> = {}): Rule => ({
  id: 'r',
  effect: 'allow',
  serverKey: 'files',
  toolName: 'write',
  digest: 'd1',
  launchHash: 'l1',
  createdAt: 0,
  ...more,
});
const on = (rules: readonly Rule[], more: Partial<RuleSubject> = {}) => evaluate(rules, { ...subject, ...more });
const { toolName: _named, ...unnamed } = rule();
const wholeServer = (more: Partial<Rule> = {}): Rule => ({ ...unnamed, digest: '', digests: ['d1', 'd2'], ...more });

test('S27 deny wins over ask and ask over allow, in whatever order they were made', () => {
  const [allow, ask, deny] = [rule({ id: 'allow' }), rule({ id: 'ask', effect: 'ask' }), rule({ id: 'deny', effect: 'deny' })] as const;
  expect(on([allow, ask, deny])).toEqual({ effect: 'deny', ruleId: 'deny' });
  expect(on([deny, allow])).toEqual({ effect: 'deny', ruleId: 'deny' });
  expect(on([allow, ask])).toEqual({ effect: 'ask', reason: 'rule-asks', ruleId: 'ask' });
  expect(on([allow])).toEqual({ effect: 'allow', ruleId: 'allow' });
  expect(on([])).toEqual({ effect: 'ask', reason: 'no-rule' });
});

test('S27 what allows dies with the definition and the launch; a no stays, by name', () => {
  for (const change of [{ digest: 'd9' }, { launchHash: 'l9' }]) {
    expect(on([rule()], change)).toEqual({ effect: 'ask', reason: 'definition-changed' });
    expect(on([wholeServer()], change)).toEqual({ effect: 'ask', reason: 'definition-changed' });
    expect(on([rule({ effect: 'deny' })], change)).toMatchObject({ effect: 'deny' });
    expect(on([wholeServer({ effect: 'deny' })], change)).toMatchObject({ effect: 'deny' });
    expect(on([rule({ effect: 'ask' })], change)).toMatchObject({ reason: 'rule-asks' });
  }
});

test('S27 a rule for a whole server covers the definitions there were when it was made, and no renamed or new one', () => {
  expect(on([wholeServer()], { toolName: 'other', digest: 'd2' })).toMatchObject({ effect: 'allow' });
  expect(on([wholeServer()], { toolName: 'renamed', digest: 'd3' })).toMatchObject({ effect: 'ask' });
  expect(on([rule()], { toolName: 'renamed' })).toEqual({ effect: 'ask', reason: 'no-rule' });
});

test('a rule ends at its time and holds only in its chat', () => {
  expect(on([rule({ expiresAt: 1001 })])).toMatchObject({ effect: 'allow' });
  expect(on([rule({ expiresAt: 1000 })])).toEqual({ effect: 'ask', reason: 'no-rule' });
  expect(on([rule({ conversationId: 'c2' })])).toEqual({ effect: 'ask', reason: 'no-rule' });
});

test.each<[string, Constraint, boolean]>([
  ['the same text', { pointer: '/path', how: 'equals', value: '/a/proj/x' }, true],
  ['another text', { pointer: '/path', how: 'equals', value: '/a/proj' }, false],
  ['a number', { pointer: '/n', how: 'equals', value: 5 }, true],
  ['the number as text', { pointer: '/n', how: 'equals', value: '5' }, false],
  ['a deep value, its name escaped', { pointer: '/deep/a~1b/1', how: 'equals', value: 'two' }, true],
  ['an argument that is not there', { pointer: '/nope', how: 'equals', value: null }, false],
  ['a name of every object', { pointer: '/constructor/name', how: 'equals', value: 'Object' }, false],
  ['the beginning of a text', { pointer: '/path', how: 'starts-with', value: '/a/proj/' }, true],
  ['the beginning of a number', { pointer: '/n', how: 'starts-with', value: '5' }, false],
  ['a pointer that is none', { pointer: 'path', how: 'equals', value: '/a/proj/x' }, false],
])('a condition is held against %s', (_title, constraint, matches) => {
  expect(on([rule({ constraint })]).effect).toBe(matches ? 'allow' : 'ask');
});

test.each(['/a/proj/../../etc', '/a/proj/..', '/a/proj/x/..\\y', '/a/proj/%2e%2e/etc', '/a/proj/..%2fetc', '/a/proj-evil'])(
  'S36 %s does not start with /a/proj/ for a rule that allows, and does for one that denies what lies below',
  (path) => {
    const constraint: Constraint = { pointer: '/path', how: 'starts-with', value: '/a/proj/' };
    const argumentsText = JSON.stringify({ path });
    expect(on([rule({ constraint })], { argumentsText }).effect).toBe('ask');
    expect(on([rule({ effect: 'deny', constraint })], { argumentsText }).effect).toBe(path.startsWith('/a/proj/') ? 'deny' : 'ask');
  },
);

test('names with dots in them are no way out', () => {
  const constraint: Constraint = { pointer: '/path', how: 'starts-with', value: '/a/proj/' };
  for (const path of ['/a/proj/..x', '/a/proj/a..b/c', '/a/proj/...', '/a/proj/x.'])
    expect(on([rule({ constraint })], { argumentsText: JSON.stringify({ path }) }).effect, path).toBe('allow');
  expect(argumentAt('not json', '/path')).toBeUndefined();
});

test('S30 what another server said earlier in the turn suspends a rule, unless the tool only reads or the rule says so', () => {
  const read = { readFrom: ['mail'] };
  expect(on([rule()], read)).toEqual({ effect: 'ask', reason: 'read-elsewhere', readFrom: ['mail'] });
  expect(on([wholeServer()], read)).toMatchObject({ reason: 'read-elsewhere' });
  expect(on([rule()], { readFrom: ['files'] })).toMatchObject({ effect: 'allow' });
  expect(on([rule({ onlyReads: true })], read)).toMatchObject({ effect: 'allow' });
  expect(on([rule({ afterReading: ['mail'] })], read)).toMatchObject({ effect: 'allow' });
  expect(on([rule({ afterReading: ['mail'] })], { readFrom: ['mail', 'web'] })).toEqual({
    effect: 'ask',
    reason: 'read-elsewhere',
    readFrom: ['web'],
  });
  expect(on([rule(), rule({ id: 'r2', onlyReads: true })], read)).toEqual({ effect: 'allow', ruleId: 'r2' });
  expect(on([rule({ effect: 'deny' })], read)).toMatchObject({ effect: 'deny' });
});
