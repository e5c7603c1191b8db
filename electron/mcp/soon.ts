/** Does something a while after it was first asked to, once for all that ask meanwhile. */
export class Soon {
  readonly #ms: number;
  readonly #work: () => void;
  #timer: NodeJS.Timeout | undefined;
  constructor(ms: number, work: () => void) {
    this.#ms = ms;
    this.#work = work;
  }
  ask(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#work();
    }, this.#ms);
  }
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
