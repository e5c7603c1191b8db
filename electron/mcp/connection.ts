import type { ServerProblem } from '#shared/servers/status.ts';
import type { Answers } from './answers.ts';
import { LockedLocalTransport, LockedRemoteTransport } from './callLock.ts';
import { recordedTransport } from '../trace/recorder.ts';
import { initialMachine, transition, type Effect, type Machine, type MachineEvent } from './connectionMachine.ts';
import { HostClient } from './hostClient.ts';
import { keepHealthy } from './healthCheck.ts';
import { keepListening } from './keepListening.ts';
import { Noise } from './noise.ts';
import type { ProtocolWatch } from './protocolWatch.ts';
import { newerVersion, pinnedFailure } from './pinnedEra.ts';
import { PeerError, TroubleError, type Peer, type Trouble } from './peer.ts';
import { troubleOf } from './troubleOf.ts';
import type { ConnectionParts } from './connectionParts.ts';

export interface Live {
  readonly client: HostClient;
  readonly peer: Peer;
  readonly answers: Answers;
  readonly watch: ProtocolWatch;
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
  #ending: Peer | undefined;
  #strayTail: readonly string[] = [];
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
  /** The last lines on its output that were no protocol messages. */
  get strayTail(): readonly string[] {
    return this.#live?.peer.strayTail?.() ?? this.#strayTail;
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
    // In a pause after a crash a call starts it sooner, but not more often.
    if (status === 'idle' || status === 'backoff' || status === 'sign-in')
      this.dispatch({ type: 'start', at: this.#parts.now(), by: 'app' });
    while (this.view.status === 'starting' || this.view.status === 'stopping') await this.#change(signal);
    const live = this.live;
    if (live) return live;
    const { view } = this;
    const problem: ServerProblem = 'problem' in view ? view.problem : { code: 'crashed', detail: `the server is ${view.status}` };
    throw new PeerError(problem, false);
  }

  /** Gives up a running server that behaves as no server may. Does nothing when none is ready. */
  fail(problem: ServerProblem, final: boolean): void {
    if (this.live) this.#drop({ problem, final });
  }

  /** Ends the server and waits until nothing of it is left. */
  async close(force = false): Promise<void> {
    clearTimeout(this.#timer);
    this.dispatch({ type: 'stop', at: this.#parts.now(), to: 'off' });
    if (force) await (this.#live?.peer ?? this.#ending)?.close({ force: true });
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
        this.#timer = setTimeout(() => this.dispatch({ type: 'timer', at: this.#parts.now(), onDemand: this.#parts.onDemand }), effect.ms);
        return;
      case 'close':
        this.#opening?.abort();
        void this.#end().then(() => this.dispatch({ type: 'stopped', at: this.#parts.now() }));
        return;
      case 'lost-ready':
        // Calls in flight are rejected by the SDK when the transport closes.
        this.#parts.onLost();
        return;
    }
  }

  async #open(opening: AbortController): Promise<void> {
    await this.#closing;
    let leave: (() => void) | undefined;
    try {
      leave = await this.#parts.place?.(opening.signal);
      opening.signal.throwIfAborted();
      const began = this.#parts.now();
      const whole = AbortSignal.any([opening.signal, AbortSignal.timeout(this.#parts.limits.startMs)]);
      const live = await this.#negotiate(whole, opening);
      await this.#parts.discover(live.client, whole);
      if (opening.signal.aborted) return;
      this.#keepListening(live);
      const at = this.#parts.now();
      const era = live.client.getProtocolEra() === 'modern' ? 'modern' : 'legacy';
      this.dispatch({ type: 'connected', at, era, version: live.client.getNegotiatedProtocolVersion() ?? '?', readyMs: at - began });
    } catch (error) {
      if (opening.signal.aborted) return;
      this.#drop(troubleOf(error, this.#live?.peer));
    } finally {
      leave?.();
    }
  }

  /** Probe on the very process; one that closes on it is started once more in the older era, and that is remembered. */
  async #negotiate(signal: AbortSignal, opening: AbortController): Promise<Live> {
    const pin = this.#parts.pin();
    const knownLegacy = pin ? pin === 'older' : this.#parts.knownLegacy();
    try {
      return await this.#connect(await this.#parts.launcher.open(), knownLegacy, signal);
    } catch (error) {
      if (pin === 'newer') throw pinnedFailure(pin, error);
      if (!pin && knownLegacy && !signal.aborted) return await this.#connectAfterAll(signal);
      const other = signal.aborted ? undefined : this.#live?.peer.otherWay?.(error);
      if (other) return await this.#connectOtherWay(other, error, signal);
      if (pin) throw pinnedFailure(pin, error);
      const ended = this.#live?.peer.problem();
      if (opening.signal.aborted || signal.aborted || ended?.code !== 'exited-early') throw error;
      await this.#end();
      const live = await this.#connect(await this.#parts.launcher.open(), true, signal);
      this.#parts.rememberLegacy();
      return live;
    }
  }

  /** What was known of its era does not hold (LIF-8): forgotten, and the newer one is looked for at once. */
  async #connectAfterAll(signal: AbortSignal): Promise<Live> {
    this.#parts.forgetLegacy();
    await this.#end();
    return this.#connect(await this.#parts.launcher.open(), false, signal);
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
    const { inbound, limits } = this.#parts;
    const pin = this.#parts.pin();
    if (signal.aborted) {
      await peer.close(); // stopped meanwhile
      signal.throwIfAborted();
    }
    const live: Live = {
      client: new HostClient({
        onToolsChanged: () => this.#parts.onToolsChanged(live.client),
        capabilities: () => inbound?.capabilities() ?? {},
        probeMs: limits.probeMs,
        ...(pin === 'newer' ? { onlyVersion: newerVersion } : {}),
      }),
      peer,
      answers: this.#parts.answers,
      watch: this.#parts.watch,
    };
    inbound?.prepare(live.client);
    this.#live = live;
    live.client.onclose = () => this.#closed(live);
    // Harmless things arrive here too (a late progress, a stray reply): a failure only when they don't end.
    const noise = new Noise(limits.noiseMs);
    live.client.onerror = () => {
      if (!peer.isRemote && this.#live === live && noise.heard(performance.now()))
        this.fail({ code: 'protocol', detail: 'it went on sending messages that belong to nothing' }, false);
      else this.#parts.onNoise();
    };
    peer.onStray = () => this.#parts.onNoise();
    const Locked = peer.isRemote ? LockedRemoteTransport : LockedLocalTransport;
    const transport = new Locked(recordedTransport(peer.transport, this.#parts.recorder), this.#parts.serverKey, this.#parts.permits);
    const prior = pin !== 'newer' && (legacy || peer.isLegacyOnly) ? ({ prior: { kind: 'legacy' } } as const) : {};
    live.watch.onVersionRefused = (supported) => this.#renegotiate(live, supported);
    await live.client.connect(live.watch.follow(live.answers.follow(transport)), { signal, timeout: limits.startMs, ...prior });
    return live;
  }

  #keepListening(live: Live): void {
    const { now, random, onToolsChanged, watch, healthMs, limits } = this.#parts;
    const isLive = (): boolean => this.#live === live;
    const onAgain = (): void => {
      onToolsChanged(live.client);
      live.client.promptsChanged();
    };
    void keepListening({ client: live.client, isLive, now, random, onAgain });
    void keepHealthy({
      client: live.client,
      isLive,
      isBusy: () => watch.isBusy,
      everyMs: healthMs,
      answerMs: limits.pingMs,
      now,
      onChecked: (health) => {
        watch.health = health;
      },
      onDead: (detail) => isLive() && this.#drop({ problem: { code: 'not-responding', detail }, final: false }),
    });
  }
  /** The server no longer takes the version that was agreed on (LIF-7): agreed on anew, once whoever asked has been told. */
  #renegotiate(live: Live, supported: string): void {
    if (this.live !== live) return;
    const problem: ServerProblem = { code: 'version-changed', detail: supported };
    setTimeout(() => this.live === live && this.#drop({ problem, final: false, fresh: true }), 0);
  }
  #closed(live: Live): void {
    if (this.#live !== live || this.#machine.view.status !== 'ready') return;
    const problem = live.peer.problem() ?? { code: 'crashed' as const, detail: 'the connection closed' };
    const trouble = live.peer.explain?.() ?? {
      problem: problem.code === 'exited-early' ? { ...problem, code: 'crashed' } : problem,
      final: false,
    };
    this.#drop(trouble);
  }
  /** At once for everyone; the next start waits until nothing of the old process is left. */
  #drop(trouble: Trouble): void {
    void this.#end();
    const { now, random, limits } = this.#parts;
    this.dispatch({ ...trouble, type: 'lost', at: now(), random: random(), baseMs: limits.backoffMs });
  }
  /** Ends what runs; resolves when nothing is left of it and of what was being ended before. */
  #end(): Promise<void> {
    const live = this.#live;
    if (live) {
      this.#live = undefined;
      this.#closing = Promise.allSettled([this.#closing, this.#endOf(live)]).then(() => undefined);
    }
    return this.#closing;
  }
  async #endOf(live: Live): Promise<void> {
    this.#tail = live.peer.stderrTail();
    this.#stray = live.peer.strayLines();
    this.#strayTail = live.peer.strayTail?.() ?? [];
    this.#ending = live.peer;
    try {
      await live.peer.close();
    } finally {
      if (this.#ending === live.peer) this.#ending = undefined;
      await live.client.close();
    }
  }
}
