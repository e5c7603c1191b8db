import type { Answer, Content, Decision, DecisionKind, Verdict } from '#shared/decision/decision.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import type { TopicHub } from '../ipc/topicHub.ts';
import { AskRate, askingServer, asksPerMinute } from './askRate.ts';
import { becauseOf, type WithdrawnBecause } from './withdrawnError.ts';

/** A decision before the gate has given it an id, a time and a clock. */
export type Question = Decision extends infer D ? (D extends Decision ? Omit<D, 'id' | 'askedAt' | 'armed'> : never) : never;
export interface Settled {
  readonly verdict: Verdict;
  /** The decision that was settled in the end: after an amendment, the new one. */
  readonly decision: Decision;
  readonly answer: Answer | undefined;
  /** What the person filled in, checked; never kept by the gate. */
  readonly content?: Content;
}
export interface AskOptions {
  /** A standing rule's answer, asked for at once and again whenever rules change. */
  readonly rule?: () => Verdict | undefined;
  /** Turns new argument text into the question to ask instead; throws a `FailureError` when it can't be. */
  readonly amend?: (text: string) => Promise<Question>;
  /** Checks what comes with a yes; throws a `FailureError` when it does not fit what was asked, and the question stays. */
  readonly content?: (content: Content) => Content;
  /** Does once more what the question is about, while it goes on waiting. */
  readonly again?: () => Promise<void>;
  /** Told when a person is needed: no rule has answered. */
  readonly waiting?: () => void;
}
/** An answer without a person; one with content says yes. */
export type AutomaticAnswer = 'allow' | 'deny' | 'cancel' | { readonly content: Content };
/** Questions that may be answered by neither yes nor no. */
const cancellable: ReadonlySet<DecisionKind> = new Set<DecisionKind>(['elicitation', 'link', 'link-waiting', 'sign-in']);

export interface GateParts {
  readonly hub: TopicHub;
  readonly now: () => number;
  readonly newId: () => string;
  /** Milliseconds from a card's first full paint until it takes an answer. */
  readonly armMs?: number;
  /** Answers in a person's place, for the headless host only; journalled as automatic. What it leaves open waits as it would for a person. */
  readonly automatic?: (question: Question) => AutomaticAnswer | undefined;
  /** Keeps a verdict on disk. Throws when it can't; then nothing was decided. */
  readonly keep: (settled: Settled) => void;
  /** Told of questions that were taken back. Must not throw. */
  readonly withdrawn?: (settled: Settled) => void;
}
interface Waiting {
  decision: Decision;
  armTimer: NodeJS.Timeout | undefined;
  /** True while an amendment is being checked: no answer counts meanwhile. */
  amending: boolean;
  /** True while its server has asked too often: the page does not know of it yet. */
  held: boolean;
  readonly options: AskOptions;
  readonly resolve: (settled: Settled) => void;
}

/** The only place in the app where work waits for a person. Anything but an explicit yes settles as no. */
export class Gate {
  readonly #parts: GateParts;
  readonly #waiting = new Map<string, Waiting>();
  readonly #rate: AskRate;
  constructor(parts: GateParts) {
    this.#parts = parts;
    this.#rate = new AskRate(parts.now);
  }

