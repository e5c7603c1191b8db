/** How long a server may take for what, in milliseconds. Settled in the design; tests set shorter ones. */
export interface Limits {
  /** For the answer to the newer era's probe. */
  readonly probeMs: number;
  /** For the whole start: probe, handshake and the first list of tools. */
  readonly startMs: number;
  /** For one page of a list. */
  readonly listMs: number;
  /** For taking bytes of a message. */
  readonly writeMs: number;
  /** For each step of a polite end. */
  readonly graceMs: number;
  /** The first pause before another start; each later one is twice as long. */
  readonly backoffMs: number;
  /** Between two readings of a list that keeps changing. */
  readonly rereadMs: number;
  /** How long messages that belong to nothing are put up with. */
  readonly noiseMs: number;
  /** For the answer of a quiet server to a look at its health. */
  readonly pingMs: number;
  /** From a card's first full paint until it takes an answer. */
  readonly armMs: number;
  /** For the browser's answer in a sign-in. */
  readonly signInMs: number;
}
export const defaultLimits: Limits = {
  probeMs: 5000,
  startMs: 30_000,
  listMs: 30_000,
  writeMs: 10_000,
  graceMs: 1500,
  backoffMs: 1000,
  rereadMs: 1000,
  noiseMs: 10_000,
  pingMs: 10_000,
  armMs: 800,
  signInMs: 5 * 60_000,
};
