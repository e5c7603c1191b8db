import { type AskAnswer, type CallAsk, maxAsksKept } from '#shared/conversation/asks.ts';

/** Told what a server asks for while the request runs, and how it was answered. */
export interface AskListener {
  asked(ask: CallAsk): void;
  answered(askId: string, answer: AskAnswer): void;
}
/** What is asked for, before it has a number. */
export type AskFacts = Omit<CallAsk, 'id' | 'round'>;

/** A request of this host while a server works at it: a call, the reading of a resource, or a prompt. */
export class RunningRequest {
  readonly toolName: string | undefined;
  /** The chat of a call. */
  readonly conversationId: string | undefined;
  /** The address of the resource or the name of the prompt, where it is no call. */
  readonly reading: string | undefined;
  /** Links that the person has opened for it. */
  readonly opened = new Set<string>();
  readonly #ended = new AbortController();
  readonly #listener: AskListener | undefined;
  #round = 0;
  #asks = 0;
  constructor(
    what: { readonly toolName: string; readonly conversationId?: string } | { readonly reading: string },
    listener?: AskListener,
  ) {
    this.toolName = 'toolName' in what ? what.toolName : undefined;
    this.conversationId = 'toolName' in what ? what.conversationId : undefined;
    this.reading = 'reading' in what ? what.reading : undefined;
    this.#listener = listener;
  }
  /** Aborts when the request is over: what was asked for it has lost its reason. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }
  end(): void {
    this.#ended.abort(new Error('the request is over'));
  }
  /** The server asks for something else: one thing that is pushed, or all of one round. */
  nextRound(): void {
    this.#round += 1;
  }
  /** Tells of one thing that is asked for. The returned function tells how it was answered. */
  tell(facts: AskFacts): (answer: AskAnswer) => void {
    this.#asks += 1;
    if (this.#asks > maxAsksKept) return () => undefined;
    const id = `${this.#round}.${this.#asks}`;
    this.#listener?.asked({ ...facts, id, round: this.#round });
    return (answer) => this.#listener?.answered(id, answer);
  }
}
