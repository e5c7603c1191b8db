import { setImmediate as nextTask } from 'node:timers/promises';
import { JournalEntry, type ChainedEntry, type ChainReport, type JournalFact, type JournalFilter } from '#shared/journal/journal.ts';
import { canonicalJson } from '../schema/canonical.ts';
import { within, type Database } from '../storage/database.ts';
import type { JournalRow, JournalSelection, JournalTable } from '../storage/journalTable.ts';
import { chainHash, ChainWalk } from './chain.ts';

export interface JournalParts {
  readonly db: Database;
  readonly table: JournalTable;
  /** Told how many entries there are, after they are on the disk. */
  readonly onGrown?: (count: number) => void;
}
/** Rows that are read at once: few enough that main never stands still. */
const atOnce = 1000;

/**
 * Who decided what, and what came of it: entries chained by hashes, only ever added, and in the transaction of what they tell of.
 * It survives the deletion of chats and holds no secret and no text of a result.
 */
export class Journal {
  readonly #parts: JournalParts;
  #telling = false;
  constructor(parts: JournalParts) {
    this.#parts = parts;
    parts.onGrown?.(parts.table.head().count);
  }

  /** Adds an entry, within the open transaction if there is one. Throws `NotSavedError` when the disk refuses. */
  append(fact: JournalFact): void {
    const { db, table } = this.#parts;
    within(db, () => {
      const head = table.head();
      const seq = head.count + 1;
      const body = canonicalJson({ ...fact, seq });
      table.add({ seq, body, hash: chainHash(head.hash, body) });
    });
    this.#tell();
  }

  /** What matches, newest first, at most `limit`; `more` says that there are older ones. */
  page(filter: JournalFilter, limit: number, before?: number): { readonly entries: ChainedEntry[]; readonly more: boolean } {
    const rows = this.#parts.table.select({ ...toSelection(filter), before }, limit + 1);
    return { entries: rows.slice(0, limit).map(toChained), more: rows.length > limit };
  }
  servers(): string[] {
    return this.#parts.table.servers();
  }
  /** The entries of one turn, oldest first. */
  ofTurn(turnId: string): JournalEntry[] {
    return this.#parts.table.ofTurn(turnId).map((body) => JournalEntry.parse(JSON.parse(body)));
  }

  /** What matches as JSON Lines, newest first, in pieces; each line is canonical JSON with `entry`, `hash` and `previous`. */
  *lines(filter: JournalFilter): Generator<{ readonly text: string; readonly count: number }> {
    const selection = toSelection(filter);
    let before: number | undefined;
    for (;;) {
      const rows = this.#parts.table.select({ ...selection, before }, atOnce);
      if (rows.length > 0) yield { text: rows.map(toLine).join(''), count: rows.length };
      before = rows.at(-1)?.seq;
      if (rows.length < atOnce) return;
    }
  }

  /** Walks the whole chain as it is now, with pauses. */
  async verify(): Promise<ChainReport> {
    const { table } = this.#parts;
    const walk = new ChainWalk();
    for (;;) {
      const rows = table.walk(walk.count, atOnce);
      for (const row of rows) {
        const fault = walk.step(row);
        if (fault) return fault;
      }
      // The end and the head are read in one go, so that an entry that comes meanwhile makes no difference.
      if (rows.length < atOnce) return walk.end(table.head());
      await nextTask();
    }
  }

  /** After the transaction, and once for all that it has added. */
  #tell(): void {
    const { onGrown, table, db } = this.#parts;
    if (!onGrown || this.#telling) return;
    this.#telling = true;
    queueMicrotask(() => {
      this.#telling = false;
      if (db.isOpen) onGrown(table.head().count);
    });
  }
}

const toChained = ({ body, hash, previous }: JournalRow): ChainedEntry => ({ entry: JournalEntry.parse(JSON.parse(body)), hash, previous });
const toLine = ({ body, hash, previous }: JournalRow): string => `{"entry":${body},"hash":"${hash}","previous":"${previous}"}\n`;
function toSelection({ query, ...others }: JournalFilter): JournalSelection {
  const terms = (query ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  return { ...others, terms };
}
