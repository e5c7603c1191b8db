import { isStdio, type ServerEntry } from '#shared/servers/config.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import { secretsOf } from '#shared/secrets/secretUse.ts';
import type { TopicHub } from '../ipc/topicHub.ts';
import type { Catalog } from './catalog.ts';
import type { HostedParts, HostedSpec } from './hostedParts.ts';
import { HostedServer } from './hostedServer.ts';
import { launchHash } from './launch.ts';
import type { Launcher } from './peer.ts';

/** A server that comes with the app, its definitions pinned at build time. */
export interface Bundled {
  readonly key: string;
  readonly catalog: Catalog;
  readonly launcher: Launcher;
}
export interface ServersParts extends Omit<HostedParts, 'publish'> {
  readonly hub: TopicHub;
  readonly bundled: readonly Bundled[];
  readonly launcher: (key: string, entry: ServerEntry) => Launcher;
  /** Which bundled servers the person has switched off; mcp.json does not know them. */
  readonly bundledOff: { get(): readonly string[]; set(keys: readonly string[]): void };
  /** A server has left mcp.json: what was kept of it goes too. */
  readonly onRemoved: (key: string) => void;
}

/** All servers: the bundled ones and those of mcp.json, which is the only list of the others. */
export class Servers {
  readonly #parts: ServersParts;
  readonly #byKey = new Map<string, HostedServer>();
  readonly #leaving = new Set<Promise<void>>();
  constructor(parts: ServersParts) {
    this.#parts = parts;
    for (const { key, catalog, launcher } of parts.bundled)
      this.#enter({
        key,
        launcher,
        entry: undefined,
        pinned: catalog,
        launchHash: `bundled:${key}`,
        off: parts.bundledOff.get().includes(key),
      });
  }

  find(key: string): HostedServer | undefined {
    return this.#byKey.get(key);
  }
  get(key: string): HostedServer {
    const server = this.#byKey.get(key);
    if (!server) throw new FailureError('not-found', `no server ${key}`);
    return server;
  }
  all(): HostedServer[] {
    return [...this.#byKey.values()];
  }

  /** Follows the list: new ones enter, changed ones leave and enter anew, removed ones leave. A bundled server's name can't be taken. */
  follow(entries: ReadonlyMap<string, ServerEntry>): void {
    for (const [key, server] of this.#byKey) {
      if (!server.spec.entry || entries.has(key)) continue;
      this.#byKey.delete(key);
      void this.#leave(server);
      this.#parts.hub.publish('servers', {}, { type: 'server.removed', key });
      this.#parts.onRemoved(key);
    }
    for (const [key, entry] of entries) {
      const known = this.#byKey.get(key);
      if (known && (!known.spec.entry || sameEntry(known.spec.entry, entry))) continue;
      if (known && addressOf(known.spec.entry) !== addressOf(entry)) this.#parts.signIns.moved(key);
      const left = known ? this.#leave(known) : Promise.resolve();
      const spec: HostedSpec = { key, entry, pinned: undefined, launchHash: launchHash(entry), launcher: this.#parts.launcher(key, entry) };
      const server = this.#create(spec);
      // The old process ends before the new one starts: two of one name would fight over ports and files.
      void left.then(() => {
        if (this.#byKey.get(key) === server) server.enter();
      });
    }
  }

  /** Switches a bundled server off or on again, and remembers it. */
  switchBundled(key: string, off: boolean): void {
    const { bundledOff, now } = this.#parts;
    bundledOff.set([...bundledOff.get().filter((other) => other !== key), ...(off ? [key] : [])]);
    this.get(key).connection.dispatch({ type: 'stop', at: now(), to: off ? 'off' : 'idle' });
  }

  /** Servers that could not start for want of this secret start now. */
  secretSet(name: string): void {
    for (const server of this.all()) {
      const { entry } = server.spec;
      if (entry && 'problem' in server.connection.view && secretsOf(entry).includes(name)) server.start('person');
    }
  }

  /** Ends every server; resolves when no process is left. */
  async close(force = false): Promise<void> {
    await Promise.all([...this.#leaving, ...this.all().map((server) => server.leave(force))]);
  }

  #enter(spec: HostedSpec): void {
    this.#create(spec).enter();
  }
  #create(spec: HostedSpec): HostedServer {
    const { hub, ...parts } = this.#parts;
    const server = new HostedServer(
      { ...parts, publish: (view) => hub.publish('servers', {}, { type: 'server.changed', server: view }) },
      spec,
    );
    this.#byKey.set(spec.key, server);
    return server;
  }
  #leave(server: HostedServer): Promise<void> {
    const leaving = server.leave().finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
    return leaving;
  }
}

/** Where an entry leads; a sign-in is for that place alone. */
const addressOf = (entry: ServerEntry | undefined): string => (entry && !isStdio(entry) ? entry.url : '');
const sameEntry = (a: ServerEntry, b: ServerEntry): boolean => JSON.stringify(a) === JSON.stringify(b);
