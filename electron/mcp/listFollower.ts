/** So many different lists within the window, and the server is not followed any further. */
export const maxVersions = 20;
export const versionWindowMs = 10 * 60_000;

export interface FollowerParts {
  /** Reads the list; true when it differs from the one before. */
  readonly read: () => Promise<boolean>;
  /** The least time between the ends of two readings, milliseconds. */
  readonly pauseMs: number;
  readonly now: () => number;
  /** Told once, when the list keeps changing. Nothing is read after it. */
  readonly onRestless: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** Rereads a list whenever its server says that it changed: one reading at a time, at most one a pause, and not for ever (F15). */
export class ListFollower {
  readonly #parts: FollowerParts;
  #changes: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  #reading = false;
  #again = false;
  #over = false;
  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  /** The server has said so. However often it does, one reading follows. */
  changed(): void {
    if (this.#reading) this.#again = true;
    else if (!this.#over) this.#timer ??= setTimeout(() => void this.#read(), this.#parts.pauseMs);
  }
  stop(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }

  async #read(): Promise<void> {
    this.#timer = undefined;
    this.#reading = true;
    try {
      if (await this.#parts.read()) this.#count();
    } catch (error) {
      if (!this.#over) this.#parts.onFailed(error);
    } finally {
      this.#reading = false;
      if (this.#again) {
        this.#again = false;
        this.changed();
      }
    }
  }
  #count(): void {
    const now = this.#parts.now();
    this.#changes = [...this.#changes.filter((at) => now - at < versionWindowMs), now];
    if (this.#over || this.#changes.length < maxVersions) return;
    this.stop();
    this.#parts.onRestless();
  }
}
