import type { Database } from './database.ts';

/** The tools that the person has switched off, by server; a tool that is not here is on. */
export class SwitchTable {
  readonly #off;
  readonly #add;
  readonly #remove;
  readonly #forget;
  constructor(db: Database) {
    this.#off = db.prepare('SELECT tool_name AS name FROM tool_off WHERE server_key = ?');
    this.#add = db.prepare('INSERT OR IGNORE INTO tool_off (server_key, tool_name) VALUES (?, ?)');
    this.#remove = db.prepare('DELETE FROM tool_off WHERE server_key = ? AND tool_name = ?');
    this.#forget = db.prepare('DELETE FROM tool_off WHERE server_key = ?');
  }
  off(serverKey: string): string[] {
    return (this.#off.all(serverKey) as { name: string }[]).map((row) => row.name);
  }
  set(serverKey: string, toolName: string, enabled: boolean): void {
    if (enabled) this.#remove.run(serverKey, toolName);
    else this.#add.run(serverKey, toolName);
  }
  forget(serverKey: string): void {
    this.#forget.run(serverKey);
  }
}
