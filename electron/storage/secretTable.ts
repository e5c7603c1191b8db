import type { Database } from './database.ts';

/** Secrets as the keychain's key has encrypted them. */
export class SecretTable {
  readonly #names;
  readonly #get;
  readonly #set;
  readonly #remove;
  constructor(db: Database) {
    this.#names = db.prepare('SELECT name FROM secret ORDER BY name');
    this.#get = db.prepare('SELECT body FROM secret WHERE name = ?');
    this.#set = db.prepare('INSERT INTO secret VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET body = excluded.body');
    this.#remove = db.prepare('DELETE FROM secret WHERE name = ?');
  }
  names(): string[] {
    return (this.#names.all() as { name: string }[]).map((row) => row.name);
  }
  get(name: string): Uint8Array | undefined {
    return (this.#get.get(name) as { body: Uint8Array } | undefined)?.body;
  }
  set(name: string, body: Uint8Array): void {
    this.#set.run(name, body);
  }
  remove(name: string): void {
    this.#remove.run(name);
  }
}
