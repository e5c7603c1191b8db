import type { Constraint, Rule, RuleDraft } from '#shared/policy/policy.ts';
import { pointerWords } from '../ui/ruleWords.ts';

export const endings = ['never', 'hour', 'day', 'week', 'keep'] as const;
export type Ending = (typeof endings)[number];
/** What a person has chosen and typed for a rule. */
export interface RuleForm {
  readonly effect: Rule['effect'];
  readonly serverKey: string;
  /** Empty for every tool. */
  readonly toolName: string;
  readonly when: 'any' | Constraint['how'];
  readonly pointer: string;
  readonly value: string;
  readonly ends: Ending;
  readonly onlyReads: boolean;
  readonly afterReading: readonly string[];
}

export const newRule = (serverKey: string): RuleForm => ({
  effect: 'ask',
  serverKey,
  toolName: '',
  when: 'any',
  pointer: '',
  value: '',
  ends: 'never',
  onlyReads: false,
  afterReading: [],
});

/** The form of a rule that is there. */
export function formOf(rule: Rule): RuleForm {
  const { constraint } = rule;
  return {
    effect: rule.effect,
    serverKey: rule.serverKey,
    toolName: rule.toolName ?? '',
    when: constraint?.how ?? 'any',
    pointer: constraint ? pointerWords(constraint.pointer) : '',
    value: constraint ? typedValue(constraint) : '',
    ends: rule.expiresAt === undefined ? 'never' : 'keep',
    onlyReads: rule.onlyReads ?? false,
    afterReading: rule.afterReading ?? [],
  };
}

const lengths: Readonly<Record<Exclude<Ending, 'never' | 'keep'>, number>> = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 };

/** Reads the form, or undefined while its condition is not whole. `edited` is the rule that it takes the place of, `now` milliseconds since 1970. */
export function readRule(form: RuleForm, edited: Rule | undefined, now: number): RuleDraft | undefined {
  const constraint = form.when === 'any' ? undefined : readConstraint(form);
  if (constraint === null) return undefined;
  const expiresAt = form.ends === 'never' ? undefined : form.ends === 'keep' ? edited?.expiresAt : now + lengths[form.ends];
  return {
    effect: form.effect,
    serverKey: form.serverKey,
    onlyReads: form.effect === 'allow' && form.onlyReads,
    afterReading: form.effect === 'allow' && !form.onlyReads ? [...form.afterReading] : [],
    ...(edited ? { replaces: edited.id } : {}),
    ...(form.toolName === '' ? {} : { toolName: form.toolName }),
    ...(constraint ? { constraint } : {}),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

/** Null while something is missing. A name that begins with a slash is a JSON pointer as it stands. */
function readConstraint({ when, pointer: typed, value }: RuleForm): Constraint | null {
  const name = typed.trim();
  if (name === '' || name === '/') return null;
  const pointer = name.startsWith('/') ? name : `/${name}`;
  if (when === 'starts-with') return value === '' ? null : { pointer, how: when, value };
  return { pointer, how: 'equals', value: readValue(value) };
}

/** What is written as JSON of one value is that value; anything else is text. */
function readValue(typed: string): string | number | boolean | null {
  try {
    const value: unknown = JSON.parse(typed);
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  } catch {
    return typed;
  }
  return typed;
}
function typedValue({ how, value }: Constraint): string {
  if (typeof value !== 'string') return String(value);
  return how === 'equals' && readValue(value) !== value ? JSON.stringify(value) : value;
}
