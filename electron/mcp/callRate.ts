/** Counts calls per tool over the last minute. */
export class CallRate {
  readonly #now: () => number;
  readonly #recent = new Map<string, number[]>();
  constructor(now: () => number) {
    this.#now = now;
  }
  /** Counts one more call of the tool, unless `limit` per minute is reached: then false. */
  take(serverKey: string, toolName: string, limit: number): boolean {
    const key = JSON.stringify([serverKey, toolName]);
    const now = this.#now();
    const recent = (this.#recent.get(key) ?? []).filter((at) => now - at < 60_000);
    const free = recent.length < limit;
    if (free) recent.push(now);
    this.#recent.set(key, recent);
    return free;
  }
}
