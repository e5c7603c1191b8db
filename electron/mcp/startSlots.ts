import { setImmediate as nextTask } from 'node:timers/promises';

/** How many servers of this computer start at the same time, and for how long one may keep its place, in milliseconds. */
export interface StartSlotsOptions {
  readonly most: number;
  readonly holdMs: number;
}

/**
 * Places for servers that start: each start costs a processor, so that twenty at once would hold up each other and the window. A server that
 * is still not there after `holdMs` waits for something else and gives its place up, so that slow ones never keep the others waiting.
 */
export class StartSlots {
  readonly #options: StartSlotsOptions;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;
  /** One start at a time: making a process holds up main, and what a page asks comes in between. */
  #lane: Promise<unknown> = Promise.resolve();
  constructor(options: StartSlotsOptions = { most: 8, holdMs: 5000 }) {
    this.#options = options;
  }

  /** Resolves with what gives the place back, in the order of asking. Rejects with the signal's reason when it is aborted first. */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#taken < this.#options.most) this.#taken += 1;
    else await this.#turn(signal);
    await (this.#lane = this.#lane.then(() => nextTask()));
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      clearTimeout(timer);
      const next = this.#waiting.shift();
      if (next) next();
      else this.#taken -= 1;
    };
    const timer = setTimeout(release, this.#options.holdMs);
    timer.unref();
    return release;
  }

  /** A place is handed on from one to the next, so that nobody comes in between. */
  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const mine = (): void => {
        signal.removeEventListener('abort', gone);
        resolve();
      };
      const gone = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(mine), 1);
        reject(signal.reason instanceof Error ? signal.reason : new Error('stopped'));
      };
      this.#waiting.push(mine);
      signal.addEventListener('abort', gone, { once: true });
    });
  }
}
