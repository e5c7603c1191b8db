import type { ServerResources } from '#shared/resources/resources.ts';
import { maxWatched } from './resourceWatch.ts';

interface Known {
  /** Of the latest reading. */
  readonly digest: string;
  /** When that reading was asked for. */
  readonly readAt: number;
  readonly changedAt?: number;
}

/** What is known of the readings of one server: what was read, when, and whether it has changed since. Outlives its connections. */
export class ResourceNews {
  readonly #known = new Map<string, Known>();

  /** The addresses that are worth watching, the latest last. */
  get watched(): readonly string[] {
    return [...this.#known.keys()].slice(-maxWatched);
  }
  get view(): Pick<ServerResources, 'changed' | 'changes'> {
    const all = [...this.#known];
    return {
      changed: all.flatMap(([uri, { readAt, changedAt }]) => (changedAt !== undefined && changedAt > readAt ? [uri] : [])),
      changes: all.flatMap(([uri, { changedAt }]) => (changedAt === undefined ? [] : [{ uri, at: changedAt }])),
    };
  }
  /** Something was read. True when it says something else than the reading before. */
  read(uri: string, digest: string, readAt: number): boolean {
    const before = this.#known.get(uri);
    const isOther = before !== undefined && before.digest !== digest;
    const changedAt = isOther ? readAt : before?.changedAt;
    this.#known.delete(uri);
    this.#known.set(uri, { digest, readAt, ...(changedAt === undefined ? {} : { changedAt }) });
    const [oldest] = this.#known.keys();
    if (this.#known.size > 2 * maxWatched && oldest !== undefined) this.#known.delete(oldest);
    return isOther;
  }
  /** The same for what was read before this app's start, unless a later reading is known. */
  recall(uri: string, digest: string, readAt: number): void {
    const known = this.#known.get(uri);
    if (!known || known.readAt < readAt) this.read(uri, digest, readAt);
  }
  /** The server says that it has changed. */
  changed(uri: string, at: number): void {
    const known = this.#known.get(uri);
    if (known) this.#known.set(uri, { ...known, changedAt: Math.max(at, known.readAt + 1) });
  }
  /** Whether a look after a gap found something else than what was read. */
  isOther(uri: string, digest: string): boolean {
    const known = this.#known.get(uri);
    return known !== undefined && known.digest !== digest;
  }
}
