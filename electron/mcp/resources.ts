import { FailureError } from '#shared/ipc/failure.ts';
import type { Completion, ResourceRead, ServerResources } from '#shared/resources/resources.ts';
import type { TopicHub } from '../ipc/topicHub.ts';
import type { Live } from './connection.ts';
import type { HostClient } from './hostClient.ts';
import type { HostedServer } from './hostedServer.ts';
import type { Inbound } from './inbound.ts';
import { listResources, type ResourceListing } from './resourceList.ts';
import { CompletionCache } from './completionCache.ts';
import { ResourceNews } from './resourceNews.ts';
import { completeVariable, digestOfContents, readResource, type CompletionQuestion } from './resourceRead.ts';
import { ResourceWatch, type WatchParts } from './resourceWatch.ts';

/** Lists that keep changing are not followed for ever. */
const maxListChanges = 20;

export interface ResourcesParts {
  readonly hub: TopicHub;
  readonly find: (key: string) => HostedServer | undefined;
  readonly all: () => readonly HostedServer[];
  /** What bundled servers offer, pinned at build time: known before any of them has started. */
  readonly pinned: ReadonlyMap<string, ResourceListing>;
  readonly now: () => number;
  readonly random: () => number;
}
/** Told that a resource of a server has changed since it was read, or that nobody knows whether it has. */
export type ChangeFollower = (serverKey: string, uri: string) => void;
interface Followed {
  /** The connection that the list came from; undefined for a pinned list before its server has started. */
  readonly client: HostClient | undefined;
  readonly watch: ResourceWatch | undefined;
  readonly abort: AbortController;
  view: ServerResources;
  /** Readings that notices of a changed list have led to. */
  listChanges: number;
  /** Such a reading is to come: further notices are about the same. */
  isDue: boolean;
  reading: 'no' | 'yes' | 'again';
}

/**
 * What servers let a person read. Every read goes through the server that is named, and through nothing else: no address is ever
 * resolved by this host itself (S31). Lists are read from the first `list()` on, and followed from then.
 */
