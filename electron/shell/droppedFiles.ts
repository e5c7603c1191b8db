/** A drop that no page took at once is forgotten, milliseconds. */
const keptMs = 10_000;
const mostFiles = 100;

/**
 * What was dropped on the chat page last. The preload tells the paths, which it has from the system and only for a drop of a person's hand;
 * the page can ask for them to be attached, but never name or read them (I6).
 */
export class DroppedFiles {
  readonly #now: () => number;
  #paths: readonly string[] = [];
  #at = 0;
  constructor(now: () => number) {
    this.#now = now;
  }
  put(paths: unknown): void {
    this.#paths = Array.isArray(paths)
      ? paths.filter((one): one is string => typeof one === 'string' && one !== '').slice(0, mostFiles)
      : [];
    this.#at = this.#now();
  }
  /** Each drop once. */
  take(): readonly string[] {
    const paths = this.#now() - this.#at <= keptMs ? this.#paths : [];
    this.#paths = [];
    return paths;
  }
}
