import { within, type Database } from './database.ts';

/** A tool that was switched on or off. */
export interface SwitchChange {
  readonly serverKey: string;
  readonly toolName: string;
  readonly enabled: boolean;
}

/** The tools that the person has switched off, by server; a tool that is not here is on. */
export class SwitchTable {
  readonly #db: Database;
  readonly #followers: ((change: SwitchChange) => void)[] = [];
  readonly #off;
  readonly #add;
  readonly #remove;
  readonly #forget;
  constructor(db: Database) {
    this.#db = db;
    this.#off = db.prepare('SELECT tool_name AS name FROM tool_off WHERE server_key = ?');
    this.#add = db.prepare('INSERT OR IGNORE INTO tool_off (server_key, tool_name) VALUES (?, ?)');
    this.#remove = db.prepare('DELETE FROM tool_off WHERE server_key = ? AND tool_name = ?');
    this.#forget = db.prepare('DELETE FROM tool_off WHERE server_key = ?');
  }
  off(serverKey: string): string[] {
    return (this.#off.all(serverKey) as { name: string }[]).map((row) => row.name);
  }
  /** Tells of every change within the transaction that makes it. */
  follow(follower: (change: SwitchChange) => void): void {
    this.#followers.push(follower);
  }
  set(serverKey: string, toolName: string, enabled: boolean): void {
    within(this.#db, () => {
      const { changes } = enabled ? this.#remove.run(serverKey, toolName) : this.#add.run(serverKey, toolName);
      if (Number(changes) === 0) return;
      for (const follower of this.#followers) follower({ serverKey, toolName, enabled });
    });
  }
  forget(serverKey: string): void {
    this.#forget.run(serverKey);
  }
}
