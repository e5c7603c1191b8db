import type { Database } from './database.ts';

/** One model request: `parts` is JSON that names the numbered pieces of its chat that it was made of. */
export interface ModelRequestRow {
  readonly round: number;
  readonly at: number;
  readonly parts: string;
  readonly bytes: number;
}

/** What `parts` says: numbers of pieces; `messages` as ranges, since a chat's history is mostly in a row. */
export interface Pieces {
  readonly system: number;
  readonly tools: number;
  readonly messages: readonly (readonly [number, number])[];
}

/** What models were asked, in pieces that each chat keeps once. Forgetting a chat drops them with it. */
export class ModelRequestTable {
  readonly #find;
  readonly #addPart;
  readonly #part;
  readonly #add;
  readonly #ofTurn;
  readonly #has;
  readonly #last;
  constructor(db: Database) {
    this.#find = db.prepare('SELECT n FROM model_part WHERE conversation_id = ? AND hash = ?');
    this.#addPart = db.prepare(
      'INSERT INTO model_part SELECT ?, coalesce(max(n), 0) + 1, ?, ? FROM model_part WHERE conversation_id = ? RETURNING n',
    );
    this.#part = db.prepare('SELECT body FROM model_part WHERE conversation_id = ? AND n = ?');
    this.#add = db.prepare('INSERT OR IGNORE INTO model_request VALUES (?, ?, ?, ?, ?, ?)');
    this.#ofTurn = db.prepare('SELECT round, at, parts, bytes FROM model_request WHERE conversation_id = ? AND turn_id = ? ORDER BY round');
    this.#last = db.prepare('SELECT max(round) AS round FROM model_request WHERE conversation_id = ? AND turn_id = ?');
    this.#has = db.prepare('SELECT 1 FROM model_request WHERE conversation_id = ? AND turn_id = ? AND round = ?');
  }
  /** The number of a piece, kept under its hash; `make` gives its bytes when it is new. */
  part(conversationId: string, hash: Uint8Array, make: () => Uint8Array): number {
    const known = this.#find.get(conversationId, hash) as { n: number } | undefined;
    return known?.n ?? (this.#addPart.get(conversationId, hash, make(), conversationId) as { n: number }).n;
  }
  body(conversationId: string, n: number): Uint8Array | undefined {
    return (this.#part.get(conversationId, n) as { body: Uint8Array } | undefined)?.body;
  }
  add(conversationId: string, turnId: string, row: ModelRequestRow): void {
    this.#add.run(conversationId, turnId, row.round, row.at, row.parts, row.bytes);
  }
  /** The latest round of a turn that is kept. */
  lastRound(conversationId: string, turnId: string): number | undefined {
    return (this.#last.get(conversationId, turnId) as { round: number | null }).round ?? undefined;
  }
  has(conversationId: string, turnId: string, round: number): boolean {
    return this.#has.get(conversationId, turnId, round) !== undefined;
  }
  ofTurn(conversationId: string, turnId: string): ModelRequestRow[] {
    return this.#ofTurn.all(conversationId, turnId) as ModelRequestRow[];
  }
}
