import { FailureError } from '#shared/ipc/failure.ts';
import type { Completion, ResourceRead, ServerResources } from '#shared/resources/resources.ts';
import type { TopicHub } from '../ipc/topicHub.ts';
import type { Live } from './connection.ts';
import type { HostClient } from './hostClient.ts';
import type { HostedServer } from './hostedServer.ts';
import type { Inbound } from './inbound.ts';
import { listResources, type ResourceListing } from './resourceList.ts';
import { completeVariable, readResource, type CompletionQuestion } from './resourceRead.ts';
import { ResourceWatch } from './resourceWatch.ts';

/** Lists that keep changing are not followed for ever. */
const maxListChanges = 20;

export interface ResourcesParts {
  readonly hub: TopicHub;
  readonly find: (key: string) => HostedServer | undefined;
  readonly all: () => readonly HostedServer[];
  /** What bundled servers offer, pinned at build time: known before any of them has started. */
  readonly pinned: ReadonlyMap<string, ResourceListing>;
  readonly now: () => number;
}
interface Followed {
  /** The connection that the list came from; undefined for a pinned list before its server has started. */
  readonly client: HostClient | undefined;
  readonly watch: ResourceWatch | undefined;
  readonly abort: AbortController;
  view: ServerResources;
  listChanges: number;
  reading: 'no' | 'yes' | 'again';
}

/**
 * What servers let a person read. Every read goes through the server that is named, and through nothing else: no address is ever
 * resolved by this host itself (S31). Lists are read from the first `list()` on, and followed from then.
 */
