import type { Database } from './database.ts';

export interface ProcessRow {
  readonly pid: number;
  readonly startTime: string;
  readonly commandHash: string;
  readonly serverKey: string;
  readonly mark?: string | undefined;
}

/** The server processes that run now, on disk, so that the next start can end those that a crash left behind. */
export class ProcessRows {
  readonly #all;
  readonly #add;
  readonly #remove;
  constructor(db: Database) {
    this.#all = db.prepare('SELECT pid, start_time AS startTime, command_hash AS commandHash, server_key AS serverKey, mark FROM process');
    this.#add = db.prepare('INSERT OR REPLACE INTO process VALUES (?, ?, ?, ?, ?)');
    this.#remove = db.prepare('DELETE FROM process WHERE pid = ?');
  }
  all(): ProcessRow[] {
    const rows = this.#all.all() as (ProcessRow & { readonly mark: string | null })[];
    return rows.map(({ mark, ...row }) => (mark === null ? row : { ...row, mark }));
  }
  add(row: ProcessRow): void {
    this.#add.run(row.pid, row.startTime, row.commandHash, row.serverKey, row.mark ?? null);
  }
  remove(pid: number): void {
    this.#remove.run(pid);
  }
}
