interface Place {
  again: (() => Promise<unknown>) | undefined;
}

/** Runs work of one name one at a time, with a pause between; whatever is asked for meanwhile happens once, afterwards. Work must not reject. */
export class OneAtATime {
  readonly #pauseMs: number;
  readonly #places = new Map<string, Place>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #closed = false;
  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }
  run(name: string, work: () => Promise<unknown>): void {
    if (this.#closed) return;
    const place = this.#places.get(name);
    if (place) place.again = work;
    else void this.#begin(name, work);
  }
  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #begin(name: string, work: () => Promise<unknown>): Promise<void> {
    const place: Place = { again: undefined };
    this.#places.set(name, place);
    await work();
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#places.delete(name);
      if (place.again) this.run(name, place.again);
    }, this.#pauseMs);
    timer.unref();
    this.#timers.add(timer);
    if (this.#closed) clearTimeout(timer);
  }
}
