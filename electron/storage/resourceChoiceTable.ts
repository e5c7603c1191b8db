import { within, type Database } from './database.ts';

/** One thing that the person has turned on: for a server (`uri` empty), or for one of its resources. */
export interface ResourceChoiceRow {
  readonly serverKey: string;
  readonly launchHash: string;
  readonly kind: 'model-reads' | 'auto-update' | 'always';
  readonly uri: string;
  readonly title: string;
}
/** Told within the transaction that writes it. */
export type ResourceChoiceFollower = (row: ResourceChoiceRow, on: boolean) => void;

/** What was chosen for resources; what is not here is off. Bound like trust to the launch: another launch of the same name has none of it. */
export class ResourceChoiceTable {
  readonly #db: Database;
  readonly #followers: ResourceChoiceFollower[] = [];
  readonly #all;
  readonly #add;
  readonly #remove;
  readonly #forget;
  constructor(db: Database) {
    this.#db = db;
    this.#all = db.prepare(
      'SELECT server_key AS serverKey, launch_hash AS launchHash, kind, uri, title FROM resource_choice ORDER BY rowid',
    );
    this.#add = db.prepare('INSERT OR REPLACE INTO resource_choice (server_key, launch_hash, kind, uri, title) VALUES (?, ?, ?, ?, ?)');
    this.#remove = db.prepare('DELETE FROM resource_choice WHERE server_key = ? AND kind = ? AND uri = ?');
    this.#forget = db.prepare('DELETE FROM resource_choice WHERE server_key = ?');
  }
  follow(follower: ResourceChoiceFollower): void {
    this.#followers.push(follower);
  }
  all(): ResourceChoiceRow[] {
    return (this.#all.all() as ResourceChoiceRow[]).map((row) => ({ ...row }));
  }
  set(row: ResourceChoiceRow, on: boolean): void {
    const { serverKey, launchHash, kind, uri, title } = row;
    within(this.#db, () => {
      const { changes } = on ? this.#add.run(serverKey, launchHash, kind, uri, title) : this.#remove.run(serverKey, kind, uri);
      if (Number(changes) === 0) return;
      for (const follower of this.#followers) follower(row, on);
    });
  }
  forget(serverKey: string): void {
    this.#forget.run(serverKey);
  }
}
