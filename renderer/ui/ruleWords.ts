import type { Constraint, Rule } from '#shared/policy/policy.ts';
import type { Locale } from '#shared/i18n/translate.ts';
import type { Translate } from '../i18n.ts';
import { formatDate } from './dates.ts';

export interface Speech {
  readonly t: Translate;
  readonly locale: Locale;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** An argument's place as a person writes it: `customer/name`. */
export const pointerWords = (pointer: string): string => pointer.replace(/^\//, '');

/** The condition of a rule in words. */
export function constraintWords(t: Translate, { pointer, how, value }: Constraint): string {
  const argument = pointerWords(pointer);
  return t(how === 'equals' ? 'rule.words.equals' : 'rule.words.starts', { argument, value: JSON.stringify(value) });
}

/** What narrows or widens a rule, one clause each; nothing for a plain one. */
export function ruleWords(
  { t, locale, now }: Speech,
  rule: Pick<Rule, 'constraint' | 'onlyReads' | 'afterReading' | 'expiresAt'>,
): readonly string[] {
  const words: string[] = [];
  if (rule.constraint) words.push(constraintWords(t, rule.constraint));
  if (rule.onlyReads) words.push(t('rule.words.onlyReads'));
  if (rule.afterReading && rule.afterReading.length > 0) words.push(t('rule.words.after', { servers: rule.afterReading }));
  if (rule.expiresAt !== undefined) {
    const date = formatDate(locale, rule.expiresAt, 'minute');
    words.push(t(rule.expiresAt <= now ? 'rule.words.ended' : 'rule.words.until', { date }));
  }
  return words;
}
