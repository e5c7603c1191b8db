import type { Database } from './database.ts';

export interface ProcessRow {
  readonly pid: number;
  readonly startTime: string;
  readonly commandHash: string;
  readonly serverKey: string;
}

/** A launch whose processes may still run; everything it started carries the mark. */
export interface LaunchMark {
  readonly mark: string;
  readonly serverKey: string;
}

/** The server processes that run now, on disk, so that the next start can end those that a crash left behind. */
export class ProcessRows {
  readonly #all;
  readonly #add;
  readonly #remove;
  readonly #marks;
  readonly #addMark;
  readonly #removeMark;
  constructor(db: Database) {
    this.#all = db.prepare('SELECT pid, start_time AS startTime, command_hash AS commandHash, server_key AS serverKey FROM process');
    this.#add = db.prepare('INSERT OR REPLACE INTO process VALUES (?, ?, ?, ?)');
    this.#remove = db.prepare('DELETE FROM process WHERE pid = ?');
    this.#marks = db.prepare('SELECT mark, server_key AS serverKey FROM launch_mark');
    this.#addMark = db.prepare('INSERT INTO launch_mark VALUES (?, ?)');
    this.#removeMark = db.prepare('DELETE FROM launch_mark WHERE mark = ?');
  }
  all(): ProcessRow[] {
    return this.#all.all() as ProcessRow[];
  }
  add(row: ProcessRow): void {
    this.#add.run(row.pid, row.startTime, row.commandHash, row.serverKey);
  }
  remove(pid: number): void {
    this.#remove.run(pid);
  }
  marks(): LaunchMark[] {
    return this.#marks.all() as LaunchMark[];
  }
  addMark({ mark, serverKey }: LaunchMark): void {
    this.#addMark.run(mark, serverKey);
  }
  removeMark(mark: string): void {
    this.#removeMark.run(mark);
  }
}
