import { ConversationEvent } from '#shared/conversation/events.ts';
import type { Database } from './database.ts';

/** The rows of all conversations, in order of sequence. Nothing updates a row; forgetting a chat drops its rows whole. */
export class EventLog {
  readonly #followers: ((conversationId: string, event: ConversationEvent) => void)[] = [];
  readonly #ofTurn;
  readonly #append;
  readonly #after;
  readonly #late;
  readonly #startBefore;
  readonly #startOf;
  readonly #open;
  constructor(db: Database) {
    this.#append = db.prepare('INSERT INTO event SELECT ?, coalesce(max(seq), 0) + 1, ?, ?, ? FROM event WHERE conversation_id = ?');
    this.#ofTurn = db.prepare('SELECT body FROM event WHERE conversation_id = ? AND turn_id = ? ORDER BY seq');
    this.#after = db.prepare('SELECT seq, body FROM event WHERE conversation_id = ? AND seq >= ? AND seq < ? ORDER BY seq');
    this.#late = db.prepare(
      "SELECT body FROM event WHERE conversation_id = ? AND seq >= ? AND type IN ('call.late', 'call.used') ORDER BY seq",
    );
    this.#startBefore = db.prepare(
      "SELECT seq FROM event WHERE conversation_id = ? AND type = 'turn.started' AND seq < ? ORDER BY seq DESC LIMIT 1 OFFSET ?",
    );
    this.#startOf = db.prepare("SELECT seq FROM event WHERE conversation_id = ? AND type = 'turn.started' AND turn_id = ?");
    this.#open = db.prepare(
      "SELECT DISTINCT conversation_id AS id FROM event AS started WHERE type = 'turn.started' AND NOT EXISTS " +
        "(SELECT 1 FROM event AS ended WHERE ended.type = 'turn.ended' AND ended.conversation_id = started.conversation_id AND ended.turn_id = started.turn_id)",
    );
  }

  /** The chats in which a turn was left open, by a crash. */
  withOpenTurns(): string[] {
    return (this.#open.all() as { id: string }[]).map((row) => row.id);
  }

  /** Tells of every event within the transaction that writes it. */
  follow(follower: (conversationId: string, event: ConversationEvent) => void): void {
    this.#followers.push(follower);
  }
  /** The events of one turn, in order; none when the turn or its chat is gone. */
  readTurn(conversationId: string, turnId: string): ConversationEvent[] {
    const rows = this.#ofTurn.all(conversationId, turnId) as { body: string }[];
    return rows.map((row) => ConversationEvent.parse(JSON.parse(row.body)));
  }

  /** Adds one event. Call it inside a transaction. */
  append(conversationId: string, event: ConversationEvent): void {
    this.keep(conversationId, event);
    for (const follower of this.#followers) follower(conversationId, event);
  }

  /** Adds an event that did not happen here: nobody is told, so the journal has nothing of it. Call it inside a transaction. */
  keep(conversationId: string, event: ConversationEvent): void {
    this.#append.run(conversationId, event.type, event.turnId, JSON.stringify(event), conversationId);
  }

  /** The events of the last `count` turns before `beforeTurnId` (of the very last ones without it), and whether there are earlier ones. */
  readTurns(
    conversationId: string,
    count: number,
    beforeTurnId?: string,
  ): { readonly events: ConversationEvent[]; readonly earlier: boolean } {
    const end = beforeTurnId === undefined ? Number.MAX_SAFE_INTEGER : (this.#seq(this.#startOf.get(conversationId, beforeTurnId)) ?? 0);
    const start = this.#seq(this.#startBefore.get(conversationId, end, count - 1));
    const from = start ?? 0;
    const earlier = start !== undefined && this.#seq(this.#startBefore.get(conversationId, start, 0)) !== undefined;
    const rows = this.#after.all(conversationId, from, end) as { body: string }[];
    // A late answer to one, or the leave to use it, of these calls may stand among later turns; to a turn that is not here it does nothing.
    const late = beforeTurnId === undefined ? [] : (this.#late.all(conversationId, end) as { body: string }[]);
    return { events: [...rows, ...late].map((row) => ConversationEvent.parse(JSON.parse(row.body))), earlier };
  }

  #seq(row: unknown): number | undefined {
    return (row as { seq: number } | undefined)?.seq;
  }
}
