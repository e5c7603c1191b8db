/** Notices a server that goes on sending messages that belong to nothing, such as the progress of a call that is over (F13). */
export class Noise {
  readonly #forMs: number;
  #since = Number.NEGATIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  constructor(forMs: number) {
    this.#forMs = forMs;
  }
  /** One more such message. True when they have come for the whole time without a pause of a quarter of a second. */
  heard(now: number): boolean {
    if (now - this.#last > 250) this.#since = now;
    this.#last = now;
    return now - this.#since >= this.#forMs;
  }
}
