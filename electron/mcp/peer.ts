import type { Transport } from '@modelcontextprotocol/client';
import type { ServerProblem } from '#shared/servers/status.ts';

/** What went wrong, and what is to be done about it. */
export interface Trouble {
  readonly problem: ServerProblem;
  /** Trying again can't help before a person has done something. */
  readonly final: boolean;
  /** It comes from outside and may last: go on trying, however often it fails. */
  readonly patient?: boolean;
  /** At least so long before the next try, in ms. */
  readonly waitMs?: number;
  /** A new connection is likely to work at once. */
  readonly fresh?: boolean;
}
/** One started server, from before the handshake until it is gone. */
export interface Peer {
  readonly transport: Transport;
  /** Elsewhere and over HTTP, with all that its transport can do beyond a pipe. */
  readonly isRemote?: boolean;
  /** It can speak the older era only, so looking for the newer one is in vain. */
  readonly isLegacyOnly?: boolean;
  stderrTail(): readonly string[];
  /** Lines on its output that were no protocol messages. */
  strayLines(): number;
  /** The last of those lines, where they are kept. */
  strayTail?(): readonly string[];
  /** Why it ended, once it has; undefined while it runs or when we ended it. */
  problem(): ServerProblem | undefined;
  /** Told when `strayLines` has grown; set by whoever wants to know. */
  onStray?: (() => void) | undefined;
  /** What a failure means here, or the end; undefined when nothing more is known of it. */
  explain?(error?: unknown): Trouble | undefined;
  /** The other way to the same server, where a failed handshake points to it. */
  otherWay?(error: unknown): Peer | undefined;
  /** Ends it and everything it started; resolves when nothing is left. */
  close(options?: { readonly force?: boolean }): Promise<void>;
}
/** Starts a server. `open` throws `PeerError` when it can't. */
export interface Launcher {
  open(): Promise<Peer>;
}

/** A server could not be started or reached; `final` when trying again can't help. */
export class PeerError extends Error {
  readonly problem: ServerProblem;
  readonly final: boolean;
  constructor(problem: ServerProblem, final: boolean, options?: ErrorOptions) {
    super(`${problem.code}: ${problem.detail}`, options);
    this.name = 'PeerError';
    this.problem = problem;
    this.final = final;
  }
}

/** A call left and came to no answer. The message says why, in technical words without any content. */
export class CallFailedError extends Error {
  /** `none`: it surely did not reach a tool; `refused`: the server answered that it would not take it; else it may have had an effect. */
  readonly effect: 'none' | 'refused' | 'maybe';
  constructor(message: string, effect: 'none' | 'refused' | 'maybe', options?: ErrorOptions) {
    super(message, options);
    this.name = 'CallFailedError';
    this.effect = effect;
  }
}

/** The server did not take a request: it wants to know who asks, or that somebody allows more. The same may be sent again after that. */
export class AccessNeededError extends CallFailedError {
  constructor(detail: string, options?: ErrorOptions) {
    super(`sign-in needed: the server did not take the call (${detail})`, 'refused', options);
    this.name = 'AccessNeededError';
  }
}

/** A failure that has been explained already. */
export class TroubleError extends Error {
  readonly trouble: Trouble;
  constructor(trouble: Trouble, options: ErrorOptions) {
    super(trouble.problem.detail, options);
    this.name = 'TroubleError';
    this.trouble = trouble;
  }
}
