import type { Completion } from '#shared/resources/resources.ts';

/** How long an answer stands in for asking again, and how many are kept. */
export const completionLifeMs = 60_000;
export const maxCompletions = 200;

/** What servers offered lately, by the whole question; asked again when the answer is old, and never kept when it failed (CPL-1). */
export class CompletionCache {
  readonly #now: () => number;
  readonly #kept = new Map<string, { readonly at: number; readonly answer: Promise<Completion | undefined> }>();
  constructor(now: () => number) {
    this.#now = now;
  }
  /** The answer to a question, asked only where none is known; undefined where the server fails at it. */
  async get(key: string, ask: () => Promise<Completion | undefined>): Promise<Completion | undefined> {
    const known = this.#kept.get(key);
    if (known && this.#now() - known.at < completionLifeMs) return known.answer;
    const answer = ask();
    const kept = { at: this.#now(), answer };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxCompletions && oldest !== undefined) this.#kept.delete(oldest);
    const given = await answer;
    if (given === undefined && this.#kept.get(key) === kept) this.#kept.delete(key);
    return given;
  }
}
