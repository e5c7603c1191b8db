import type { McpSubscription } from '@modelcontextprotocol/client';
import type { HostClient } from './hostClient.ts';

/** The most addresses of one server that are watched at a time; the oldest give way. */
export const maxWatched = 50;

export interface WatchParts {
  readonly onUpdated: (uri: string) => void;
  readonly onListChanged: () => void;
  /** The addresses that the server has agreed to tell changes of. */
  readonly onWatched: (uris: readonly string[]) => void;
}

/** Follows changes of one connection: the older era's subscriptions, or the newer era's one listen with a filter. Lasts as long as the client. */
export class ResourceWatch {
  readonly #client: HostClient;
  readonly #parts: WatchParts;
  #wanted: string[] = [];
  #watched = new Set<string>();
  #listening: McpSubscription | undefined;
  #work: Promise<void> = Promise.resolve();
  #ended = false;
  #losses = 0;
  constructor(client: HostClient, parts: WatchParts) {
    this.#client = client;
    this.#parts = parts;
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      if (!this.#ended) parts.onUpdated(params.uri);
    });
    client.setNotificationHandler('notifications/resources/list_changed', () => {
      if (!this.#ended) parts.onListChanged();
    });
    if (this.#isModern && client.getServerCapabilities()?.resources?.listChanged) this.#renew();
  }

  /** Watches one address more. Does nothing where the server does not offer it. */
  watch(uri: string): void {
    if (!this.#client.getServerCapabilities()?.resources?.subscribe || this.#wanted.includes(uri)) return;
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
  /** One at a time, in order; what a server refuses is simply not watched. */
  #queue(step: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (!this.#ended) await step();
    }, ignoreLate);
    this.#work = this.#work.catch(ignoreLate);
  }
  #tell(): void {
    this.#parts.onWatched([...this.#watched]);
  }
  async #subscribe(uri: string, dropped: string | undefined): Promise<void> {
    await this.#client.subscribeResource({ uri });
    this.#watched.add(uri);
    if (dropped !== undefined && this.#watched.delete(dropped)) await this.#client.unsubscribeResource({ uri: dropped });
    this.#tell();
  }

  /** A filter can't be changed, so the new listen is opened before the old one ends: nothing falls between. */
  #renew(): void {
    this.#queue(async () => {
      const asked = [...this.#wanted];
      const next = await this.#client.listen({
        ...(this.#client.getServerCapabilities()?.resources?.listChanged ? { resourcesListChanged: true } : {}),
        ...(asked.length > 0 ? { resourceSubscriptions: asked } : {}),
      });
      const before = this.#listening;
      this.#listening = next;
      // The server may honour less than was asked for (SUB-4): only that counts as watched.
      const honoured = next.honoredFilter.resourceSubscriptions ?? [];
      this.#watched = new Set(asked.filter((uri) => honoured.includes(uri)));
      this.#tell();
      void next.closed.then((how) => this.#lost(next, how));
      await before?.close();
    });
  }
  /** Listens again after a drop, a little later each time and not for ever; what was missed meanwhile counts as changed. */
  #lost(subscription: McpSubscription, how: string): void {
    if (this.#ended || this.#listening !== subscription || how === 'local') return;
    this.#listening = undefined;
    this.#losses += 1;
    if (this.#losses > 5) {
      this.#watched.clear();
      this.#tell();
      return;
    }
    setTimeout(
      () => {
        for (const uri of this.#watched) this.#parts.onUpdated(uri);
        this.#renew();
      },
      500 * 2 ** this.#losses,
    ).unref();
  }
}

/** What fails here fails because the connection has gone; the connection itself says so. */
const ignoreLate = (): undefined => undefined;
