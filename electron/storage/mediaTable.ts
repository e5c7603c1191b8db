import type { Database } from './database.ts';

/** Pictures and sounds of a chat's results, each kept once under its digest. Forgetting a chat drops them with it. */
export class MediaTable {
  readonly #add;
  readonly #one;
  constructor(db: Database) {
    this.#add = db.prepare('INSERT OR IGNORE INTO media VALUES (?, ?, ?)');
    this.#one = db.prepare('SELECT data FROM media WHERE conversation_id = ? AND id = ?');
  }
  /** Throws what the disk throws. */
  add(conversationId: string, id: string, data: Uint8Array): void {
    this.#add.run(conversationId, id, data);
  }
  get(conversationId: string, id: string): Uint8Array | undefined {
    return (this.#one.get(conversationId, id) as { data: Uint8Array } | undefined)?.data;
  }
}