export class Resources {
  readonly #parts: ResourcesParts;
  readonly #followed = new Map<string, Followed>();
  readonly #news = new Map<string, ResourceNews>();
  readonly #followers: ChangeFollower[] = [];
  /** What a server suggested to one account is never suggested to another (CAC-3): a sign-out ends the connection. */
  readonly #completions = new WeakMap<HostClient, CompletionCache>();
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
  onChange(follower: ChangeFollower): void {
    this.#followers.push(follower);
  }
  /** Watches what was read before this start, and looks once whether it has changed meanwhile; no server is started for it. */
  recall(serverKey: string, uri: string, { digest, readAt }: { readonly digest: string; readonly readAt: number }): void {
    this.#newsOf(serverKey).recall(uri, digest, readAt);
    this.list(false);
  }
  /** The title that a server's list has for an address, else the last part of the address. */
  titleOf(serverKey: string, uri: string): string {
    const listed = this.#followed.get(serverKey)?.view.resources ?? this.#parts.pinned.get(serverKey)?.resources ?? [];
    const found = listed.find((resource) => resource.uri === uri);
    return found?.title || found?.name || uri.split(/[/:?#]/).findLast((part) => part !== '') || uri;
  }
  /** Reads an address through its server, which is started if it sleeps. Throws `FailureError`. */
  async read(serverKey: string, uri: string, signal?: AbortSignal): Promise<ResourceRead> {
    const ended = signal ? AbortSignal.any([signal, this.#gone.signal]) : this.#gone.signal;
    const { client, inbound } = await this.#live(serverKey, ended);
    this.list(false); // what is read is watched, also before anyone has asked for lists
    const readAt = this.#parts.now();
    const contents = await readResource({ client, inbound }, uri, ended);
    if (this.#newsOf(serverKey).read(uri, digestOfContents(contents), readAt)) this.#tell(serverKey, uri);
    const followed = this.#followed.get(serverKey);
    if (followed?.client === client) {
      followed.watch?.watch(uri);
      this.#update(followed, {});
    }
    return { contents: [...contents], readAt };
  }
  /** Values for one variable of a template, from memory where they were asked for a moment ago. Where nothing can be offered there is nothing. */
  async complete(serverKey: string, question: CompletionQuestion): Promise<Completion> {
    const { client } = await this.#live(serverKey, this.#gone.signal);
    if (!client.getServerCapabilities()?.completions) return noCompletion;
    const { uriTemplate, name, value, context } = question;
    const known = this.#completions.get(client) ?? new CompletionCache(this.#parts.now);
    this.#completions.set(client, known);
    const key = JSON.stringify([uriTemplate, name, value, Object.entries(context).toSorted()]);
    return (await known.get(key, () => completeVariable(client, question, this.#gone.signal))) ?? noCompletion;
  }
  close(): void {
    this.#gone.abort();
    for (const key of [...this.#followed.keys()]) this.#drop(key);
  }

  async #live(serverKey: string, signal: AbortSignal): Promise<Live & { readonly inbound: Inbound }> {
    const server = this.#parts.find(serverKey);
    if (!server) throw new FailureError('not-found', `no server ${serverKey}`);
    const { status } = server.connection.view;
    if (status === 'untrusted' || !server.isAccepted) throw new FailureError('server-not-accepted', serverKey);
    try {
      return { ...(await server.ensure(signal)), inbound: server.inbound };
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
      if (known && (known.client === client || (client === undefined && !this.#parts.pinned.has(key)))) continue;
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
    this.#followed.get(key)?.abort.abort();
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
      unwatched: [],
      ...this.#newsOf(key).view,
    };
    const watch = client && this.#watchOf(key, client);
    const followed: Followed = { client, watch, view, abort: new AbortController(), listChanges: 0, isDue: false, reading: 'no' };
    this.#followed.set(key, followed);
    this.#publish(followed);
    if (client && !pinned) void this.#read(key, followed);
  }
  #watchOf(key: string, client: HostClient): ResourceWatch {
    const mine = (change: (followed: Followed) => void): void => {
      const followed = this.#followed.get(key);
      if (followed?.client === client) change(followed);
    };
    const news = this.#newsOf(key);
    const parts: WatchParts = {
      now: this.#parts.now,
      random: this.#parts.random,
      onUpdated: (uri) => mine((followed) => this.#changed(followed, uri)),
      onWatched: (watched, unwatched) => mine((followed) => this.#update(followed, { watched: [...watched], unwatched: [...unwatched] })),
      onListChanged: () => mine((followed) => this.#readSoon(key, followed)),
      onGap: () => mine((followed) => void this.#lookAgain(key, followed)),
    };
    return new ResourceWatch(client, parts, news.watched);
  }
  #readSoon(key: string, followed: Followed): void {
    if (followed.isDue || followed.listChanges >= maxListChanges) return;
    followed.listChanges += 1;
    followed.isDue = true;
    setTimeout(() => {
      followed.isDue = false;
      void this.#read(key, followed);
    }, 500).unref();
  }
  /** After a gap: the list once, and what is watched once, for what was missed (SUB-5). */
  async #lookAgain(key: string, followed: Followed): Promise<void> {
    const { client } = followed;
    const inbound = this.#parts.find(key)?.inbound;
    if (!client || !inbound) return;
    if (followed.view.state === 'listed') void this.#read(key, followed);
    for (const uri of this.#newsOf(key).watched) {
      if (this.#followed.get(key) !== followed || this.#gone.signal.aborted) return;
      const signal = AbortSignal.any([followed.abort.signal, this.#gone.signal]);
      // What can't be read now has not been read: that is no news, and the next look will tell.
      const contents = await readResource({ client, inbound }, uri, signal).catch(() => undefined);
      if (contents && this.#newsOf(key).isOther(uri, digestOfContents(contents))) this.#changed(followed, uri);
    }
  }
  #changed(followed: Followed, uri: string): void {
    const { serverKey } = followed.view;
    this.#newsOf(serverKey).changed(uri, this.#parts.now());
    this.#update(followed, {});
    this.#tell(serverKey, uri);
  }
  #tell(serverKey: string, uri: string): void {
    for (const follower of this.#followers) follower(serverKey, uri);
  }
  #newsOf(key: string): ResourceNews {
    const known = this.#news.get(key) ?? new ResourceNews();
    this.#news.set(key, known);
    return known;
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

  #update(followed: Followed, change: Partial<ServerResources>): void {
    followed.view = { ...followed.view, ...this.#newsOf(followed.view.serverKey).view, ...change };
    this.#publish(followed);
  }
  #publish(followed: Followed): void {
    this.#parts.hub.publish('resources', {}, { type: 'resources.changed', server: followed.view });
  }
  #drop(key: string): void {
    const followed = this.#followed.get(key);
    if (!this.#parts.find(key)) this.#news.delete(key);
    followed?.watch?.end();
    followed?.abort.abort();
    this.#followed.delete(key);
    this.#parts.hub.publish('resources', {}, { type: 'resources.removed', serverKey: key });
  }
}

const noCompletion: Completion = { values: [], hasMore: false };
