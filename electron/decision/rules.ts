import type { Verdict } from '#shared/decision/decision.ts';
import { evaluate, type Rule, type RuleSubject, type Ruling } from '#shared/policy/policy.ts';
import type { TopicHub } from '../ipc/topicHub.ts';
import type { RuleTable } from '../storage/smallTables.ts';

/** The person's standing rules: on disk, and a topic for the pages. */
export class Rules {
  readonly #table: RuleTable;
  readonly #hub: TopicHub;
  constructor(table: RuleTable, hub: TopicHub) {
    this.#table = table;
    this.#hub = hub;
    for (const rule of table.all()) hub.publish('rules', {}, { type: 'rule.added', rule });
  }
  all(): readonly Rule[] {
    return this.#hub.state('rules', {});
  }
  evaluate(subject: RuleSubject): Ruling {
    return evaluate(this.#hub.state('rules', {}), subject);
  }
  /** A rule's verdict, or undefined when a person must be asked. */
  verdict(subject: RuleSubject): Verdict | undefined {
    const ruling = this.evaluate(subject);
    if (ruling.effect === 'ask') return undefined;
    return { kind: ruling.effect === 'allow' ? 'allowed' : 'denied', by: 'rule', ruleId: ruling.ruleId };
  }
  add(rule: Rule): void {
    this.#table.add(rule);
    this.#hub.publish('rules', {}, { type: 'rule.added', rule });
  }
  revoke(id: string): void {
    this.#table.remove(id);
    this.#hub.publish('rules', {}, { type: 'rule.removed', id });
  }
  /** A removed server takes with it what was allowed; a no stays until the person revokes it, for a server of that name may come back (S27). */
  forgetServer(serverKey: string): void {
    for (const rule of this.all()) if (rule.serverKey === serverKey && rule.effect !== 'deny') this.revoke(rule.id);
  }
}
