import { isStdio, type ServerEntry } from '#shared/servers/config.ts';
import type { ConnectionState, ServerView, ToolView } from '#shared/servers/status.ts';
import type { Gate } from '../decision/gate.ts';
import type { Permits } from '../decision/permits.ts';
import type { Schemas } from '../schema/schemas.ts';
import { transaction, type Database } from '../storage/database.ts';
import type { EraTable } from '../storage/smallTables.ts';
import type { Accepted, TrustTables } from '../storage/trustTables.ts';
import { compareCatalog, fromAccepted, toAccepted, type Catalog, type ToolDefinition } from './catalog.ts';
import { Connection, type Live } from './connection.ts';
import { discoverTools } from './discover.ts';
import type { HostClient } from './hostClient.ts';
import { describeLaunch } from './launchReview.ts';
import { readParamHeaders } from './paramHeaders.ts';
import type { Launcher } from './peer.ts';

/** Server lists that keep changing are not followed for ever. */
const maxListChanges = 20;

export interface HostedParts {
  readonly db: Database;
  readonly trust: TrustTables;
  readonly eras: EraTable;
  readonly gate: Gate;
  readonly permits: Permits;
  readonly schemas: Schemas;
  readonly now: () => number;
  readonly random: () => number;
  readonly publish: (server: ServerView) => void;
}
export interface HostedSpec {
  readonly key: string;
  readonly launchHash: string;
  readonly launcher: Launcher;
  /** Absent for a bundled server. */
  readonly entry: ServerEntry | undefined;
  /** A bundled server's definitions, pinned at build time; they count as reviewed. */
  readonly pinned: Catalog | undefined;
  /** A bundled server that the person has switched off. */
  readonly off?: boolean;
}

