import type { Transport } from '@modelcontextprotocol/client';
import type { ServerProblem } from '#shared/servers/status.ts';

/** One started server, from before the handshake until it is gone. */
export interface Peer {
  readonly transport: Transport;
  stderrTail(): readonly string[];
  /** Lines on its output that were no protocol messages. */
  strayLines(): number;
  /** Why it ended, once it has; undefined while it runs or when we ended it. */
  problem(): ServerProblem | undefined;
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
