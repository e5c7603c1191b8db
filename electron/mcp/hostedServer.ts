import { isStdio } from '#shared/servers/config.ts';
import type { EraPin } from '#shared/servers/eraPin.ts';
import type { ConnectionState, ServerView } from '#shared/servers/status.ts';
import type { Access } from '../auth/access.ts';
import { TrafficRecorder } from '../trace/recorder.ts';
import { Answers } from './answers.ts';
import type { ToolDefinition } from './catalog.ts';
import { Connection, type Live } from './connection.ts';
import type { HostClient } from './hostClient.ts';
import { Inbound } from './inbound.ts';
import type { HostedParts, HostedSpec } from './hostedParts.ts';
import { describeLaunch } from './launchReview.ts';
import { ListFollower, maxVersions } from './listFollower.ts';
import { Offer } from './offer.ts';
import { handshakeOf, protocolFactsOf, type Handshake } from './protocolFactsOf.ts';
import { ProtocolWatch } from './protocolWatch.ts';
import { ServerLogs } from './serverLogs.ts';
import { infoOf, placeOf } from './serverViews.ts';
import { signInOf, startOnceSignedIn } from './signInHere.ts';
import { Soon } from './soon.ts';
import { ToolReview } from './toolReview.ts';

/** Where a server can be called, at once or after it has started. */
const callable: ReadonlySet<ConnectionState['status']> = new Set<ConnectionState['status']>(['ready', 'idle', 'starting', 'backoff']);

