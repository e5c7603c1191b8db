import { feedUrl, type UpdateStatus, type updateProblems } from '#shared/desktop/updates.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import * as z from 'zod';
import type { TopicHub } from '../ipc/topicHub.ts';

/** Why the search for a newer version did not work. */
export class UpdateError extends Error {
  readonly problem: (typeof updateProblems)[number];
  constructor(problem: (typeof updateProblems)[number], options?: ErrorOptions) {
    super(problem, options);
    this.name = 'UpdateError';
    this.problem = problem;
  }
}
/** What main asks in a dialog of its own, which no page can answer. */
export type UpdateQuestion =
  | { readonly kind: 'feed'; readonly feed: URL }
  | { readonly kind: 'download' | 'install'; readonly feed: URL; readonly version: string };
/** The one that knows how to replace this application. */
export interface UpdateSource {
  /** False for a start that can't be replaced. */
  readonly isPackaged: boolean;
  /** Whether a feed on this computer may speak plain http: never in what ships. */
  readonly allowsLoopback: boolean;
  /** The version that the feed offers, and whether it is newer. Throws `UpdateError`. */
  check(feed: URL): Promise<{ readonly version: string; readonly isNewer: boolean }>;
  /** Fetches and verifies what the last check found. Throws `UpdateError`. */
  download(onPercent: (percent: number) => void): Promise<void>;
  /** Quits, installs and starts again. */
  install(): void;
  ask(question: UpdateQuestion): Promise<boolean>;
}
export interface UpdatesParts {
  readonly hub: TopicHub;
  readonly table: { get(name: string): unknown; set(name: string, value: unknown): void };
  /** Absent where there is no window. */
  readonly source: UpdateSource | undefined;
}
const row = 'updateFeed';

/** The search for newer versions. It does nothing by itself but look, and not even that without a feed that the person confirmed. */
export class Updates {
  readonly #parts: UpdatesParts;
  #status: UpdateStatus;
  constructor(parts: UpdatesParts) {
    this.#parts = parts;
    this.#status = { kind: 'idle' };
    this.#tell({ kind: parts.source?.isPackaged === false && !parts.source.allowsLoopback ? 'not-packaged' : 'idle' });
  }
  /** Takes a feed after main has asked, or none for an empty address. The page only proposes. */
  async setFeed(text: string): Promise<boolean> {
    if (text === '') {
      this.#parts.table.set(row, '');
      this.#tell({ kind: 'idle' });
      return true;
    }
    const source = this.#source();
    const feed = feedUrl(text, source.allowsLoopback);
    if (!feed) throw new FailureError('invalid-input', 'a feed is an https address without a password');
    if (!(await source.ask({ kind: 'feed', feed }))) return false;
    this.#parts.table.set(row, feed.href);
    this.#tell({ kind: 'idle' });
    return true;
  }
  /** Looks whether the feed has a newer version. What went wrong becomes the state. */
  async check(): Promise<void> {
    const [source, feed] = [this.#source(), this.#feed()];
    if (!feed) throw new FailureError('unavailable', 'no feed');
    if (!source.isPackaged && !source.allowsLoopback) return this.#tell({ kind: 'not-packaged' });
    if (this.#isBusy()) return;
    await this.#try(async () => {
      this.#tell({ kind: 'checking' });
      const { version, isNewer } = await source.check(feed);
      this.#tell({ kind: isNewer ? 'available' : 'none', version });
    });
  }
  async download(): Promise<void> {
    const [source, feed, status] = [this.#source(), this.#feed(), this.#status];
    if (!feed || status.kind !== 'available') throw new FailureError('unavailable', 'nothing to download');
    const { version } = status;
    if (!(await source.ask({ kind: 'download', feed, version })) || this.#status !== status) return;
    await this.#try(async () => {
      this.#tell({ kind: 'downloading', version, percent: 0 });
      await source.download((percent) => this.#tell({ kind: 'downloading', version, percent: Math.floor(percent) }));
      this.#tell({ kind: 'downloaded', version });
    });
  }
  async install(): Promise<void> {
    const [source, feed, status] = [this.#source(), this.#feed(), this.#status];
    if (!feed || status.kind !== 'downloaded') throw new FailureError('unavailable', 'nothing to install');
    if (await source.ask({ kind: 'install', feed, version: status.version })) source.install();
  }

  #isBusy(): boolean {
    return this.#status.kind === 'checking' || this.#status.kind === 'downloading';
  }
  #source(): UpdateSource {
    if (!this.#parts.source) throw new FailureError('unavailable', 'no updates here');
    return this.#parts.source;
  }
  /** What is on disk is judged again: the rules may have become stricter. */
  #feed(): URL | undefined {
    const text = z.string().catch('').parse(this.#parts.table.get(row));
    return feedUrl(text, this.#parts.source?.allowsLoopback ?? false);
  }
  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const problem = error instanceof UpdateError ? error.problem : 'failed';
      this.#tell({ kind: 'failed', problem, detail: error instanceof Error ? error.name : '' });
    }
  }
  #tell(status: UpdateStatus): void {
    this.#status = status;
    const state = { feed: this.#feed()?.href ?? '', status };
    this.#parts.hub.publish('updates', {}, { type: 'updates.changed', state });
  }
}
