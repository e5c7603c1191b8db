import type { ServerProblem } from '#shared/servers/status.ts';
import type { Permits } from '../decision/permits.ts';
import { LockedLocalTransport, LockedRemoteTransport } from './callLock.ts';
import { initialMachine, transition, type Effect, type Machine, type MachineEvent } from './connectionMachine.ts';
import { HostClient } from './hostClient.ts';
import { keepListening } from './keepListening.ts';
import { PeerError, type Launcher, type Peer, type Trouble } from './peer.ts';
import { launchProblem } from './processLauncher.ts';

/** The whole start of a server, probe and handshake included. */
const startLimitMs = 30_000;

export interface ConnectionParts {
  readonly serverKey: string;
  readonly launcher: Launcher;
  readonly permits: Permits;
  readonly now: () => number;
  readonly random: () => number;
  /** Whether this launch is known to close on the newer probe, and what to do when it turns out so. */
  readonly knownLegacy: () => boolean;
  readonly rememberLegacy: () => void;
  /** Reads what the server offers; part of the start. */
  readonly discover: (client: HostClient) => Promise<void>;
  readonly onToolsChanged: (client: HostClient) => void;
  readonly onChange: () => void;
}
export interface Live {
  readonly client: HostClient;
  readonly peer: Peer;
}

/** Runs the effects of one connection's machine on real processes and the SDK's client. */
export class Connection {
  readonly #parts: ConnectionParts;
  #machine: Machine;
  #live: Live | undefined;
  #opening: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closing: Promise<void> = Promise.resolve();
  #tail: readonly string[] = [];
  #stray = 0;
  readonly #settled = new Set<() => void>();
  constructor(parts: ConnectionParts, view: Machine['view']) {
    this.#parts = parts;
    this.#machine = initialMachine(view);
  }

  get view(): Machine['view'] {
    return this.#machine.view;
  }
  get live(): Live | undefined {
    return this.#machine.view.status === 'ready' ? this.#live : undefined;
  }
  get stderrTail(): readonly string[] {
    return this.#live?.peer.stderrTail() ?? this.#tail;
  }
  get strayLines(): number {
    return this.#live?.peer.strayLines() ?? this.#stray;
  }

