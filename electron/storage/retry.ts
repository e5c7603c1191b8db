/** Tries again every two seconds while something could not be saved, and sleeps otherwise. */
export class Retry {
  readonly #attempt: () => boolean;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  /** `attempt` is true when nothing is left to save. */
  constructor(attempt: () => boolean, everyMs = 2000) {
    this.#attempt = attempt;
    this.#everyMs = everyMs;
  }
  /** Something was not saved: it is tried again until it is. */
  soon(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.#attempt()) this.soon();
    }, this.#everyMs);
    this.#timer.unref();
  }
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
