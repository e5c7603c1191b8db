import { ProviderConfig } from '#shared/models/providers.ts';
import type { Database } from './database.ts';

/** The providers the person has set up, in the order of their making. Never a key. */
export class ProviderTable {
  readonly #all;
  readonly #put;
  readonly #remove;
  constructor(db: Database) {
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
  put(provider: ProviderConfig): void {
    this.#put.run(provider.id, JSON.stringify(provider));
  }
  remove(id: string): void {
    this.#remove.run(id);
  }
}