  dispatch(event: MachineEvent): void {
    const { machine, effects } = transition(this.#machine, event);
    const changed = machine !== this.#machine;
    this.#machine = machine;
    if (event.type === 'start' || event.type === 'stop') clearTimeout(this.#timer);
    for (const effect of effects) this.#run(effect);
    if (!changed) return;
    this.#parts.onChange();
    if (machine.view.status !== 'starting') for (const settle of [...this.#settled]) settle();
  }

  /** The live client, started if need be; throws `PeerError` when it can't be had. Waits at most the whole start. */
  async ensure(signal: AbortSignal): Promise<Live> {
    const { status } = this.view;
    if (status === 'idle' || status === 'backoff') this.dispatch({ type: 'start', at: this.#parts.now(), by: 'person' });
    while (this.view.status === 'starting' || this.view.status === 'stopping') await this.#change(signal);
    const live = this.live;
    if (live) return live;
    const { view } = this;
    const problem: ServerProblem = 'problem' in view ? view.problem : { code: 'crashed', detail: `the server is ${view.status}` };
    throw new PeerError(problem, false);
  }

  /** Ends the server and waits until nothing of it is left. */
  async close(force = false): Promise<void> {
    clearTimeout(this.#timer);
    this.dispatch({ type: 'stop', at: this.#parts.now(), to: 'off' });
    if (force) await this.#live?.peer.close({ force: true });
    await this.#closing;
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (): void => {
        this.#settled.delete(done);
        signal.removeEventListener('abort', aborted);
        resolve();
      };
      const aborted = (): void => {
        this.#settled.delete(done);
        reject(signal.reason instanceof Error ? signal.reason : new Error('stopped'));
      };
      if (signal.aborted) return aborted();
      this.#settled.add(done);
      signal.addEventListener('abort', aborted, { once: true });
    });
  }

  #run(effect: Effect): void {
    switch (effect.type) {
      case 'open':
        this.#opening = new AbortController();
        void this.#open(this.#opening);
        return;
      case 'timer':
        this.#timer = setTimeout(() => this.dispatch({ type: 'timer', at: this.#parts.now() }), effect.ms);
        return;
      case 'close':
        this.#opening?.abort();
        this.#closing = this.#end().finally(() => this.dispatch({ type: 'stopped', at: this.#parts.now() }));
        return;
      case 'lost-ready':
        return; // calls in flight are rejected by the SDK when the transport closes
    }
  }

  async #open(opening: AbortController): Promise<void> {
    const began = this.#parts.now();
    await this.#closing;
    try {
      const live = await this.#negotiate(AbortSignal.any([opening.signal, AbortSignal.timeout(startLimitMs)]), opening);
      await this.#parts.discover(live.client);
      if (opening.signal.aborted) return;
      this.#keepListening(live);
      const at = this.#parts.now();
      const era = live.client.getProtocolEra() === 'modern' ? 'modern' : 'legacy';
      this.dispatch({ type: 'connected', at, era, version: live.client.getNegotiatedProtocolVersion() ?? '?', readyMs: at - began });
    } catch (error) {
      if (opening.signal.aborted) return;
      const failure = this.#failure(error);
      await this.#end();
      this.#lost(failure);
    }
  }

  /** Probe on the very process; one that closes on it is started once more in the older era, and that is remembered. */
  async #negotiate(signal: AbortSignal, opening: AbortController): Promise<Live> {
    const knownLegacy = this.#parts.knownLegacy();
    try {
      return await this.#connect(await this.#parts.launcher.open(), knownLegacy, signal);
    } catch (error) {
      const other = signal.aborted ? undefined : this.#live?.peer.otherWay?.(error);
      if (other) return await this.#connectOtherWay(other, error, signal);
      const ended = this.#live?.peer.problem();
      if (opening.signal.aborted || signal.aborted || knownLegacy || ended?.code !== 'exited-early') throw error;
      await this.#end();
      const live = await this.#connect(await this.#parts.launcher.open(), true, signal);
      this.#parts.rememberLegacy();
      return live;
    }
  }

  /** Where the other way leads nowhere either, the first failure is the one to tell: it is about what the person wrote. */
  async #connectOtherWay(other: Peer, first: unknown, signal: AbortSignal): Promise<Live> {
    const trouble = this.#live?.peer.explain?.(first);
    await this.#end();
    try {
      return await this.#connect(other, false, signal);
    } catch (error) {
      if (trouble && !signal.aborted && this.#live?.peer.explain?.(error)?.final) throw new TroubleError(trouble, { cause: error });
      throw error;
    }
  }

  async #connect(peer: Peer, legacy: boolean, signal: AbortSignal): Promise<Live> {
    const live: Live = { client: new HostClient(() => this.#parts.onToolsChanged(live.client)), peer };
    this.#live = live;
    live.client.onclose = () => this.#closed(live);
    // Harmless things arrive here too (a late progress, a stray reply): a diagnosis, never a failure.
    live.client.onerror = () => this.#parts.onChange();
    const Locked = peer.isRemote ? LockedRemoteTransport : LockedLocalTransport;
    const transport = new Locked(peer.transport, this.#parts.serverKey, this.#parts.permits);
    const prior = legacy || peer.isLegacyOnly ? ({ prior: { kind: 'legacy' } } as const) : {};
    await live.client.connect(transport, { signal, timeout: startLimitMs, ...prior });
    return live;
  }

  #keepListening(live: Live): void {
    const { now, random, onToolsChanged } = this.#parts;
    const isLive = (): boolean => this.#live === live;
    void keepListening({ client: live.client, isLive, now, random, onAgain: () => onToolsChanged(live.client) });
  }
  #closed(live: Live): void {
    if (this.#live !== live || this.#machine.view.status !== 'ready') return;
    const problem = live.peer.problem() ?? { code: 'crashed' as const, detail: 'the connection closed' };
    const trouble = live.peer.explain?.() ?? {
      problem: problem.code === 'exited-early' ? { ...problem, code: 'crashed' } : problem,
      final: false,
    };
    void this.#end().then(() => this.#lost(trouble));
  }
  #lost({ problem, final, ...how }: Trouble): void {
    this.dispatch({ ...how, type: 'lost', at: this.#parts.now(), problem, final, random: this.#parts.random() });
  }
  #failure(error: unknown): Trouble {
    if (error instanceof PeerError) return { problem: error.problem, final: error.final };
    if (error instanceof TroubleError) return error.trouble;
    const explained = this.#live?.peer.explain?.(error);
    if (explained) return explained;
    const unlaunchable = launchProblem(error);
    if (unlaunchable) return { problem: unlaunchable, final: true };
    const ended = this.#live?.peer.problem();
    if (ended) return { problem: ended, final: false };
    const detail = error instanceof Error ? error.message.slice(0, 500) : String(error);
    const late = error instanceof Error && (error.name === 'TimeoutError' || /timed? ?out|aborted/i.test(detail));
    return late ? { problem: { code: 'not-responding', detail }, final: true } : { problem: { code: 'protocol', detail }, final: false };
  }
  async #end(): Promise<void> {
    const live = this.#live;
    if (!live) return;
    this.#tail = live.peer.stderrTail();
    this.#stray = live.peer.strayLines();
    this.#live = undefined;
    try {
      await live.peer.close();
    } finally {
      await live.client.close();
    }
  }
}

/** A failure that has been explained already. */
class TroubleError extends Error {
  readonly trouble: Trouble;
  constructor(trouble: Trouble, options: ErrorOptions) {
    super(trouble.problem.detail, options);
    this.trouble = trouble;
  }
}
