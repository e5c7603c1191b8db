import { AttachmentView } from '#shared/conversation/attachments.ts';
import { ConversationEvent } from '#shared/conversation/events.ts';
import type { Database } from './database.ts';
import { copyPieces } from './copyPieces.ts';

/** A chat that begins as a copy of another one. */
export interface Branch {
  readonly from: string;
  readonly to: string;
  readonly title: string;
  readonly at: number;
  /** The turn at which it is cut. */
  readonly turnId: string;
  /** Whether that turn is copied too. */
  readonly keep: boolean;
}

/**
 * Chats that branch off others. What happened keeps its turns and calls under their ids, so that the journal tells of them here too; texts
 * and pictures are copied, so that either chat can go without the other, and only those of the turns that are: a chat that is deleted must
 * not live on in its branch. Decisions and what was granted to the chat are not copied.
 */
export class BranchTable {
  readonly #newId: () => string;
  readonly #start;
  readonly #next;
  readonly #chat;
  readonly #branch;
  readonly #copies;
  readonly #attached;
  readonly #attach;
  readonly #naming;
  readonly #rewrite;
  readonly #copyPieces;
  constructor(db: Database, newId: () => string) {
    this.#newId = newId;
    const started = "SELECT turn_id FROM event WHERE conversation_id = :from AND type = 'turn.started' AND seq < :cut";
    this.#start = db.prepare("SELECT seq FROM event WHERE conversation_id = ? AND type = 'turn.started' AND turn_id = ?");
    this.#next = db.prepare("SELECT min(seq) AS seq FROM event WHERE conversation_id = ? AND type = 'turn.started' AND seq > ?");
    this.#chat = db.prepare('INSERT INTO chat (id, title, created_at, updated_at) VALUES (?, ?, ?, ?)');
    this.#branch = db.prepare('INSERT INTO branch VALUES (?, ?, ?)');
    this.#copies = [
      // What came late to a call of these turns stands among later ones.
      'INSERT INTO event SELECT :to, seq, type, turn_id, body FROM event WHERE conversation_id = :from AND ' +
        `(seq < :cut OR (type IN ('call.late', 'call.used') AND turn_id IN (${started})))`,
      'INSERT INTO message (conversation_id, turn_id, at, text, folded) SELECT :to, turn_id, at, text, folded FROM message ' +
        `WHERE conversation_id = :from AND turn_id IN (${started}) ORDER BY id`,
      'INSERT INTO media SELECT :to, id, data FROM media WHERE conversation_id = :from AND id IN ' +
        "(SELECT json_extract(block.value, '$.media') FROM event, json_each(event.body, '$.blocks') AS block " +
        "WHERE conversation_id = :from AND event.type = 'call.finished' AND seq < :cut)",
      // Words out of a file stay known as that.
      'INSERT INTO chat_import SELECT :to, file, at, given, marked, left_out FROM chat_import WHERE conversation_id = :from AND :cut > 1',
      `INSERT INTO model_request SELECT :to, turn_id, round, at, parts, bytes FROM model_request WHERE conversation_id = :from AND turn_id IN (${started})`,
    ].map((sql) => db.prepare(sql));
    this.#attached = db.prepare(
      'SELECT id, view, turn_id AS turnId FROM attachment WHERE conversation_id = :from AND ' +
        `(turn_id = :turnId OR turn_id IN (${started})) ORDER BY rowid`,
    );
    this.#attach = db.prepare(
      'INSERT INTO attachment (id, conversation_id, turn_id, view, parts) SELECT ?, ?, ?, ?, parts FROM attachment WHERE id = ?',
    );
    this.#naming = db.prepare(
      "SELECT seq, body FROM event WHERE conversation_id = ? AND type = 'turn.started' AND json_array_length(body, '$.attachments') > 0",
    );
    this.#rewrite = db.prepare('UPDATE event SET body = ? WHERE conversation_id = ? AND seq = ?');
    this.#copyPieces = copyPieces(db);
  }

  /**
   * Copies a chat up to a turn; false when there is no such turn. Where the turn itself is not kept, what was attached to it waits in the
   * new chat for the next message. Call it inside a transaction.
   */
  copy({ from, to, title, at, turnId, keep }: Branch): boolean {
    const start = this.#seq(this.#start.get(from, turnId));
    if (start === undefined) return false;
    const cut = keep ? (this.#seq(this.#next.get(from, start)) ?? Number.MAX_SAFE_INTEGER) : start;
    this.#chat.run(to, title, at, at);
    this.#branch.run(to, from, turnId);
    for (const copy of this.#copies) copy.run({ from, to, cut });
    this.#copyPieces(from, to);
    const ids = new Map<string, string>();
    for (const row of this.#attached.all({ from, cut, turnId }) as { id: string; view: string; turnId: string }[]) {
      const view = AttachmentView.parse(JSON.parse(row.view));
      const waits = !keep && row.turnId === turnId;
      // What is always attached is read anew.
      if (waits && view.always === true) continue;
      const id = this.#newId();
      this.#attach.run(id, to, waits ? null : row.turnId, JSON.stringify({ ...view, id }), row.id);
      ids.set(row.id, id);
    }
    this.#rename(to, ids);
    return true;
  }

  /** Lets the questions of a chat name what is attached to them by its new ids: one walk over them, however many there are. */
  #rename(to: string, ids: ReadonlyMap<string, string>): void {
    if (ids.size === 0) return;
    for (const { seq, body } of this.#naming.all(to) as { seq: number; body: string }[]) {
      const event = ConversationEvent.parse(JSON.parse(body));
      if (event.type !== 'turn.started') continue;
      const attachments = event.attachments?.map((one) => ({ ...one, id: ids.get(one.id) ?? one.id }));
      this.#rewrite.run(JSON.stringify({ ...event, attachments }), to, seq);
    }
  }
  #seq(row: unknown): number | undefined {
    return (row as { seq: number | null } | undefined)?.seq ?? undefined;
  }
}
