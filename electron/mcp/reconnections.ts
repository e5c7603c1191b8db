/** Streams may end and be opened again as often as they like, but not faster than this, however the server asks. */
const mostWithin = 10;
const withinMs = 60_000;
const slowestMs = 30_000;

/** When a broken stream is opened again: at the pace the server or the SDK wants, and ever slower for one that keeps ending (UC3). */
export class Reconnections {
  readonly #now: () => number;
  #recent: number[] = [];
  constructor(now: () => number) {
    this.#now = now;
  }
  /** Returns how to call it off. */
  schedule(reconnect: () => void, delayMs: number): () => void {
    const timer = setTimeout(reconnect, this.delay(delayMs));
    timer.unref();
    return () => clearTimeout(timer);
  }
  delay(delayMs: number): number {
    const now = this.#now();
    this.#recent = [...this.#recent.filter((at) => now - at < withinMs), now];
    const beyond = this.#recent.length - mostWithin;
    const slowed = beyond > 0 ? Math.min(slowestMs, 1000 * 2 ** beyond) : 0;
    return Math.max(Number.isFinite(delayMs) ? Math.min(Math.max(delayMs, 100), 300_000) : 1000, slowed);
  }
}
