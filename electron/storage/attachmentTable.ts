import * as z from 'zod';
import { AttachedPart, AttachmentView } from '#shared/conversation/attachments.ts';
import type { Database } from './database.ts';

const Parts = z.array(AttachedPart);

/** Attached texts, waiting in a draft or sent with a turn. They are kept here once, so that events and pages carry only their names. */
export class AttachmentTable {
  readonly #add;
  readonly #draft;
  readonly #one;
  readonly #remove;
  readonly #send;
  readonly #purge;
  readonly #replace;
  readonly #waiting;
  readonly #keep;
  constructor(db: Database) {
    this.#add = db.prepare('INSERT INTO attachment (id, conversation_id, view, parts) VALUES (?, ?, ?, ?)');
    this.#draft = db.prepare('SELECT view FROM attachment WHERE conversation_id = ? AND turn_id IS NULL ORDER BY rowid');
    this.#one = db.prepare('SELECT view, parts, turn_id AS turnId FROM attachment WHERE id = ?');
    this.#remove = db.prepare('DELETE FROM attachment WHERE id = ? AND conversation_id = ? AND turn_id IS NULL');
    this.#send = db.prepare('UPDATE attachment SET turn_id = ?, conversation_id = ? WHERE id = ? AND turn_id IS NULL');
    this.#replace = db.prepare('UPDATE attachment SET view = ?, parts = ? WHERE id = ? AND turn_id IS NULL');
    this.#waiting = db.prepare('SELECT conversation_id AS conversationId, view FROM attachment WHERE turn_id IS NULL ORDER BY rowid');
    this.#keep = db.prepare('INSERT INTO attachment (id, conversation_id, turn_id, view, parts) VALUES (?, ?, ?, ?, ?)');
    this.#purge = db.prepare("DELETE FROM attachment WHERE conversation_id <> 'new' AND conversation_id NOT IN (SELECT id FROM chat)");
  }
  /** Drops what belonged to chats that are gone. */
  purge(): void {
    this.#purge.run();
  }
  add(conversationId: string, view: AttachmentView, parts: readonly AttachedPart[]): void {
    this.#add.run(view.id, conversationId, JSON.stringify(view), JSON.stringify(parts));
  }
  /** Puts a newer reading in the place of one that waits; false for one that is gone or was sent, which nothing changes any more. */
  replace(view: AttachmentView, parts: readonly AttachedPart[]): boolean {
    return this.#replace.run(JSON.stringify(view), JSON.stringify(parts), view.id).changes > 0;
  }
  /** Everything that waits, in every chat. */
  waiting(): { readonly conversationId: string; readonly view: AttachmentView }[] {
    return (this.#waiting.all() as { conversationId: string; view: string }[]).map(({ conversationId, view }) => ({
      conversationId,
      view: AttachmentView.parse(JSON.parse(view)),
    }));
  }
  /** One that goes with a turn at once and never waits. Call it inside the transaction that starts the turn. */
  addSent(place: { readonly conversationId: string; readonly turnId: string }, view: AttachmentView, parts: readonly AttachedPart[]): void {
    this.#keep.run(view.id, place.conversationId, place.turnId, JSON.stringify(view), JSON.stringify(parts));
  }
  /** What waits for the next message of a chat, in the order of attaching. */
  draft(conversationId: string): AttachmentView[] {
    return (this.#draft.all(conversationId) as { view: string }[]).map((row) => AttachmentView.parse(JSON.parse(row.view)));
  }
  /** Undefined for an unknown id. */
  parts(id: string): AttachedPart[] | undefined {
    const row = this.#one.get(id) as { parts: string } | undefined;
    return row && Parts.parse(JSON.parse(row.parts));
  }
  /** An attachment that waits; undefined for one that is unknown or was sent. */
  draftView(id: string): AttachmentView | undefined {
    const row = this.#one.get(id) as { view: string; turnId: string | null } | undefined;
    return row && row.turnId === null ? AttachmentView.parse(JSON.parse(row.view)) : undefined;
  }
  /** True when it was there and not yet sent. */
  remove(conversationId: string, id: string): boolean {
    return this.#remove.run(id, conversationId).changes > 0;
  }
  /** Binds a waiting attachment to the turn it went with. Call it inside the transaction that starts the turn. */
  send(id: string, conversationId: string, turnId: string): void {
    this.#send.run(turnId, conversationId, id);
  }
}