export class Resources {
  readonly #parts: ResourcesParts;
  readonly #followed = new Map<string, Followed>();
  readonly #gone = new AbortController();
  #isWanted = false;
  constructor(parts: ResourcesParts) {
    this.#parts = parts;
    parts.hub.watch('servers', {}, () => this.#follow());
  }

  /** Lists every server that may be read from now; later ones are listed as they get ready. `refresh` lists again what is known. */
  list(refresh: boolean): void {
    this.#isWanted = true;
    this.#follow();
    if (refresh) for (const [key, followed] of this.#followed) if (followed.client) void this.#read(key, followed);
  }
  /** The title that a server's list has for an address, else the last part of the address. */
  titleOf(serverKey: string, uri: string): string {
    const listed = this.#followed.get(serverKey)?.view.resources ?? this.#parts.pinned.get(serverKey)?.resources ?? [];
    const found = listed.find((resource) => resource.uri === uri);
    return found?.title || found?.name || uri.split(/[/:?#]/).findLast((part) => part !== '') || uri;
  }
  /** Reads an address through its server, which is started if it sleeps. Throws `FailureError`. */
  async read(serverKey: string, uri: string): Promise<ResourceRead> {
    const { client, inbound } = await this.#live(serverKey);
    const contents = await readResource({ client, inbound }, uri, this.#gone.signal);
    this.#wasRead(serverKey, client, uri);
    return { contents: [...contents], readAt: this.#parts.now() };
  }
  /** Values for one variable of a template. Never fails: where nothing can be offered there is nothing. */
  async complete(serverKey: string, question: CompletionQuestion): Promise<Completion> {
    const { client } = await this.#live(serverKey);
    return completeVariable(client, question, this.#gone.signal);
  }
  close(): void {
    this.#gone.abort();
    for (const key of [...this.#followed.keys()]) this.#drop(key);
  }

  async #live(serverKey: string): Promise<Live & { readonly inbound: Inbound }> {
    const server = this.#parts.find(serverKey);
    if (!server) throw new FailureError('not-found', `no server ${serverKey}`);
    const { status } = server.connection.view;
    if (status === 'untrusted' || !server.isAccepted) throw new FailureError('server-not-accepted', serverKey);
    try {
      return { ...(await server.ensure(this.#gone.signal)), inbound: server.inbound };
    } catch (error) {
      throw new FailureError('server-off', error instanceof Error ? error.message : String(error), { cause: error });
    }
  }

  /** Holds what is followed against the servers that are there now. */
  #follow(): void {
    if (!this.#isWanted || this.#gone.signal.aborted) return;
    const servers = this.#parts.all();
    for (const key of this.#followed.keys()) if (!servers.some((s) => s.spec.key === key && this.#isReadable(s))) this.#drop(key);
    for (const server of servers) {
      if (!this.#isReadable(server)) continue;
      const { key } = server.spec;
      const client = server.connection.live?.client;
      const known = this.#followed.get(key);
      if (known && (known.client === client || client === undefined)) continue;
      this.#enter(key, client);
    }
  }
  #isReadable(server: HostedServer): boolean {
    if (!server.isAccepted) return false;
    const { status } = server.connection.view;
    return status === 'ready' || (this.#parts.pinned.has(server.spec.key) && status !== 'off');
  }
  #enter(key: string, client: HostClient | undefined): void {
    this.#followed.get(key)?.watch?.end();
    const pinned = this.#parts.pinned.get(key);
    const before = this.#followed.get(key)?.view;
    const list = pinned ?? before ?? { resources: [], templates: [], truncated: false, completes: false };
    const view: ServerResources = {
      serverKey: key,
      state: pinned ? 'listed' : 'loading',
      resources: [...list.resources],
      templates: [...list.templates],
      truncated: list.truncated,
      completes: list.completes,
      watched: [],
      // What was read over an earlier connection may have changed unnoticed, but nobody knows: no mark is better than a false one.
      changed: [],
    };
    const watch = client && this.#watchOf(key, client);
    const followed: Followed = { client, watch, view, abort: new AbortController(), listChanges: 0, reading: 'no' };
    this.#followed.set(key, followed);
    this.#publish(followed);
    if (client && !pinned) void this.#read(key, followed);
  }
  #watchOf(key: string, client: HostClient): ResourceWatch {
    const mine = (change: (followed: Followed) => void) => {
      const followed = this.#followed.get(key);
      if (followed?.client === client) change(followed);
    };
    return new ResourceWatch(client, {
      onUpdated: (uri) =>
        mine((followed) => {
          const { changed, watched } = followed.view;
          if (watched.includes(uri) && !changed.includes(uri)) this.#update(followed, { changed: [...changed, uri] });
        }),
      onWatched: (watched) => mine((followed) => this.#update(followed, { watched: [...watched] })),
      onListChanged: () =>
        mine((followed) => {
          followed.listChanges += 1;
          if (followed.listChanges <= maxListChanges) setTimeout(() => void this.#read(key, followed), 500).unref();
        }),
    });
  }

  /** Reads the list of one server anew, one at a time. A bundled server is held to what was pinned. */
  async #read(key: string, followed: Followed): Promise<void> {
    const { client } = followed;
    if (!client || this.#parts.pinned.has(key)) return;
    if (followed.reading !== 'no') {
      followed.reading = 'again';
      return;
    }
    followed.reading = 'yes';
    try {
      const list = await listResources(client, AbortSignal.any([followed.abort.signal, this.#gone.signal]));
      const { problem: _mended, ...view } = followed.view;
      followed.view = { ...view, ...list, resources: [...list.resources], templates: [...list.templates], state: 'listed' };
    } catch (error) {
      const problem = error instanceof Error ? error.message.slice(0, 500) : String(error);
      followed.view = { ...followed.view, state: 'failed', problem };
    }
    const again = (followed.reading as Followed['reading']) === 'again';
    followed.reading = 'no';
    if (this.#followed.get(key) !== followed) return;
    this.#publish(followed);
    if (again) await this.#read(key, followed);
  }

  #wasRead(key: string, client: HostClient, uri: string): void {
    const followed = this.#followed.get(key);
    if (followed?.client !== client) return;
    const { changed } = followed.view;
    if (changed.includes(uri)) this.#update(followed, { changed: changed.filter((other) => other !== uri) });
    followed.watch?.watch(uri);
  }
  #update(followed: Followed, change: Partial<ServerResources>): void {
    followed.view = { ...followed.view, ...change };
    this.#publish(followed);
  }
  #publish(followed: Followed): void {
    this.#parts.hub.publish('resources', {}, { type: 'resources.changed', server: followed.view });
  }
  #drop(key: string): void {
    const followed = this.#followed.get(key);
    followed?.watch?.end();
    followed?.abort.abort();
    this.#followed.delete(key);
    this.#parts.hub.publish('resources', {}, { type: 'resources.removed', serverKey: key });
  }
}