/** One server as this host keeps it: its connection, what it offers, and what of that the person has accepted. */
export class HostedServer {
  readonly spec: HostedSpec;
  readonly connection: Connection;
  readonly #parts: HostedParts;
  readonly #gone = new AbortController();
  #catalog: Catalog;
  #accepted: readonly Accepted[];
  #serverInfo: ServerView['serverInfo'];
  #unusable = new Map<string, string>();
  #listChanges = 0;
  #review = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  constructor(parts: HostedParts, spec: HostedSpec) {
    this.#parts = parts;
    this.spec = spec;
    this.#accepted = spec.pinned ? toAccepted(spec.pinned) : parts.trust.accepted(spec.key, spec.launchHash);
    // Until the server has answered, what was accepted of it last time stands in: a first message need not wait for the start.
    this.#catalog = spec.pinned ?? fromAccepted(this.#accepted);
    this.connection = new Connection(
      {
        serverKey: spec.key,
        launcher: spec.launcher,
        permits: parts.permits,
        now: parts.now,
        random: parts.random,
        knownLegacy: () => parts.eras.isLegacy(spec.launchHash, parts.now()),
        rememberLegacy: () => parts.eras.setLegacy(spec.launchHash, parts.now()),
        discover: (client) => this.#discover(client),
        onToolsChanged: (client) => this.#follow(client),
        onChange: () => this.publish(),
      },
      this.#first(),
    );
  }

  /** What happens when the server enters the house: bundled ones wait for a call, trusted ones start, unknown ones are asked about. */
  enter(): void {
    this.publish();
    const { entry } = this.spec;
    if (!entry || entry.disabled) return;
    const verdict = this.#parts.trust.verdict(this.spec.key, this.spec.launchHash);
    if (verdict === 'trusted') this.start('app');
    else if (verdict === 'denied') this.connection.dispatch({ type: 'untrusted', denied: true });
    else void this.askTrust();
  }
  start(by: 'person' | 'app'): void {
    this.connection.dispatch({ type: 'start', at: this.#parts.now(), by });
  }
  /** Stops and starts anew; a bundled server just stops, since it starts at its next call. */
  restart(): void {
    if (this.connection.view.status === 'untrusted') return;
    this.connection.dispatch({ type: 'stop', at: this.#parts.now(), to: this.spec.entry ? 'start' : 'idle' });
  }

  /** Asks again what was denied: the launch, or the definitions. */
  review(): void {
    if (this.connection.view.status === 'untrusted') void this.askTrust();
    else if (this.spec.entry && compareCatalog(this.#catalog, this.#accepted).needsReview) void this.#askTools(this.#catalog);
  }

  /** Asks whether this very launch may run at all. Nothing of it runs before the answer. */
  async askTrust(): Promise<void> {
    const { key, launchHash, entry } = this.spec;
    if (!entry) return;
    this.connection.dispatch({ type: 'untrusted', denied: false });
    const changed = this.#parts.trust.verdict(key, launchHash) === 'changed';
    const { verdict } = await this.#parts.gate.ask({ ...describeLaunch(key, entry), kind: 'server-trust', changed }, this.#gone.signal);
    if (verdict.kind === 'withdrawn') return;
    const allowed = verdict.kind === 'allowed';
    this.#parts.trust.set(key, launchHash, allowed ? 'trusted' : 'denied', this.#parts.now());
    if (allowed) this.start('person');
    else this.connection.dispatch({ type: 'untrusted', denied: true });
  }

  /** The tools a model may be told of: accepted in this very form, and usable. */
  usableTools(): ToolDefinition[] {
    const { status } = this.connection.view;
    if (status !== 'ready' && status !== 'idle' && status !== 'starting') return [];
    return this.#catalog.tools.filter((tool) => this.#isAccepted(tool) && !this.#unusable.has(tool.name));
  }
  tool(name: string): ToolDefinition | undefined {
    return this.usableTools().find((tool) => tool.name === name);
  }
  /** The server's own advice for the model, once accepted. */
  instructions(): string | undefined {
    const { instructions } = this.#catalog;
    return instructions !== undefined && this.#accepted.some((a) => a.kind === 'instructions' && a.raw === instructions)
      ? instructions
      : undefined;
  }
  /** The person has accepted what this very launch offers, or it offers nothing that needs it. */
  get isAccepted(): boolean {
    return this.#accepted.length > 0 || !compareCatalog(this.#catalog, this.#accepted).needsReview;
  }
  /** The live connection, started if need be. A bundled server goes back to sleep after five idle minutes. */
  async ensure(signal: AbortSignal): Promise<Live> {
    clearTimeout(this.#idleTimer);
    const live = await this.connection.ensure(signal);
    if (!this.spec.entry) {
      this.#idleTimer = setTimeout(() => this.connection.dispatch({ type: 'stop', at: this.#parts.now(), to: 'idle' }), 5 * 60_000);
      this.#idleTimer.unref();
    }
    return live;
  }
  /** The server leaves: its questions are withdrawn, its process ends. */
  async leave(force = false): Promise<void> {
    clearTimeout(this.#idleTimer);
    this.#gone.abort();
    await this.connection.close(force);
  }

  view(): ServerView {
    const { key, entry } = this.spec;
    const { serverInfo } = this;
    return {
      key,
      bundled: entry === undefined,
      state: this.connection.view,
      tools: this.#catalog.tools.map((t) => this.#toolView(t)),
      stderrTail: [...this.connection.stderrTail],
      strayLines: this.connection.strayLines,
      place: this.place(),
      ...(entry ? { entry } : {}),
      ...(serverInfo ? { serverInfo } : {}),
      ...(this.#catalog.instructions === undefined ? {} : { instructions: this.#catalog.instructions }),
    };
  }
  place(): ServerView['place'] {
    const { key, entry } = this.spec;
    if (!entry) return { kind: 'bundled' };
    return describeLaunch(key, entry).place;
  }
  get serverInfo(): ServerView['serverInfo'] {
    return this.#serverInfo;
  }
  publish(): void {
    if (!this.#gone.signal.aborted) this.#parts.publish(this.view());
  }

  #first(): ConnectionState {
    const { entry } = this.spec;
    if (!entry) return { status: this.spec.off ? 'off' : 'idle' };
    return entry.disabled ? { status: 'off' } : { status: 'untrusted', denied: false };
  }
  #isAccepted(tool: ToolDefinition): boolean {
    return this.#accepted.some((a) => a.kind === 'tool' && a.name === tool.name && a.digest === tool.digest);
  }
  #toolView(tool: ToolDefinition): ToolView {
    const { name, title, description, raw, digest } = tool;
    const unusable = this.#unusable.get(name);
    return {
      name,
      description,
      raw,
      digest,
      accepted: this.#isAccepted(tool),
      ...(title ? { title } : {}),
      ...(unusable ? { unusable } : {}),
    };
  }

  async #discover(client: HostClient): Promise<void> {
    const info = client.getServerVersion();
    this.#serverInfo = info ? { name: info.name, version: info.version, ...(info.title ? { title: info.title } : {}) } : undefined;
    this.#listChanges = 0;
    await this.#refresh(client);
  }
  /** At most one reading a second, one at a time, and not for ever. */
  #follow(client: HostClient): void {
    if (this.#listChanges >= maxListChanges || this.#following) return;
    this.#listChanges += 1;
    this.#following = setTimeout(
      () => {
        this.#following = undefined;
        this.#refresh(client).then(
          () => this.publish(),
          () => this.publish(),
        );
      },
      this.#listChanges === 1 ? 100 : 1000,
    );
    this.#following.unref();
  }
  #following: NodeJS.Timeout | undefined;

  async #refresh(client: HostClient): Promise<void> {
    const catalog = await discoverTools(client, this.#gone.signal);
    const known = this.spec.pinned;
    // A bundled server is held to what was pinned at build time: anything else it may offer is not there.
    this.#catalog = known
      ? { ...known, tools: known.tools.filter((t) => catalog.tools.some((o) => o.name === t.name && o.digest === t.digest)) }
      : catalog;
    if (known) return;
    this.#unusable = await this.#check(catalog, client.getProtocolEra() === 'modern');
    const difference = compareCatalog(catalog, this.#accepted);
    if (difference.needsReview) void this.#askTools(catalog);
  }
  async #check(catalog: Catalog, isModern: boolean): Promise<Map<string, string>> {
    const checked = await Promise.all(
      catalog.tools.map(async (tool) => [tool.name, await this.#parts.schemas.check(tool.inputSchema)] as const),
    );
    const { entry } = this.spec;
    // Over HTTP the newer era wants a tool left out whose annotations for headers are wrong (HTTP-3).
    const headers =
      isModern && entry && !isStdio(entry) ? catalog.tools.map((t) => [t.name, readParamHeaders(t.inputSchema)] as const) : [];
    return new Map([
      ...headers.flatMap(([name, read]) => (read.ok ? [] : [[name, read.problem] as const])),
      ...catalog.excluded.map(({ name, reason }) => [name, reason] as const),
      ...checked.flatMap(([name, result]) => (result.ok ? [] : [[name, result.problem] as const])),
    ]);
  }

  /** Asks about new and changed definitions, in raw text. A newer list withdraws the question about the older one. */
  async #askTools(catalog: Catalog): Promise<void> {
    const { gate, trust, db } = this.#parts;
    const { key, launchHash } = this.spec;
    const review = ++this.#review;
    gate.withdraw('changed', (d) => d.kind === 'tools' && d.serverKey === key);
    const { tools, unchangedCount, instructionsBefore } = compareCatalog(catalog, this.#accepted);
    const { verdict } = await gate.ask(
      {
        kind: 'tools',
        serverKey: key,
        place: this.place(),
        change: this.#accepted.length === 0 ? 'new' : 'changed',
        tools: [...tools],
        unchangedCount,
        ...(catalog.instructions === undefined ? {} : { instructions: catalog.instructions }),
        ...(instructionsBefore === undefined ? {} : { instructionsBefore }),
      },
      this.#gone.signal,
    );
    if (verdict.kind !== 'allowed' || review !== this.#review) return;
    const accepted = toAccepted(catalog);
    transaction(db, () => trust.accept(key, launchHash, accepted));
    this.#accepted = accepted;
    this.publish();
  }
}
