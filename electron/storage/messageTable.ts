import type { ConversationEvent } from '#shared/conversation/events.ts';
import { fold } from '#shared/conversation/search.ts';
import type { Database } from './database.ts';

export interface MessageRow {
  readonly conversationId: string;
  readonly title: string;
  readonly turnId: string;
  readonly at: number;
  readonly text: string;
}

/** What persons and models wrote, once more in plain text, for searching: a plain look through it finds Chinese of any length too. */
export class MessageTable {
  readonly #db: Database;
  readonly #add;
  constructor(db: Database) {
    this.#db = db;
    this.#add = db.prepare('INSERT INTO message (conversation_id, turn_id, at, text, folded) VALUES (?, ?, ?, ?, ?)');
  }
  /** Takes what is text in an event. Call it in the transaction that writes the event. */
  add(conversationId: string, event: ConversationEvent): void {
    if (event.type === 'turn.started' || event.type === 'model.text')
      this.#add.run(conversationId, event.turnId, event.at, event.text, fold(event.text));
  }
  /** Messages that hold every one of these folded words, newest first, of chats that are not deleted. */
  find(words: readonly string[], limit: number): MessageRow[] {
    if (words.length === 0) return [];
    const holds = words.map(() => 'instr(folded, ?) > 0').join(' AND ');
    const sql =
      'SELECT conversation_id AS conversationId, title, turn_id AS turnId, at, text FROM message JOIN chat ON chat.id = conversation_id ' +
      `WHERE deleted = 0 AND ${holds} ORDER BY message.id DESC LIMIT ?`;
    return this.#db.prepare(sql).all(...words, limit) as MessageRow[];
  }
}
