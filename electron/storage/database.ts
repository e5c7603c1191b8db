import { DatabaseSync } from '@photostructure/sqlite';
import { existsSync, renameSync } from 'node:fs';
import { migrations } from './migrations.ts';

export type Database = InstanceType<typeof DatabaseSync>;

/** Writing failed because the disk is full or can't be written: nothing of the transaction is there. */
export class NotSavedError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'NotSavedError';
  }
}

/** SQLite's primary result codes for "no room" and "can't be written now": FULL, IOERR, READONLY, CANTOPEN, BUSY, LOCKED. */
const unwritable =
  /disk (is )?full|disk I\/O|readonly|read-only|unable to open|is locked|SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED)/i;
const unreadable = /malformed|not a database|SQLITE_(CORRUPT|NOTADB)|encrypted/i;
const says = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${'code' in error && typeof error.code === 'string' ? error.code : ''}` : String(error);

/** Whether a write failed because the disk is full, locked or can't be written. */
export const isUnwritable = (error: unknown): boolean => error instanceof NotSavedError || unwritable.test(says(error));

/** Runs `work` in one transaction: all of it is on disk when this returns, or none of it. Throws `NotSavedError` when the disk refuses. */
export function transaction<T>(db: Database, work: () => T): T {
  try {
    db.exec('BEGIN IMMEDIATE');
    try {
      const value = work();
      db.exec('COMMIT');
      return value;
    } catch (error) {
      rollback(db);
      throw error;
    }
  } catch (error) {
    throw isUnwritable(error) ? new NotSavedError(error) : error;
  }
}

/** Runs `work` in the transaction that is open, or in one of its own: what it writes is on disk together with its cause. */
export function within<T>(db: Database, work: () => T): T {
  return db.isTransaction ? work() : transaction(db, work);
}

function rollback(db: Database): void {
  // SQLite rolls back by itself on some errors; then there is no transaction left to end.
  if (db.isTransaction) db.exec('ROLLBACK');
}

function open(file: string): Database {
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000');
    const check = db.prepare('PRAGMA quick_check(1)').get() as { quick_check?: string } | undefined;
    if (check?.quick_check !== 'ok') throw new Error(`database disk image is malformed: ${check?.quick_check ?? 'no answer'}`);
    migrate(db);
    // From here on main must not stand still: a database that is busy this long counts as one that can't be written now.
    db.exec('PRAGMA busy_timeout = 250');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Brings the schema up one numbered step at a time, each in a transaction of its own. */
function migrate(db: Database): void {
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version > migrations.length) throw new NewerDatabaseError(version);
  migrations.slice(version).forEach((sql, index) => {
    transaction(db, () => db.exec(`${sql}; PRAGMA user_version = ${version + index + 1}`));
  });
}

class NewerDatabaseError extends Error {
  constructor(version: number) {
    super(`the database was written by a newer Steward (schema ${version})`);
    this.name = 'NewerDatabaseError';
  }
}

/**
 * Opens the one database of a data folder. One that can't be read is never overwritten: it is renamed with `suffix` and a new one begun;
 * `replaced` then says why. Throws what else goes wrong.
 */
export function openDatabase(file: string, suffix: string): { readonly db: Database; readonly replaced: string | undefined } {
  try {
    return { db: open(file), replaced: undefined };
  } catch (error) {
    if (!(error instanceof NewerDatabaseError) && !unreadable.test(says(error))) throw error;
    for (const part of ['', '-wal', '-shm']) if (existsSync(file + part)) renameSync(file + part, `${file}.${suffix}${part}`);
    return { db: open(file), replaced: `${file}.${suffix}: ${error instanceof Error ? error.message : String(error)}` };
  }
}
