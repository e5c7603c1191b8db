import type { Database } from './database.ts';

/** One row as it lies on the disk: `body` is canonical JSON, `previous` the hash of the row before. */
export interface JournalRow {
  readonly seq: number;
  readonly body: string;
  readonly hash: string;
  readonly previous: string;
}
/** Which entries are meant. `terms` are lower-case and must all occur; `before` is a sequence number; times are milliseconds since 1970. */
export interface JournalSelection {
  readonly terms?: readonly string[];
  readonly kind?: string | undefined;
  readonly serverKey?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly before?: number | undefined;
}
/** The hash that the first row builds on. */
export const genesis = '0'.repeat(64);

const columns = `seq, body, hash, coalesce((SELECT hash FROM journal AS older WHERE older.seq = journal.seq - 1), '${genesis}') AS previous`;

/** The rows of the journal and its head: how many there are, and the hash of the last. */
export class JournalTable {
  readonly #db: Database;
  readonly #add;
  readonly #head;
  readonly #setHead;
  readonly #from;
  readonly #ofTurn;
  readonly #servers;
  constructor(db: Database) {
    this.#db = db;
    this.#add = db.prepare('INSERT INTO journal (seq, body, hash) VALUES (?, ?, ?)');
    this.#head = db.prepare('SELECT count, hash FROM journal_head');
    this.#setHead = db.prepare('UPDATE journal_head SET count = ?, hash = ?');
    this.#from = db.prepare('SELECT seq, body, hash FROM journal WHERE seq > ? ORDER BY seq LIMIT ?');
    this.#ofTurn = db.prepare('SELECT body FROM journal WHERE turn_id = ? ORDER BY seq');
    this.#servers = db.prepare('SELECT DISTINCT server_key AS serverKey FROM journal WHERE server_key IS NOT NULL ORDER BY 1 LIMIT 500');
  }
  head(): { readonly count: number; readonly hash: string } {
    return this.#head.get() as { count: number; hash: string };
  }
  /** Adds a row and moves the head. Call it inside a transaction. */
  add(row: Omit<JournalRow, 'previous'>): void {
    this.#add.run(row.seq, row.body, row.hash);
    this.#setHead.run(row.seq, row.hash);
  }
  /** Rows after `seq` in their order, for walking the chain. */
  walk(seq: number, limit: number): Omit<JournalRow, 'previous'>[] {
    return this.#from.all(seq, limit) as Omit<JournalRow, 'previous'>[];
  }
  ofTurn(turnId: string): string[] {
    return (this.#ofTurn.all(turnId) as { body: string }[]).map((row) => row.body);
  }
  /** Every server that the journal speaks of. */
  servers(): string[] {
    return (this.#servers.all() as { serverKey: string }[]).map((row) => row.serverKey);
  }
  /** What matches, newest first. */
  select(selection: JournalSelection, limit: number): JournalRow[] {
    const { terms = [], kind, serverKey, from, to, before } = selection;
    const conditions: readonly (readonly [string, string | number | undefined])[] = [
      ['seq < ?', before],
      ['kind = ?', kind],
      ['server_key = ?', serverKey],
      ['at >= ?', from],
      ['at <= ?', to],
      ...terms.map((term) => ['instr(words, ?) > 0', term] as const),
    ];
    const used = conditions.filter((condition): condition is readonly [string, string | number] => condition[1] !== undefined);
    const where = used.length > 0 ? `WHERE ${used.map(([text]) => text).join(' AND ')}` : '';
    const statement = this.#db.prepare(`SELECT ${columns} FROM journal ${where} ORDER BY seq DESC LIMIT ?`);
    return statement.all(...used.map(([, value]) => value), limit) as JournalRow[];
  }
}
