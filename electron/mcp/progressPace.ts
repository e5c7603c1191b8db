/** Ten a second are enough for an eye. */
const paceMs = 100;

/**
 * Passes on what comes faster than anybody can read at most ten times a second, and always the latest: what came last is told when its time
 * has come, unless `end` was called before.
 */
export class ProgressPace<T> {
  readonly #show: (progress: T) => void;
  #next: { readonly progress: T } | undefined;
  #timer: NodeJS.Timeout | undefined;
  constructor(show: (progress: T) => void) {
    this.#show = show;
  }
  tell(progress: T): void {
    if (this.#timer) {
      this.#next = { progress };
      return;
    }
    this.#show(progress);
    this.#timer = setTimeout(() => {
      const next = this.#next;
      this.#next = undefined;
      this.#timer = undefined;
      if (next) this.tell(next.progress);
    }, paceMs);
  }
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next = undefined;
  }
}
