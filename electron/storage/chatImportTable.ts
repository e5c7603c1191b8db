import type { Database } from './database.ts';

/** Where an imported chat came from. `given` is its title in the file, `marked` the one it was given here; times in milliseconds since 1970. */
export interface ChatImportRow {
  readonly file: string;
  readonly at: number;
  readonly given: string;
  readonly marked: string;
  /** Pictures and sounds that the file did not bring. */
  readonly leftOut: number;
}

/** The chats that came from a file. Forgetting a chat drops its row. */
export class ChatImportTable {
  readonly #add;
  readonly #one;
  constructor(db: Database) {
    this.#add = db.prepare('INSERT INTO chat_import VALUES (?, ?, ?, ?, ?, ?)');
    this.#one = db.prepare('SELECT file, at, given, marked, left_out AS leftOut FROM chat_import WHERE conversation_id = ?');
  }
  add(conversationId: string, { file, at, given, marked, leftOut }: ChatImportRow): void {
    this.#add.run(conversationId, file, at, given, marked, leftOut);
  }
  get(conversationId: string): ChatImportRow | undefined {
    return this.#one.get(conversationId) as ChatImportRow | undefined;
  }
}
