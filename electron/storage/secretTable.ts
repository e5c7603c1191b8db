import { within, type Database } from './database.ts';

/** That a secret was put in, put in the place of another, or taken out; never what it is. */
export interface SecretChange {
  readonly what: 'set' | 'replaced' | 'removed';
  readonly name: string;
}

/** Secrets as the keychain's key has encrypted them. */
export class SecretTable {
  readonly #db: Database;
  readonly #followers: ((change: SecretChange) => void)[] = [];
  readonly #names;
  readonly #get;
  readonly #set;
  readonly #remove;
  constructor(db: Database) {
    this.#db = db;
    this.#names = db.prepare('SELECT name FROM secret ORDER BY name');
    this.#get = db.prepare('SELECT body FROM secret WHERE name = ?');
    this.#set = db.prepare('INSERT INTO secret VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET body = excluded.body');
    this.#remove = db.prepare('DELETE FROM secret WHERE name = ?');
  }
  /** Tells of every change within the transaction that makes it. */
  follow(follower: (change: SecretChange) => void): void {
    this.#followers.push(follower);
  }
  /** Tells of a change of what is kept in memory only: it has no row. */
  tell(change: SecretChange): void {
    for (const follower of this.#followers) follower(change);
  }
  names(): string[] {
    return (this.#names.all() as { name: string }[]).map((row) => row.name);
  }
  get(name: string): Uint8Array | undefined {
    return (this.#get.get(name) as { body: Uint8Array } | undefined)?.body;
  }
  set(name: string, body: Uint8Array): void {
    within(this.#db, () => {
      const what = this.get(name) === undefined ? 'set' : 'replaced';
      this.#set.run(name, body);
      this.tell({ what, name });
    });
  }
  remove(name: string): void {
    within(this.#db, () => {
      if (Number(this.#remove.run(name).changes) > 0) this.tell({ what: 'removed', name });
    });
  }
}
