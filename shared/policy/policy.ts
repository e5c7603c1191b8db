import * as z from 'zod';

/** A standing answer for one tool, made by the person; it dies with the definition and the launch it was made for. */
export const Rule = z.object({
  id: z.string(),
  effect: z.enum(['allow', 'deny', 'ask']),
  serverKey: z.string(),
  toolName: z.string(),
  /** The tool definition and the server launch that the rule was made for. */
  digest: z.string(),
  launchHash: z.string(),
  /** Only in this chat; everywhere when absent. */
  conversationId: z.string().optional(),
  createdAt: z.number(),
});
export type Rule = z.infer<typeof Rule>;

/** What a rule is held against. */
export interface RuleSubject {
  readonly serverKey: string;
  readonly toolName: string;
  readonly digest: string;
  readonly launchHash: string;
  readonly conversationId: string;
}
export type Ruling =
  | { readonly effect: 'allow' | 'deny'; readonly ruleId: string }
  | { readonly effect: 'ask'; readonly reason: 'no-rule' | 'definition-changed' | 'rule-asks' };

/** Pure: deny wins over ask, ask over allow; rules for another definition only explain why it is asked now. */
export function evaluate(rules: readonly Rule[], subject: RuleSubject): Ruling {
  const about = rules.filter(
    (r) =>
      r.serverKey === subject.serverKey &&
      r.toolName === subject.toolName &&
      (r.conversationId === undefined || r.conversationId === subject.conversationId),
  );
  const deny = about.find((r) => r.effect === 'deny');
  if (deny) return { effect: 'deny', ruleId: deny.id };
  const live = about.filter((r) => r.digest === subject.digest && r.launchHash === subject.launchHash);
  if (live.some((r) => r.effect === 'ask')) return { effect: 'ask', reason: 'rule-asks' };
  const allow = live.find((r) => r.effect === 'allow');
  if (allow) return { effect: 'allow', ruleId: allow.id };
  return { effect: 'ask', reason: about.length > 0 ? 'definition-changed' : 'no-rule' };
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