  /** Rule first, else a person. Never rejects for a "no"; an aborted `signal` withdraws the question. */
  ask(question: Question, signal: AbortSignal, options: AskOptions = {}): Promise<Settled> {
    const decision: Decision = this.#decision(question);
    if (signal.aborted) return Promise.resolve({ verdict: { kind: 'withdrawn', because: becauseOf(signal) }, decision, answer: undefined });
    const ruled = options.rule?.();
    if (ruled) return this.#keep({ verdict: ruled, decision, answer: undefined });
    const automatic = this.#parts.automatic?.(question);
    if (automatic) {
      const isNo = automatic === 'deny' || automatic === 'cancel';
      const content = typeof automatic === 'object' ? { content: options.content?.(automatic.content) ?? {} } : {};
      const verdict = { kind: isNo ? 'denied' : 'allowed', by: 'automatic' } as const;
      return this.#keep({ verdict, decision, answer: isNo ? automatic : 'allow', ...content });
    }
    const server = askingServer(decision);
    if (server !== undefined && this.#rate.isStopped(server))
      return this.#keep({ verdict: { kind: 'denied', by: 'person' }, decision, answer: undefined });
    options.waiting?.();
    return new Promise((resolve) => {
      const onAbort = (): void => this.#withdraw(waiting, becauseOf(signal));
      const waiting: Waiting = {
        decision,
        armTimer: undefined,
        amending: false,
        held: server !== undefined && (this.#holds(server) || !this.#rate.take(server)),
        options,
        resolve: (settled) => {
          signal.removeEventListener('abort', onAbort);
          resolve(settled);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (waiting.held) this.#hold(waiting);
      else this.#publish(waiting);
    });
  }

  /** The person's answer. Refused before the card is armed, once it is no longer waiting, and when what they filled in does not fit. */
  settle(id: string, answer: Answer, content: Content = {}): void {
    const waiting = this.#answerable(id);
    const { kind } = waiting.decision;
    if (answer !== 'allow' && answer !== 'deny' && !(answer === 'cancel' ? cancellable.has(kind) : kind === 'tool-call')) {
      throw new FailureError('invalid-input', `${answer} is no answer to a ${kind}`);
    }
    const isNo = answer === 'deny' || answer === 'cancel';
    const filled = isNo ? undefined : waiting.options.content?.(content);
    this.#finish(waiting, { kind: isNo ? 'denied' : 'allowed', by: 'person' }, answer, filled);
  }

  /** One yes for several calls of one round to one tool: each of them takes an answer by now, or none is allowed. */
  allowTogether(ids: readonly string[]): void {
    const all = [...new Set(ids)].map((id) => this.#answerable(id));
    const kinds = new Set(
      all.map(({ decision: d }) => (d.kind === 'tool-call' ? JSON.stringify([d.turnId, d.round, d.serverKey, d.toolName]) : d.id)),
    );
    if (all.length < 2 || kinds.size !== 1) throw new FailureError('invalid-input', 'these are not calls of one round to one tool');
    for (const waiting of all)
      if (this.#waiting.has(waiting.decision.id)) this.#finish(waiting, { kind: 'allowed', by: 'person' }, 'allow');
  }

  /** New arguments for a waiting call: the old decision is withdrawn and a new one asked from its own bytes. */
  async amend(id: string, text: string): Promise<void> {
    const waiting = this.#waiting.get(id);
    if (!waiting?.options.amend) throw new FailureError('not-found', `decision ${id} can't be edited`);
    waiting.amending = true;
    let question: Question;
    try {
      question = await waiting.options.amend(text);
    } finally {
      waiting.amending = false;
    }
    if (this.#waiting.get(id) !== waiting) throw new FailureError('not-found', `decision ${id} is no longer waiting`);
    const amended: Verdict = { kind: 'withdrawn', because: 'amended' };
    this.#parts.withdrawn?.({ verdict: amended, decision: waiting.decision, answer: undefined });
    this.#remove(waiting, amended);
    waiting.decision = this.#decision(question);
    this.#publish(waiting);
  }

  /** The person wants once more what the card is about, and goes on thinking about it. Throws a `FailureError` where there is no such thing. */
  async again(id: string): Promise<void> {
    const { again } = this.#answerable(id).options;
    if (!again) throw new FailureError('invalid-input', `decision ${id} is about nothing that can be done again`);
    await again();
  }

  /** The page has painted these cards whole: their clocks start. */
  painted(ids: readonly string[]): void {
    for (const id of ids) {
      const waiting = this.#waiting.get(id);
      if (!waiting || waiting.armTimer || waiting.decision.armed) continue;
      waiting.armTimer = setTimeout(() => {
        waiting.decision = { ...waiting.decision, armed: true };
        this.#parts.hub.publish('decisions', {}, { type: 'decision.armed', id });
      }, this.#parts.armMs ?? 800);
    }
  }

  /** Withdraws what waits: at the end of the app, or when its reason is gone. */
  withdraw(because: WithdrawnBecause, which: (decision: Decision) => boolean = () => true): void {
    for (const waiting of [...this.#waiting.values()]) if (which(waiting.decision)) this.#withdraw(waiting, because);
  }

  isWaiting(which: (decision: Decision) => boolean): boolean {
    return [...this.#waiting.values()].some((waiting) => which(waiting.decision));
  }

  /** The page that showed the cards is gone: their clocks start again when a new one has painted them. */
  disarm(): void {
    for (const waiting of this.#waiting.values()) {
      clearTimeout(waiting.armTimer);
      waiting.armTimer = undefined;
      if (!waiting.decision.armed) continue;
      waiting.decision = { ...waiting.decision, armed: false };
      this.#parts.hub.publish('decisions', {}, { type: 'decision.disarmed', id: waiting.decision.id });
    }
  }

  /** Rules have changed: whatever one of them now answers is settled by it. */
  reconsider(): void {
    for (const waiting of [...this.#waiting.values()]) {
      const verdict = waiting.options.rule?.();
      if (verdict) this.#finish(waiting, verdict, undefined);
    }
  }

  /** A waiting decision that the person has had the time to read. */
  #answerable(id: string): Waiting {
    const waiting = this.#waiting.get(id);
    if (!waiting || waiting.held) throw new FailureError('not-found', `decision ${id} is no longer waiting`);
    if (!waiting.decision.armed || waiting.amending) throw new FailureError('too-early', `decision ${id} takes no answer yet`);
    return waiting;
  }
  #heldOf(serverKey: string): Waiting[] {
    return [...this.#waiting.values()].filter((w) => w.held && askingServer(w.decision) === serverKey);
  }
  #holds(serverKey: string): boolean {
    return this.#heldOf(serverKey).length > 0;
  }
  /** Holds a question back, and asks once whether its server may go on asking. */
  #hold(waiting: Waiting): void {
    const serverKey = askingServer(waiting.decision) ?? '';
    const isFirst = !this.#holds(serverKey);
    this.#waiting.set(waiting.decision.id, waiting);
    if (isFirst) void this.#askForMore(serverKey);
  }
  async #askForMore(serverKey: string): Promise<void> {
    const { verdict } = await this.ask({ kind: 'too-many', serverKey, asksPerMinute }, new AbortController().signal);
    const held = this.#heldOf(serverKey);
    if (verdict.kind === 'denied') {
      this.#rate.stop(serverKey);
      for (const waiting of held) this.#finish(waiting, { kind: 'denied', by: 'person' }, undefined);
    }
    if (verdict.kind !== 'allowed') return;
    this.#rate.reset(serverKey);
    for (const waiting of held) {
      if (!this.#rate.take(serverKey)) return this.#askForMore(serverKey);
      waiting.held = false;
      this.#publish(waiting);
    }
  }
  #decision(question: Question): Decision {
    return { ...question, id: this.#parts.newId(), askedAt: this.#parts.now(), armed: false };
  }
  async #keep(settled: Settled): Promise<Settled> {
    this.#parts.keep(settled);
    return settled;
  }
  #publish(waiting: Waiting): void {
    this.#waiting.set(waiting.decision.id, waiting);
    this.#parts.hub.publish('decisions', {}, { type: 'decision.asked', decision: waiting.decision });
  }
  #remove(waiting: Waiting, verdict: Verdict): void {
    clearTimeout(waiting.armTimer);
    waiting.armTimer = undefined;
    this.#waiting.delete(waiting.decision.id);
    this.#parts.hub.publish('decisions', {}, { type: 'decision.settled', id: waiting.decision.id, verdict });
    const server = waiting.held ? askingServer(waiting.decision) : undefined;
    if (server === undefined || this.#holds(server)) return;
    // Nothing is held back any more: the question whether to go on has lost its reason.
    this.withdraw('changed', (d) => d.kind === 'too-many' && d.serverKey === server);
  }
  #finish(waiting: Waiting, verdict: Verdict, answer: Answer | undefined, content?: Content): void {
    const settled: Settled = { verdict, decision: waiting.decision, answer, ...(content ? { content } : {}) };
    this.#parts.keep(settled); // throws when the disk refuses: the question stays
    this.#remove(waiting, verdict);
    waiting.resolve(settled);
  }
  #withdraw(waiting: Waiting, because: WithdrawnBecause): void {
    if (this.#waiting.get(waiting.decision.id) !== waiting) return;
    const verdict: Verdict = { kind: 'withdrawn', because };
    this.#parts.withdrawn?.({ verdict, decision: waiting.decision, answer: undefined });
    this.#remove(waiting, verdict);
    waiting.resolve({ verdict, decision: waiting.decision, answer: undefined });
  }
}
