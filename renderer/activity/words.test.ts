import { expect, it } from 'vitest';
import { translate, type MessageKey, type Words } from '#shared/i18n/translate.ts';
import { endOf } from './words.ts';

const english = (key: MessageKey, words?: Words): string => translate('en', key, words);
const rule = { seq: 1, at: 0, kind: 'rule' as const, what: 'added', outcome: 'allow' };

it.each([
  [rule, 'Always allow'],
  [{ ...rule, conversationId: 'c1' }, 'Allow in one chat'],
  [{ ...rule, outcome: 'deny' }, 'Always deny'],
  [{ ...rule, what: 'removed' }, 'was: Always allow'],
  [{ ...rule, what: 'removed', conversationId: 'c1' }, 'was: Allow in one chat'],
  [{ seq: 1, at: 0, kind: 'call' as const, what: 'ended', outcome: 'done', conversationId: 'c1' }, 'Done'],
  [{ seq: 1, at: 0, kind: 'call' as const, what: 'sent' }, ''],
])('the end of %j is said as %s', (entry, words) => {
  expect(endOf(english, entry)).toBe(words);
});
