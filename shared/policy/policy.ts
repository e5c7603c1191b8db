import * as z from 'zod';

export const effects = ['allow', 'deny', 'ask'] as const;

/** A condition on one argument. `pointer` is a JSON pointer into the arguments (RFC 6901); other values than texts only ever equal. */
export const Constraint = z.discriminatedUnion('how', [
  z.object({
    pointer: z.string().max(500),
    how: z.literal('equals'),
    value: z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()]),
  }),
  z.object({ pointer: z.string().max(500), how: z.literal('starts-with'), value: z.string().min(1).max(10_000) }),
]);
export type Constraint = z.infer<typeof Constraint>;

/** A standing answer made by the person. An allowing one dies with the definitions and the launch it was made for; the others go by name. */
export const Rule = z.object({
  id: z.string(),
  effect: z.enum(effects),
  serverKey: z.string(),
  /** Every tool of the server when absent. */
  toolName: z.string().optional(),
  /** The definition that the rule was made for; for a whole server all of them, in `digests`. */
  digest: z.string(),
  digests: z.array(z.string()).optional(),
  launchHash: z.string(),
  constraint: Constraint.optional(),
  /** The person says that the tool changes nothing: what other servers said earlier in a turn does not suspend the rule. */
  onlyReads: z.boolean().optional(),
  /** The rule also answers after these servers said something in the same turn. */
  afterReading: z.array(z.string()).optional(),
  /** Milliseconds since 1970; without an end when absent. */
  expiresAt: z.number().optional(),
  /** Only in this chat; everywhere when absent. */
  conversationId: z.string().optional(),
  createdAt: z.number(),
});
export type Rule = z.infer<typeof Rule>;

/** What a person says of a rule; what it is bound to is filled in by main. */
export const RuleDraft = z.strictObject({
  /** The rule that this one takes the place of. */
  replaces: z.string().max(200).optional(),
  effect: z.enum(effects),
  serverKey: z.string().min(1).max(200),
  toolName: z.string().min(1).max(512).optional(),
  constraint: Constraint.optional(),
  onlyReads: z.boolean(),
  afterReading: z.array(z.string().min(1).max(200)).max(50),
  expiresAt: z.number().optional(),
});
export type RuleDraft = z.infer<typeof RuleDraft>;

/** What a rule is held against. */
export interface RuleSubject {
  readonly serverKey: string;
  readonly toolName: string;
  readonly digest: string;
  readonly launchHash: string;
  readonly conversationId: string;
  /** The arguments as they would be sent. */
  readonly argumentsText: string;
  /** The servers whose words the model had read in this turn before it asked for the call. */
  readonly readFrom: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
}
export type Ruling =
  | { readonly effect: 'allow' | 'deny'; readonly ruleId: string }
  | { readonly effect: 'ask'; readonly reason: 'no-rule' | 'definition-changed' }
  | { readonly effect: 'ask'; readonly reason: 'rule-asks'; readonly ruleId: string }
  /** A rule would have allowed it, had the model not read what these other servers said (S30). */
  | { readonly effect: 'ask'; readonly reason: 'read-elsewhere'; readonly readFrom: readonly string[] };

/** Pure: deny wins over ask, ask over allow. Rules for another definition only explain why it is asked now (S27). */
export function evaluate(rules: readonly Rule[], subject: RuleSubject): Ruling {
  const named = rules.filter((r) => isAbout(r, subject));
  const about = named.filter((r) => !r.constraint || holds(r.constraint, subject.argumentsText, r.effect));
  const deny = about.find((r) => r.effect === 'deny');
  if (deny) return { effect: 'deny', ruleId: deny.id };
  const asks = about.find((r) => r.effect === 'ask');
  if (asks) return { effect: 'ask', reason: 'rule-asks', ruleId: asks.id };
  const live = about.filter((r) => r.launchHash === subject.launchHash && (r.digests ?? [r.digest]).includes(subject.digest));
  const suspended = live.map((r) => ({ rule: r, by: suspending(r, subject) }));
  const allow = suspended.find(({ by }) => by.length === 0);
  if (allow) return { effect: 'allow', ruleId: allow.rule.id };
  const [first] = suspended;
  if (first) return { effect: 'ask', reason: 'read-elsewhere', readFrom: first.by };
  return { effect: 'ask', reason: about.length > 0 ? 'definition-changed' : 'no-rule' };
}

const isAbout = (rule: Rule, subject: RuleSubject): boolean =>
  rule.serverKey === subject.serverKey &&
  (rule.toolName === undefined || rule.toolName === subject.toolName) &&
  (rule.conversationId === undefined || rule.conversationId === subject.conversationId) &&
  (rule.expiresAt === undefined || subject.at < rule.expiresAt);

/** The servers whose words suspend an allowing rule: all others that were read, unless the rule says otherwise. */
const suspending = (rule: Rule, subject: RuleSubject): readonly string[] =>
  rule.onlyReads === true ? [] : subject.readFrom.filter((key) => key !== rule.serverKey && !(rule.afterReading ?? []).includes(key));

/** Whether the arguments meet the condition. What allows is held strictly: a text that climbs out of its beginning does not start with it. */
function holds(constraint: Constraint, argumentsText: string, effect: Rule['effect']): boolean {
  const value = argumentAt(argumentsText, constraint.pointer);
  if (constraint.how === 'equals') return value === constraint.value;
  if (typeof value !== 'string' || !value.startsWith(constraint.value)) return false;
  return effect !== 'allow' || !climbs(value.slice(constraint.value.length), constraint.value);
}
/** `..` as a part of a path, written out or percent-encoded, anywhere after the beginning. */
const climbs = (rest: string, beginning: string): boolean =>
  /(^|[/\\])(\.|%2e){2}([/\\]|$)/i.test(`${/[/\\]$/.test(beginning) ? '' : beginning.slice(-1)}${rest}`.replace(/%2f|%5c/gi, '/'));

/** The value at a JSON pointer; undefined where there is none. */
export function argumentAt(argumentsText: string, pointer: string): unknown {
  if (pointer !== '' && !pointer.startsWith('/')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(argumentsText);
  } catch {
    return undefined;
  }
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

export const RulesEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('rule.added'), rule: Rule }),
  z.object({ type: z.literal('rule.removed'), id: z.string() }),
]);
export type RulesEvent = z.infer<typeof RulesEvent>;
export type RulesState = readonly Rule[];
export const noRules: RulesState = [];
export const reduceRules = (state: RulesState, event: RulesEvent): RulesState =>
  event.type === 'rule.added' ? [...state, event.rule] : state.filter((r) => r.id !== event.id);
