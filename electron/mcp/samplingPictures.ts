import { FailureError } from '#shared/ipc/failure.ts';
import type { ShownMedia } from './callMedia.ts';
import { mediaTypeOf } from './mediaKind.ts';

/** The pictures of the sampling requests that are being decided or answered, by their digest. A card names them; only a look loads them. */
export class SamplingPictures {
  readonly #held = new Map<string, { readonly data: Uint8Array; holders: number }>();

  /** Holds them until the returned function is called. */
  hold(pictures: ReadonlyMap<string, Uint8Array>): () => void {
    for (const [digest, data] of pictures) {
      const held = this.#held.get(digest) ?? { data, holders: 0 };
      held.holders += 1;
      this.#held.set(digest, held);
    }
    return () => {
      for (const digest of pictures.keys()) {
        const held = this.#held.get(digest);
        if (held && --held.holders === 0) this.#held.delete(digest);
      }
    };
  }
  /** Throws `FailureError` not-found for what is no part of a request that waits. */
  read(digest: string): ShownMedia {
    const data = this.#held.get(digest)?.data;
    const mimeType = data && mediaTypeOf(data);
    if (data === undefined || mimeType === undefined) throw new FailureError('not-found', 'the request does not wait any more');
    return { mimeType, data: new Uint8Array(data) };
  }
}