/** One server as this host keeps it: its connection, what it offers, and what of that the person has accepted. */
export class HostedServer {
  readonly spec: HostedSpec;
  readonly connection: Connection;
  readonly recorder: TrafficRecorder;
  readonly logs: ServerLogs;
  readonly answers: Answers;
  readonly watch: ProtocolWatch;
  #handshake: Handshake | undefined;
  /** Who this host is to the server. */
  readonly access: Access;
  /** What this server may ask of the host. */
  readonly inbound: Inbound;
  readonly #parts: HostedParts;
  readonly #gone = new AbortController();
  /** What it offers, and what of that may be used. */
  readonly offer: Offer;
  readonly #review: ToolReview;
  #serverInfo: ServerView['serverInfo'];
  #follower: ListFollower | undefined;
  /** For what may come ten thousand times a second: at most four looks a second, and only at something new. */
  readonly #soon = new Soon(250, () => {
    if (this.#stray !== this.#shownStray) this.publish();
  });
  /** What is shown of the protocol comes page by page and frame by frame. */
  readonly #factsSoon = new Soon(250, () => this.publish());
  #shownStray = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  constructor(parts: HostedParts, spec: HostedSpec) {
    this.#parts = parts;
    this.spec = spec;
    const { db, trust, gate } = parts;
    const [place, onAccepted] = [() => this.place(), () => this.publish()];
    this.#review = new ToolReview({ ...spec, serverKey: spec.key, db, trust, gate, place, onAccepted, gone: this.#gone.signal });
    const isCallable = (): boolean => callable.has(this.connection.view.status);
    this.offer = new Offer({ house: parts, spec, review: this.#review, isCallable, onChange: () => this.publish() });
    const told = new Set<string>();
    const known = parts.secretsOf(spec.entry);
    const secrets = (): readonly string[] => [...known(), ...told];
    this.recorder = new TrafficRecorder({ now: () => performance.timeOrigin + performance.now(), secrets });
    this.watch = new ProtocolWatch({ now: parts.now, onChange: () => this.#factsSoon.ask() });
    this.answers = new Answers({ now: parts.now, onStray: () => this.#soon.ask() });
    this.logs = new ServerLogs({ connection: () => this.connection, recorder: this.recorder, answers: this.answers, secrets });
    this.access = parts.signIns.of(spec.key);
    this.access.follow(place, () => this.publish());
    this.inbound = new Inbound({
      ...parts.inbound,
      gate: parts.gate,
      serverKey: spec.key,
      launchHash: spec.launchHash,
      place: () => this.place(),
      extension: () => this.access.extension,
      onChange: () => this.publish(),
      onSecrets: (texts) => texts.forEach((text) => told.add(text)),
      reconnect: () => this.restart(),
    });
    this.connection = new Connection(
      {
        serverKey: spec.key,
        launcher: spec.launcher,
        permits: parts.permits,
        recorder: this.recorder,
        answers: this.answers,
        watch: this.watch,
        healthMs: parts.healthMs,
        now: parts.now,
        random: parts.random,
        limits: parts.limits,
        onDemand: spec.entry === undefined,
        ...(spec.entry && isStdio(spec.entry) ? { place: (signal: AbortSignal) => parts.slots.take(signal) } : {}),
        pin: () => this.pin,
        knownLegacy: () => parts.eras.legacyUntil(spec.launchHash, parts.now()) !== undefined,
        forgetLegacy: () => parts.eras.forget(spec.launchHash),
        rememberLegacy: () => parts.eras.setLegacy(spec.launchHash, parts.now()),
        discover: (client, signal) => this.#discover(client, signal),
        onToolsChanged: () => this.#follower?.changed(),
        onChange: () => {
          this.publish();
          startOnceSignedIn(this, this.#gone.signal);
        },
        onNoise: () => this.#soon.ask(),
        onLost: () => this.#lost(),
        inbound: this.inbound,
      },
      this.#first(),
    );
  }

  /** The only version that this very launch is spoken to in; setting it is on disk when it returns, and holds from the next start. */
  get pin(): EraPin | undefined {
    return this.spec.entry && this.#parts.eraPins.get(this.spec.key, this.spec.launchHash);
  }
  set pin(pin: EraPin | undefined) {
    if (!this.spec.entry) return; // what is bundled is pinned by the build
    this.#parts.eraPins.set(this.spec.key, this.spec.launchHash, pin);
    this.publish();
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
    else if (this.spec.entry && this.#review.needed(this.offer.catalog)) void this.#review.ask(this.offer.catalog);
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

  /** The tools a model may be told of: accepted in this very form, switched on, and usable. */
  usableTools(): ToolDefinition[] {
    return this.offer.usableTools();
  }
  tool(name: string): ToolDefinition | undefined {
    return this.offer.tool(name);
  }
  /** The person has accepted what this very launch offers, or it offers nothing that needs it. */
  get isAccepted(): boolean {
    return this.offer.isAccepted;
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
    this.#soon.cancel();
    this.#factsSoon.cancel();
    this.#follower?.stop();
    this.#gone.abort();
    this.access.leave();
    await this.connection.close(force);
  }

  view(): ServerView {
    const { key, entry } = this.spec;
    const { serverInfo } = this;
    const { excluded, cut, instructions } = this.offer.catalog;
    const olderUntil = this.#parts.eras.legacyUntil(this.spec.launchHash, this.#parts.now());
    const protocol = protocolFactsOf(this.#handshake, this.watch, { declares: this.inbound.capabilities(), olderUntil });
    return {
      key,
      bundled: entry === undefined,
      state: this.connection.view,
      tools: this.offer.views(),
      stderrTail: [...this.connection.stderrTail],
      strayLines: this.connection.strayLines,
      ...(this.answers.count > 0 ? { strayAnswers: this.answers.count } : {}),
      place: this.place(),
      permissions: this.inbound.view(),
      ...signInOf(this),
      ...(this.pin ? { pin: this.pin } : {}),
      ...(entry ? { entry } : {}),
      ...(serverInfo ? { serverInfo } : {}),
      ...(protocol ? { protocol } : {}),
      ...(excluded.length > 0 ? { excluded: [...excluded] } : {}),
      ...(cut ? { warnings: [cut] } : {}),
      ...(instructions === undefined ? {} : { instructions }),
    };
  }
  place(): ServerView['place'] {
    return placeOf(this.spec.key, this.spec.entry);
  }
  get serverInfo(): ServerView['serverInfo'] {
    return this.#serverInfo;
  }
  publish(): void {
    if (this.#gone.signal.aborted) return;
    this.#shownStray = this.#stray;
    this.#parts.publish(this.view());
  }
  get #stray(): number {
    return this.connection.strayLines + this.answers.count;
  }
  /** A question about the tools of a server that is gone can't be answered; the next start asks anew. */
  #lost(): void {
    this.#follower?.stop();
    this.#review.withdraw();
  }

  #first(): ConnectionState {
    const { entry } = this.spec;
    if (!entry) return { status: this.spec.off ? 'off' : 'idle' };
    return entry.disabled ? { status: 'off' } : { status: 'untrusted', denied: false };
  }
  async #discover(client: HostClient, signal: AbortSignal): Promise<void> {
    this.#serverInfo = infoOf(client);
    this.#handshake = handshakeOf(client, this.inbound.capabilities());
    const { now, limits } = this.#parts;
    this.#follower?.stop();
    this.#follower = new ListFollower({
      now,
      pauseMs: limits.rereadMs,
      read: () => this.offer.refresh(client, this.#gone.signal),
      onRestless: () => this.connection.fail({ code: 'keeps-changing', detail: `${maxVersions} different lists of tools` }, true),
      onFailed: (error) => this.connection.fail({ code: 'tools-failed', detail: String(error).slice(0, 500) }, false),
    });
    this.inbound.check();
    await this.offer.refresh(client, signal);
    await this.logs.apply(client).catch(() => this.publish()); // a server that refuses a level works without logs
  }
  /** Reads the list of tools now, whatever its server promised of how long it holds. */
  async relist(signal: AbortSignal): Promise<void> {
    const live = await this.ensure(signal);
    await this.offer.refresh(live.client, signal);
    this.publish();
  }
}
