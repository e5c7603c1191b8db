import { createHash } from 'node:crypto';
import { FailureError } from '#shared/ipc/failure.ts';
import { playgroundChat } from '#shared/servers/playground.ts';
import { mediaTypeOf } from './mediaKind.ts';
import type { MediaTable } from '../storage/mediaTable.ts';

/** What is held in memory at most, bytes: of runs by hand, and of chats while the disk refuses. */
const maxHeld = 32_000_000;

/** A picture or sound out of a result, as its own bytes say what it is. */
export interface ShownMedia {
  readonly mimeType: string;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** The pictures and sounds of results, kept apart from the events that name them and read when a person looks. */
export class CallMedia {
  readonly #table: MediaTable;
  readonly #held = new Map<string, Uint8Array>();
  constructor(table: MediaTable) {
    this.#table = table;
  }

  /** Keeps the bytes and returns the name they are read by; undefined for what is neither a picture nor a sound. Never throws. */
  keep(conversationId: string, data: Uint8Array): string | undefined {
    if (mediaTypeOf(data) === undefined) return undefined;
    const id = createHash('sha256').update(data).digest('hex');
    try {
      if (conversationId === playgroundChat) this.#hold(id, data);
      else this.#table.add(conversationId, id, data);
    } catch {
      this.#hold(id, data); // shown until the end of this run of the app, if not after it
    }
    return id;
  }
  /** Throws `FailureError` not-found for what is not kept any more. */
  read(conversationId: string, id: string): ShownMedia {
    const found = this.find(conversationId, id);
    if (!found) throw new FailureError('not-found', 'it is not kept any more');
    return found;
  }
  /** The same; undefined for what is not kept any more, or can't be read now. */
  find(conversationId: string, id: string): ShownMedia | undefined {
    const data = this.#table.get(conversationId, id) ?? this.#held.get(id);
    const mimeType = data && mediaTypeOf(data);
    return data === undefined || mimeType === undefined ? undefined : { mimeType, data: new Uint8Array(data) };
  }

  #hold(id: string, data: Uint8Array): void {
    this.#held.delete(id);
    this.#held.set(id, data);
    let size = [...this.#held.values()].reduce((sum, one) => sum + one.length, 0);
    for (const [oldest, { length }] of this.#held) {
      if (size <= maxHeld || oldest === id) return;
      this.#held.delete(oldest);
      size -= length;
    }
  }
}
