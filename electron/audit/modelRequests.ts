import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ConversationEvent } from '#shared/conversation/events.ts';
import { ModelRequestView } from '#shared/journal/modelView.ts';
import type { RequestMark } from '#shared/journal/turnTrace.ts';
import type { ModelRequestRow, ModelRequestTable, Pieces } from '../storage/modelRequestTable.ts';

/** What a provider is given; the port's own type fits. */
export interface SentRequest {
  readonly system: string;
  readonly messages: readonly object[];
  readonly tools: readonly object[];
}
interface Pending {
  readonly turnId: string;
  readonly round: number;
  readonly at: number;
  readonly request: SentRequest;
  /** The pieces that it was the first to hold, once it has been written. */
  made?: ReadonlyMap<object, Piece>;
}
/** A piece on the disk: its number within its chat, and its size as JSON in bytes. */
interface Piece {
  readonly n: number;
  readonly bytes: number;
}
interface KnownPiece extends Piece {
  readonly conversationId: string;
}

/**
 * Each request to a model, kept with its chat and forgotten with it. It is written in the transaction of the event that ends its round,
 * so that it costs no commit of its own; until then it is answered from memory.
 */
export class ModelRequests {
  readonly #table: ModelRequestTable;
  readonly #pending = new Map<string, Pending[]>();
  /** By the very object: what an earlier request held already is neither written out nor looked for again. */
  readonly #known = new WeakMap<object, KnownPiece>();
  constructor(table: ModelRequestTable) {
    this.#table = table;
  }

  /** A request is about to be sent: the next round of this turn. */
  sent(conversationId: string, turnId: string, request: SentRequest, at: number): void {
    const pending = (this.#pending.get(conversationId) ?? []).filter((known) => known.turnId === turnId);
    const waiting = pending.map((known) => known.round);
    const round = Math.max(-1, this.#table.lastRound(conversationId, turnId) ?? -1, ...waiting) + 1;
    this.#pending.set(conversationId, [...pending, { turnId, round, at, request }]);
  }

  /** Writes what waits for this event. Call it inside the transaction that writes the event. */
  write(conversationId: string, event: ConversationEvent): void {
    if (event.type !== 'model.finished' && event.type !== 'turn.ended') return;
    for (const pending of this.#pending.get(conversationId) ?? []) {
      if (pending.turnId === event.turnId) this.#table.add(conversationId, pending.turnId, this.#toRow(conversationId, pending));
    }
    // Whether the transaction holds is known only after it; what is not on the disk then is tried again with the next event.
    queueMicrotask(() => this.#forgetWritten(conversationId));
  }

  /** Which rounds of a turn are kept. */
  marks(conversationId: string, turnId: string): RequestMark[] {
    const kept = this.#table.ofTurn(conversationId, turnId).map(({ round, at, bytes }) => ({ round, at, bytes }));
    const pending = this.#of(conversationId, turnId).filter(({ round }) => kept.every((mark) => mark.round !== round));
    return [...kept, ...pending.map(({ round, at, request }) => ({ round, at, bytes: sizeOf(request) }))];
  }
  /** One request whole; undefined when it was not kept. */
  read(conversationId: string, turnId: string, round: number): ModelRequestView | undefined {
    const pending = this.#of(conversationId, turnId).find((known) => known.round === round);
    if (pending) return ModelRequestView.parse({ ...pending.request, round, at: pending.at, bytes: sizeOf(pending.request) });
    const row = this.#table.ofTurn(conversationId, turnId).find((known) => known.round === round);
    if (!row) return undefined;
    const { system, tools, messages } = JSON.parse(row.parts) as Pieces;
    const numbers = messages.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
    const part = (n: number): unknown => this.#unpack(conversationId, n);
    return ModelRequestView.parse({
      round,
      at: row.at,
      bytes: row.bytes,
      system: part(system),
      tools: part(tools),
      messages: numbers.map(part),
    });
  }

  #of(conversationId: string, turnId: string): Pending[] {
    return (this.#pending.get(conversationId) ?? []).filter((known) => known.turnId === turnId);
  }
  #toRow(conversationId: string, pending: Pending): ModelRequestRow {
    const { round, at, request } = pending;
    const made = new Map<object, Piece>();
    const keep = (value: object): Piece => {
      const known = this.#known.get(value);
      if (known?.conversationId === conversationId) return known;
      const piece = this.#pack(conversationId, JSON.stringify(value));
      made.set(value, piece);
      return piece;
    };
    const system = this.#pack(conversationId, JSON.stringify(request.system));
    const tools = keep(request.tools);
    const messages = request.messages.map(keep);
    pending.made = made;
    const pieces: Pieces = { system: system.n, tools: tools.n, messages: toRanges(messages.map(({ n }) => n)) };
    const within = messages.reduce((sum, { bytes }) => sum + bytes, 0) + Math.max(0, messages.length - 1);
    return { round, at, parts: JSON.stringify(pieces), bytes: emptySize + system.bytes + tools.bytes + within };
  }
  #pack(conversationId: string, text: string): Piece {
    const hash = createHash('sha256').update(text).digest().subarray(0, 16);
    return { n: this.#table.part(conversationId, hash, () => deflateRawSync(text)), bytes: Buffer.byteLength(text) };
  }
  #unpack(conversationId: string, n: number): unknown {
    const body = this.#table.body(conversationId, n);
    if (!body) throw new Error(`piece ${n} of a kept model request is gone`);
    return JSON.parse(inflateRawSync(body).toString('utf8'));
  }
  #forgetWritten(conversationId: string): void {
    const all = this.#pending.get(conversationId) ?? [];
    const left = all.filter(({ turnId, round }) => !this.#table.has(conversationId, turnId, round));
    // Only now is it certain that the numbers hold: a transaction that was undone has taken its pieces with it.
    for (const { made } of all.filter((pending) => !left.includes(pending)))
      for (const [value, piece] of made ?? []) this.#known.set(value, { ...piece, conversationId });
    if (left.length > 0) this.#pending.set(conversationId, left);
    else this.#pending.delete(conversationId);
  }
}

/** What a request without a system text, tools and messages takes as JSON, without the two values that stand for nothing. */
const emptySize = '{"system":,"messages":[],"tools":}'.length;
const sizeOf = (request: SentRequest): number => Buffer.byteLength(JSON.stringify(request));

/** Numbers in a row as pairs of first and last. */
function toRanges(numbers: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const n of numbers) {
    const last = ranges.at(-1);
    if (last && n === last[1] + 1) last[1] = n;
    else ranges.push([n, n]);
  }
  return ranges;
}
