import * as z from 'zod';
import type { Place } from '#shared/decision/decision.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import { evaluate, type Rule, type RuleDraft } from '#shared/policy/policy.ts';
import type { PreviewedCall, RulePreview } from '#shared/policy/preview.ts';
import type { DecisionTable } from '../storage/decisionTable.ts';
import type { Gate } from './gate.ts';
import type { Rules } from './rules.ts';

/** Calls that a preview looks back on. */
const lookBack = 200;

/** What a rule is bound to: the server as it is now. */
export interface RuleTarget {
  readonly launchHash: string;
  readonly place: Place;
  /** The tools in use, by name. */
  readonly tools: readonly { readonly name: string; readonly digest: string }[];
}
export interface RuleDraftParts {
  readonly rules: Rules;
  readonly gate: Gate;
  readonly decisions: DecisionTable;
  readonly target: (serverKey: string) => RuleTarget | undefined;
  readonly now: () => number;
  readonly newId: () => string;
}

/** A decided call as the decision table has it. */
const PastCall = z.object({
  serverKey: z.string(),
  toolName: z.string(),
  digest: z.string(),
  launchHash: z.string(),
  conversationId: z.string(),
  argumentsText: z.string(),
  readFrom: z.array(z.string()).default([]),
});

/** Rules as the settings page writes them. That page may narrow what is allowed by itself; to widen it takes a yes on the decision page (I6). */
export class RuleDrafts {
  readonly #parts: RuleDraftParts;
  constructor(parts: RuleDraftParts) {
    this.#parts = parts;
  }

  /** Makes the rule, or asks about it first. Throws `FailureError` when there is no such server or tool. */
  save(draft: RuleDraft): { readonly asked: boolean } {
    const { rule, target, covers } = this.#toRule(draft);
    if (rule.effect !== 'allow') {
      this.#make(rule, draft.replaces);
      return { asked: false };
    }
    // One at a time: a page gone wrong shall not fill the decision page.
    this.#parts.gate.withdraw('changed', (d) => d.kind === 'rule');
    void this.#ask(rule, target.place, covers, draft.replaces);
    return { asked: true };
  }

  /** What the rule would have answered of the latest calls, by the very function that answers them. */
  preview(draft: RuleDraft): RulePreview {
    const { rule, covers } = this.#toRule(draft);
    const rules = [...this.#parts.rules.all().filter((r) => r.id !== draft.replaces), rule];
    const past = this.#parts.decisions.latestCalls(lookBack).flatMap(({ id, subject, decidedAt }) => {
      const read = PastCall.safeParse(JSON.parse(subject)); // what was withdrawn has no definition beside it
      return read.success ? [{ id, decidedAt, call: read.data }] : [];
    });
    const calls = past.flatMap(({ id, decidedAt, call }): PreviewedCall[] => {
      const ruling = evaluate(rules, { ...call, at: this.#parts.now() });
      if (!('ruleId' in ruling) || ruling.ruleId !== rule.id) return [];
      const { serverKey, toolName, argumentsText } = call;
      return [{ decisionId: id, at: decidedAt, serverKey, toolName, argumentsText }];
    });
    return { effect: rule.effect, lookedAt: past.length, calls, covers };
  }

  async #ask(rule: Rule, place: Place, covers: readonly string[], replaces: string | undefined): Promise<void> {
    const question = { kind: 'rule' as const, serverKey: rule.serverKey, place, rule, covers: [...covers] };
    const { verdict } = await this.#parts.gate.ask(question, new AbortController().signal);
    if (verdict.kind === 'allowed') this.#make(rule, replaces);
  }
  #make(rule: Rule, replaces: string | undefined): void {
    const { rules, gate } = this.#parts;
    rules.add(rule);
    if (replaces !== undefined) rules.revoke(replaces);
    gate.reconsider();
  }
  #toRule({ replaces: _replaces, effect, serverKey, toolName, constraint, onlyReads, afterReading, expiresAt }: RuleDraft) {
    const target = this.#parts.target(serverKey);
    if (!target) throw new FailureError('not-found', `no server ${serverKey}`);
    const tools = target.tools.filter(({ name }) => toolName === undefined || name === toolName);
    if (effect === 'allow' && tools.length === 0) throw new FailureError('not-found', `no accepted tool ${toolName ?? ''} on ${serverKey}`);
    const now = this.#parts.now();
    if (expiresAt !== undefined && expiresAt <= now) throw new FailureError('invalid-input', 'the rule would have ended already');
    const bound = toolName === undefined ? { digest: '', digests: tools.map((t) => t.digest) } : { digest: tools[0]?.digest ?? '' };
    const rule: Rule = {
      id: this.#parts.newId(),
      effect,
      serverKey,
      launchHash: target.launchHash,
      ...bound,
      createdAt: now,
      ...(toolName === undefined ? {} : { toolName }),
      ...(constraint === undefined ? {} : { constraint }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(effect === 'allow' && onlyReads ? { onlyReads } : {}),
      ...(effect === 'allow' && afterReading.length > 0 ? { afterReading } : {}),
    };
    return { rule, target, covers: effect === 'allow' ? tools.map((t) => t.name) : [] };
  }
}
