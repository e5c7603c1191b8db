import type { Database } from './database.ts';

export interface ChatRow {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: number;
  /** The chat that it branched off. */
  readonly branchedFrom: string | null;
  readonly pinned: 0 | 1;
}

/** The list of chats: what the log of events can't tell cheaply. */
export class ChatTable {
  readonly #all;
  readonly #insert;
  readonly #touch;
  readonly #rename;
  readonly #mark;
  readonly #purge;
  readonly #pin;
  constructor(db: Database) {
    this.#all = db.prepare(
      'SELECT id, title, updated_at AS updatedAt, from_id AS branchedFrom, pinned FROM chat LEFT JOIN branch ON conversation_id = id ' +
        'WHERE deleted = 0 ORDER BY updated_at DESC',
    );
    this.#insert = db.prepare('INSERT INTO chat (id, title, created_at, updated_at) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING');
    this.#touch = db.prepare('UPDATE chat SET updated_at = ? WHERE id = ?');
    this.#rename = db.prepare('UPDATE chat SET title = ? WHERE id = ?');
    this.#mark = db.prepare('UPDATE chat SET deleted = ? WHERE id = ?');
    this.#pin = db.prepare('UPDATE chat SET pinned = ? WHERE id = ?');
    this.#purge = db.prepare('DELETE FROM chat WHERE deleted = 1');
  }
  all(): ChatRow[] {
    return this.#all.all() as ChatRow[];
  }
  /** Adds the chat unless it is there. */
  ensure(id: string, title: string, at: number): void {
    this.#insert.run(id, title, at, at);
  }
  touch(id: string, at: number): void {
    this.#touch.run(at, id);
  }
  rename(id: string, title: string): void {
    this.#rename.run(title, id);
  }
  pin(id: string, pinned: boolean): void {
    this.#pin.run(pinned ? 1 : 0, id);
  }
  setDeleted(id: string, deleted: boolean): void {
    this.#mark.run(deleted ? 1 : 0, id);
  }
  /** Drops what was deleted and not restored, with all its events. */
  purge(): void {
    this.#purge.run();
  }
}
