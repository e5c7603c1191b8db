import type { Answer, Decision, Verdict } from '#shared/decision/decision.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import type { TopicHub } from '../ipc/topicHub.ts';

/** A decision before the gate has given it an id, a time and a clock. */
export type Question = Decision extends infer D ? (D extends Decision ? Omit<D, 'id' | 'askedAt' | 'armed'> : never) : never;
export interface Settled {
  readonly verdict: Verdict;
  /** The decision that was settled in the end: after an amendment, the new one. */
  readonly decision: Decision;
  readonly answer: Answer | undefined;
}
export interface AskOptions {
  /** A standing rule's answer, asked for at once and again whenever rules change. */
  readonly rule?: () => Verdict | undefined;
  /** Turns new argument text into the question to ask instead; throws a `FailureError` when it can't be. */
  readonly amend?: (text: string) => Promise<Question>;
}
export interface GateParts {
  readonly hub: TopicHub;
  readonly now: () => number;
  readonly newId: () => string;
  /** Milliseconds from a card's first full paint until it takes an answer. */
  readonly armMs?: number;
  /** Answers in a person's place, for the headless host only; journalled as automatic. */
  readonly automatic?: (question: Question) => 'allow' | 'deny';
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
  readonly options: AskOptions;
  readonly resolve: (settled: Settled) => void;
}

/** The only place in the app where work waits for a person. Anything but an explicit yes settles as no. */
export class Gate {
  readonly #parts: GateParts;
  readonly #waiting = new Map<string, Waiting>();
  constructor(parts: GateParts) {
    this.#parts = parts;
  }

  /** Rule first, else a person. Never rejects for a "no"; an aborted `signal` withdraws the question. */
  ask(question: Question, signal: AbortSignal, options: AskOptions = {}): Promise<Settled> {
    const decision: Decision = this.#decision(question);
    if (signal.aborted) return Promise.resolve({ verdict: { kind: 'withdrawn', because: 'stopped' }, decision, answer: undefined });
    const ruled = options.rule?.();
    if (ruled) return this.#keep({ verdict: ruled, decision, answer: undefined });
    const automatic = this.#parts.automatic?.(question);
    if (automatic) {
      return this.#keep({ verdict: { kind: automatic === 'allow' ? 'allowed' : 'denied', by: 'automatic' }, decision, answer: automatic });
    }
    return new Promise((resolve) => {
      const onAbort = (): void => this.#withdraw(waiting, 'stopped');
      const waiting: Waiting = {
        decision,
        armTimer: undefined,
        amending: false,
        options,
        resolve: (settled) => {
          signal.removeEventListener('abort', onAbort);
          resolve(settled);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#publish(waiting);
    });
  }

  /** The person's answer. Refused before the card is armed, and once it is no longer waiting. */
  settle(id: string, answer: Answer): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) throw new FailureError('not-found', `decision ${id} is no longer waiting`);
    if (!waiting.decision.armed || waiting.amending) throw new FailureError('too-early', `decision ${id} takes no answer yet`);
    if (waiting.decision.kind !== 'tool-call' && answer !== 'allow' && answer !== 'deny') {
      throw new FailureError('invalid-input', `${answer} is no answer to a ${waiting.decision.kind}`);
    }
    this.#finish(waiting, { kind: answer === 'deny' ? 'denied' : 'allowed', by: 'person' }, answer);
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
  withdraw(because: Extract<Verdict, { kind: 'withdrawn' }>['because'], which: (decision: Decision) => boolean = () => true): void {
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
  }
  #finish(waiting: Waiting, verdict: Verdict, answer: Answer | undefined): void {
    const settled: Settled = { verdict, decision: waiting.decision, answer };
    this.#parts.keep(settled); // throws when the disk refuses: the question stays
    this.#remove(waiting, verdict);
    waiting.resolve(settled);
  }
  #withdraw(waiting: Waiting, because: Extract<Verdict, { kind: 'withdrawn' }>['because']): void {
    if (this.#waiting.get(waiting.decision.id) !== waiting) return;
    const verdict: Verdict = { kind: 'withdrawn', because };
    this.#parts.withdrawn?.({ verdict, decision: waiting.decision, answer: undefined });
    this.#remove(waiting, verdict);
    waiting.resolve({ verdict, decision: waiting.decision, answer: undefined });
  }
}
