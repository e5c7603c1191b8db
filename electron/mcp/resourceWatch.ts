import { setTimeout as sleep } from 'node:timers/promises';
import { ProtocolError, type McpSubscription } from '@modelcontextprotocol/client';
import { backoffMs } from './connectionMachine.ts';
import type { HostClient } from './hostClient.ts';

/** The most addresses of one server that are watched at a time; the oldest give way. */
export const maxWatched = 50;
/** A subscription that stood this long was a good one: the next loss starts the backoff from its beginning. */
const steadyMs = 60_000;

export interface WatchParts {
  readonly onUpdated: (uri: string) => void;
  readonly onListChanged: () => void;
  /** The addresses that the server has agreed to tell changes of, and those that it has not. */
  readonly onWatched: (watched: readonly string[], unwatched: readonly string[]) => void;
  /** It is watched again after a time without: what happened meanwhile was missed. */
  readonly onGap: () => void;
  readonly now: () => number;
  readonly random: () => number;
}

/**
 * Follows changes of one connection: the older era's subscriptions, or the newer era's one listen with a filter (SUB-2, SUB-3), which is
 * opened again whenever it ends by itself (SUB-5). Lasts as long as the client.
 */
export class ResourceWatch {
  readonly #client: HostClient;
  readonly #parts: WatchParts;
  #wanted: string[];
  #watched = new Set<string>();
  #unwatched = new Set<string>();
  #listening: McpSubscription | undefined;
  #work: Promise<void> = Promise.resolve();
  #ended = false;
  #losses = 0;
  /** `wanted` was watched over an earlier connection: it is watched again, and `onGap` told. */
  constructor(client: HostClient, parts: WatchParts, wanted: readonly string[] = []) {
    this.#client = client;
    this.#parts = parts;
    this.#wanted = this.#canSubscribe ? [...wanted] : [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      if (!this.#ended && this.#wanted.includes(params.uri)) parts.onUpdated(params.uri);
    });
    client.setNotificationHandler('notifications/resources/list_changed', () => {
      if (!this.#ended) parts.onListChanged();
    });
    if (this.#isModern && (this.#canListChange || this.#wanted.length > 0)) this.#renew();
    if (!this.#isModern) for (const uri of this.#wanted) this.#queue(() => this.#subscribe(uri, undefined));
    if (wanted.length > 0) this.#queue(async () => parts.onGap());
  }

  /** Watches one address more. Does nothing where the server does not offer it. */
  watch(uri: string): void {
    if (!this.#canSubscribe || this.#wanted.includes(uri)) return;
    this.#wanted.push(uri);
    const dropped = this.#wanted.length > maxWatched ? this.#wanted.shift() : undefined;
    if (this.#isModern) this.#renew();
    else this.#queue(() => this.#subscribe(uri, dropped));
  }
  end(): void {
    this.#ended = true;
    const listening = this.#listening;
    this.#listening = undefined;
    if (listening) void listening.close().catch(ignoreLate);
  }

  get #isModern(): boolean {
    return this.#client.getProtocolEra() === 'modern';
  }
  get #canSubscribe(): boolean {
    return this.#client.getServerCapabilities()?.resources?.subscribe === true;
  }
  get #canListChange(): boolean {
    return this.#client.getServerCapabilities()?.resources?.listChanged === true;
  }
  /** One at a time, in order. */
  #queue(step: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (!this.#ended) await step();
    }, ignoreLate);
    this.#work = this.#work.catch(ignoreLate);
  }
  #tell(): void {
    if (!this.#ended) this.#parts.onWatched([...this.#watched], [...this.#unwatched]);
  }
  async #subscribe(uri: string, dropped: string | undefined): Promise<void> {
    try {
      await this.#client.subscribeResource({ uri });
      this.#watched.add(uri);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#unwatched.add(uri); // the server refuses this one; the others are watched all the same
    }
    this.#tell();
    if (dropped !== undefined && this.#watched.delete(dropped)) {
      this.#tell();
      await this.#client.unsubscribeResource({ uri: dropped });
    }
  }

  /** A filter can't be changed, so the new listen is opened before the old one ends: nothing falls between. */
  #renew(): void {
    this.#queue(async () => {
      try {
        await this.#listen();
      } catch (error) {
        if (error instanceof ProtocolError) this.#refused();
        else this.#later();
      }
    });
  }
  async #listen(): Promise<void> {
    const asked = [...this.#wanted];
    const next = await this.#client.listen(
      { ...(this.#canListChange ? { resourcesListChanged: true } : {}), ...(asked.length > 0 ? { resourceSubscriptions: asked } : {}) },
      { timeout: 10_000 },
    );
    if (this.#ended) return void next.close().catch(ignoreLate);
    const before = this.#listening;
    const opened = this.#parts.now();
    this.#listening = next;
    // The server may honour less than was asked for (SUB-4): only that counts as watched.
    const honoured = next.honoredFilter.resourceSubscriptions ?? [];
    this.#watched = new Set(asked.filter((uri) => honoured.includes(uri)));
    this.#unwatched = new Set(asked.filter((uri) => !honoured.includes(uri)));
    this.#tell();
    void next.closed.then((how) => this.#lost(next, how, opened));
    await before?.close();
  }
  /** The server will not have it, and asking again would change nothing. */
  #refused(): void {
    this.#unwatched = new Set(this.#wanted);
    this.#watched.clear();
    this.#tell();
  }
  #lost(subscription: McpSubscription, how: string, opened: number): void {
    if (this.#ended || this.#listening !== subscription || how === 'local') return;
    this.#listening = undefined;
    if (this.#parts.now() - opened >= steadyMs) this.#losses = 0;
    this.#watched.clear();
    this.#tell();
    this.#later();
  }
  /** Listens again, a little later each time. */
  #later(): void {
    this.#losses += 1;
    void sleep(backoffMs(this.#losses, this.#parts.random()), undefined, { ref: false }).then(() => {
      if (this.#ended || this.#listening) return;
      this.#renew();
      this.#queue(async () => {
        if (this.#listening) this.#parts.onGap();
      });
    });
  }
}

/** What fails here fails because the connection has gone; the connection itself says so. */
const ignoreLate = (): undefined => undefined;
