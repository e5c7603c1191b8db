/** A time limit that stands still while somebody is asked. `signal` aborts when the time that was not paused is used up. */
export class Deadline {
  readonly signal: AbortSignal;
  readonly #abort = new AbortController();
  readonly #now: () => number;
  #leftMs: number;
  #since: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** `now` is monotonic milliseconds. Runs at once. */
  constructor(ms: number, now: () => number) {
    this.#leftMs = ms;
    this.#now = now;
    this.signal = this.#abort.signal;
    this.resume();
  }
  pause(): void {
    if (this.#since === undefined) return;
    clearTimeout(this.#timer);
    this.#leftMs -= this.#now() - this.#since;
    this.#since = undefined;
  }
  resume(): void {
    if (this.#since !== undefined || this.signal.aborted) return;
    this.#since = this.#now();
    // Longer than a timer can be: whoever set it meant "never".
    if (this.#leftMs < 2 ** 31) this.#timer = setTimeout(() => this.#abort.abort(new Error('the time is up')), Math.max(0, this.#leftMs));
  }
  /** Nothing runs any more. */
  end(): void {
    clearTimeout(this.#timer);
    this.#since = undefined;
    this.#leftMs = Number.POSITIVE_INFINITY;
  }
}
