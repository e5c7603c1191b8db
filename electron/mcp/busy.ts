/** Counts what runs, and tells when there is something and when there is nothing again. */
export class Busy {
  #count = 0;
  readonly #listeners = new Set<(busy: boolean) => void>();
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#count += 1;
    if (this.#count === 1) for (const tell of this.#listeners) tell(true);
    try {
      return await work();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) for (const tell of this.#listeners) tell(false);
    }
  }
  /** Tells now and after every change. */
  follow(listener: (busy: boolean) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#count > 0);
    return () => void this.#listeners.delete(listener);
  }
}
