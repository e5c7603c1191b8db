import { ProviderConfig } from '#shared/models/providers.ts';
import { within, type Database } from './database.ts';

/** A provider before and after; absent where there was or is none. */
export interface ProviderChange {
  readonly before: ProviderConfig | undefined;
  readonly after: ProviderConfig | undefined;
}

/** The providers the person has set up, in the order of their making. Never a key. */
export class ProviderTable {
  readonly #db: Database;
  readonly #followers: ((change: ProviderChange) => void)[] = [];
  readonly #all;
  readonly #put;
  readonly #remove;
  constructor(db: Database) {
    this.#db = db;
    this.#all = db.prepare('SELECT body FROM provider ORDER BY rowid');
    this.#put = db.prepare('INSERT INTO provider (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body');
    this.#remove = db.prepare('DELETE FROM provider WHERE id = ?');
  }
  /** A row that no longer reads is left out, and left alone. */
  all(): ProviderConfig[] {
    return (this.#all.all() as { body: string }[]).flatMap(({ body }) => {
      const read = ProviderConfig.safeParse(JSON.parse(body));
      return read.success ? [read.data] : [];
    });
  }
  /** Tells of every change within the transaction that makes it. */
  follow(follower: (change: ProviderChange) => void): void {
    this.#followers.push(follower);
  }
  put(provider: ProviderConfig): void {
    this.#change(provider.id, provider, () => void this.#put.run(provider.id, JSON.stringify(provider)));
  }
  remove(id: string): void {
    this.#change(id, undefined, () => void this.#remove.run(id));
  }
  #change(id: string, after: ProviderConfig | undefined, write: () => void): void {
    within(this.#db, () => {
      const before = this.all().find((one) => one.id === id);
      write();
      for (const follower of this.#followers) follower({ before, after });
    });
  }
}
