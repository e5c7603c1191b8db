import { createHash } from 'node:crypto';
import { isInputRequiredResult, type JSONRPCMessage, type RequestId, type Transport } from '@modelcontextprotocol/client';
import { followedTransport } from './followedTransport.ts';
import type { LateAnswer } from '#shared/conversation/events.ts';
import type { StrayAnswer } from '#shared/trace/traffic.ts';
import { permitKey } from './callLock.ts';

export interface AnswersParts {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told when `count` has grown; may come often. */
  readonly onStray: () => void;
}
interface Asked {
  readonly id: RequestId;
  /** The decision of a call, where it is one. */
  readonly decisionId: string | undefined;
  late?: (answer: LateAnswer) => void;
}
type Answer = Extract<JSONRPCMessage, { readonly result: unknown } | { readonly error: unknown }>;

/** Requests that may still be answered; a server that answers none must not fill the memory. */
const maxAsked = 1000;
const maxKept = 50;

/**
 * Which answers of one server somebody waits for. The others are dropped by the client; here they are counted and told by size and digest,
 * never by text (F10), and one to a call that had been given up is told to whoever gave it up (F17).
 */
export class Answers {
  readonly #parts: AnswersParts;
  readonly #asked = new Map<string, Asked>();
  readonly #kept: StrayAnswer[] = [];
  #answered = new Set<string>();
  #count = 0;
  #keptAt = Number.NEGATIVE_INFINITY;
  constructor(parts: AnswersParts) {
    this.#parts = parts;
  }

  /** How many came that nobody waited for, since the app started. */
  get count(): number {
    return this.#count;
  }
  /** The latest of them, oldest first. */
  strays(): readonly StrayAnswer[] {
    return [...this.#kept];
  }
  /** The call of this decision was given up. Tells once if an answer comes all the same, while this connection lasts. */
  whenLate(decisionId: string, tell: (answer: LateAnswer) => void): void {
    for (const asked of this.#asked.values()) if (asked.decisionId === decisionId) asked.late = tell;
  }

  /** The same transport, followed: put it above the lock, where a call still carries its permission. */
  follow<T extends Transport>(inner: T): T {
    this.#asked.clear();
    this.#answered.clear();
    return followedTransport(inner, {
      send: async (message, options) => {
        this.#ask(message);
        try {
          await inner.send(message, options);
        } catch (error) {
          if ('id' in message && message.id !== undefined) this.#asked.delete(String(message.id));
          throw error;
        }
      },
      heard: (message) => {
        if ('result' in message || 'error' in message) this.#hear(message);
      },
    });
  }

  #ask(message: JSONRPCMessage): void {
    if (!('method' in message) || !('id' in message) || this.#asked.size >= maxAsked) return;
    const permit = message.method === 'tools/call' ? message.params?._meta?.[permitKey] : undefined;
    this.#asked.set(String(message.id), { id: message.id, decisionId: typeof permit === 'string' ? permit : undefined });
  }

  #hear(answer: Answer): void {
    const key = String(answer.id);
    const asked = this.#asked.get(key);
    if (!asked) return this.#stray(this.#answered.has(key) ? 'again' : 'unknown', answer);
    this.#asked.delete(key);
    this.#answered.add(key);
    if (this.#answered.size > maxAsked) this.#answered = new Set([...this.#answered].slice(-maxAsked / 2));
    // The client takes it; that it is written otherwise than the request's is worth a note.
    if (typeof asked.id !== typeof answer.id) this.#stray('other-id', answer);
    if (!asked.late) return;
    this.#stray('late', answer);
    const late = lateOf(answer);
    if (late) asked.late(late);
  }

  /** A flood of them must cost next to nothing: then some of them show what it is. */
  #stray(why: StrayAnswer['why'], answer: Answer): void {
    this.#count += 1;
    const at = this.#parts.now();
    if (this.#count <= maxKept || at - this.#keptAt >= 20) {
      this.#keptAt = at;
      const text = JSON.stringify(answer);
      this.#kept.push({ at, why, bytes: Buffer.byteLength(text), digest: createHash('sha256').update(text).digest('hex') });
      if (this.#kept.length > maxKept) this.#kept.shift();
    }
    this.#parts.onStray();
  }
}

/** Undefined for an answer that ends nothing: a server that wants something first has not finished. */
function lateOf(answer: Answer): LateAnswer | undefined {
  if ('error' in answer) return { end: 'protocol-error', bytes: Buffer.byteLength(JSON.stringify(answer.error)) };
  if (isInputRequiredResult(answer.result)) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(answer.result));
  return { end: answer.result.isError === true ? 'tool-error' : 'done', bytes };
}
