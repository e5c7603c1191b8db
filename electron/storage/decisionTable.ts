import type { Verdict } from '#shared/decision/decision.ts';
import type { Database } from './database.ts';

export interface DecisionRow {
  readonly id: string;
  readonly kind: string;
  /** What was decided upon, in full, as JSON. */
  readonly subject: string;
  readonly verdict: Verdict;
  readonly decidedAt: number;
  readonly callId?: string | undefined;
}

/** Every decision, and when a permission to call was spent. A call can be sent at most once per decision. */
export class DecisionTable {
  readonly #add;
  readonly #spend;
  readonly #spent;
  constructor(db: Database) {
    this.#add = db.prepare('INSERT INTO decision (id, kind, subject, verdict, decided_at, call_id) VALUES (?, ?, ?, ?, ?, ?)');
    this.#spend = db.prepare('UPDATE decision SET spent_at = ? WHERE id = ? AND spent_at IS NULL');
    this.#spent = db.prepare('SELECT spent_at AS spentAt FROM decision WHERE call_id = ? ORDER BY decided_at DESC LIMIT 1');
  }
  add(row: DecisionRow): void {
    this.#add.run(row.id, row.kind, row.subject, JSON.stringify(row.verdict), row.decidedAt, row.callId ?? null);
  }
  /** True exactly once per decision. On disk when it returns outside a transaction. */
  spend(id: string, at: number): boolean {
    return Number(this.#spend.run(at, id).changes) === 1;
  }
  /** Whether the call with this id ever left: what a restart needs to tell *not sent* from *outcome unknown*. */
  wasSent(callId: string): boolean {
    const row = this.#spent.get(callId) as { spentAt: number | null } | undefined;
    return row?.spentAt != null;
  }
}
