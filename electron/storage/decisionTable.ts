import type { Verdict } from '#shared/decision/decision.ts';
import { within, type Database } from './database.ts';

export interface DecisionRow {
  readonly id: string;
  readonly kind: string;
  /** What was decided upon, in full, as JSON. */
  readonly subject: string;
  readonly verdict: Verdict;
  readonly decidedAt: number;
  readonly callId?: string | undefined;
  /** The button that was pressed, where a person decided. */
  readonly answer?: string | undefined;
}
/** Told within the transaction that writes the row: what it writes stands or falls with it. */
export interface DecisionFollower {
  added(row: DecisionRow): void;
  /** The permission was spent: from here on the call counts as sent. */
  spent(row: Pick<DecisionRow, 'id' | 'subject' | 'callId'>, at: number): void;
}

/** Every decision, and when a permission to call was spent. A call can be sent at most once per decision. */
export class DecisionTable {
  readonly #db: Database;
  readonly #followers: DecisionFollower[] = [];
  readonly #row;
  readonly #add;
  readonly #spend;
  readonly #spent;
  readonly #addRound;
  readonly #spendRound;
  readonly #latestCalls;
  constructor(db: Database) {
    this.#db = db;
    this.#row = db.prepare('SELECT id, subject, call_id AS callId FROM decision WHERE id = ?');
    this.#add = db.prepare('INSERT INTO decision (id, kind, subject, verdict, decided_at, call_id) VALUES (?, ?, ?, ?, ?, ?)');
    this.#spend = db.prepare('UPDATE decision SET spent_at = ? WHERE id = ? AND spent_at IS NULL');
    this.#spent = db.prepare('SELECT max(spent_at) AS spentAt FROM decision WHERE call_id = ?');
    this.#addRound = db.prepare('INSERT INTO decision_round (decision_id, round, digest, decided_at) VALUES (?, ?, ?, ?)');
    this.#spendRound = db.prepare('UPDATE decision_round SET spent_at = ? WHERE decision_id = ? AND round = ? AND spent_at IS NULL');
    this.#latestCalls = db.prepare(
      "SELECT id, subject, decided_at AS decidedAt FROM decision WHERE kind = 'tool-call' ORDER BY decided_at DESC, rowid DESC LIMIT ?",
    );
  }
  follow(follower: DecisionFollower): void {
    this.#followers.push(follower);
  }
  add(row: DecisionRow): void {
    within(this.#db, () => {
      this.#add.run(row.id, row.kind, row.subject, JSON.stringify(row.verdict), row.decidedAt, row.callId ?? null);
      for (const follower of this.#followers) follower.added(row);
    });
  }
  /** True exactly once per decision. On disk when it returns outside a transaction. */
  spend(id: string, at: number): boolean {
    return within(this.#db, () => {
      if (Number(this.#spend.run(at, id).changes) !== 1) return false;
      const row = this.#row.get(id) as { id: string; subject: string; callId: string };
      for (const follower of this.#followers) follower.spent(row, at);
      return true;
    });
  }
  /** When the call with this id left, in milliseconds since 1970; undefined when it did not. */
  sentAt(callId: string): number | undefined {
    return (this.#spent.get(callId) as { spentAt: number | null } | undefined)?.spentAt ?? undefined;
  }
  /** A further round of a call that has been sent: its answers to the server, by digest, committed before they leave. */
  addRound(id: string, round: number, digest: string, at: number): void {
    this.#addRound.run(id, round, digest, at);
  }
  /** True exactly once per round. */
  spendRound(id: string, round: number, at: number): boolean {
    return Number(this.#spendRound.run(at, id, round).changes) === 1;
  }
  /** The latest calls that were decided, newest first; `subject` is JSON. */
  latestCalls(count: number): readonly { readonly id: string; readonly subject: string; readonly decidedAt: number }[] {
    return this.#latestCalls.all(count) as { id: string; subject: string; decidedAt: number }[];
  }
  /** Whether the call with this id ever left: what a restart needs to tell *not sent* from *outcome unknown*. */
  wasSent(callId: string): boolean {
    return this.sentAt(callId) !== undefined;
  }
}
