import type { PendingDecisions } from '#shared/decision/decision.ts';

/** Calls of one round to one tool, which one answer may allow. */
export interface Together {
  /** In the order of the cards. */
  readonly ids: readonly string[];
  /** False until each of them takes an answer, and while one of them is being changed. */
  readonly isReady: boolean;
}

/** The groups by the id of their first card. Main checks them again. */
export function togetherBy(decisions: PendingDecisions, editing: ReadonlySet<string>): ReadonlyMap<string, Together> {
  const groups = new Map<string, { readonly ids: string[]; isReady: boolean }>();
  for (const decision of decisions) {
    if (decision.kind !== 'tool-call' || decision.round === undefined) continue;
    const key = JSON.stringify([decision.turnId, decision.round, decision.serverKey, decision.toolName]);
    const isReady = decision.armed && !editing.has(decision.id);
    const group = groups.get(key);
    if (!group) groups.set(key, { ids: [decision.id], isReady });
    else {
      group.ids.push(decision.id);
      group.isReady &&= isReady;
    }
  }
  return new Map([...groups.values()].filter(({ ids }) => ids.length > 1).map((group) => [group.ids[0] ?? '', group]));
}
