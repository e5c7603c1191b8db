import { WithdrawnError } from '../decision/withdrawnError.ts';

/** The links that calls wait for, by the id that their server gave them (ELI-9). Notices of others are nobody's. */
export class OpenLinks {
  readonly #waiting = new Map<string, Set<() => void>>();
  /** `done` aborts once the server has said of every id that it is complete. Call `end` when nobody waits any more. */
  wait(ids: readonly string[]): { readonly done: AbortSignal; readonly end: () => void } {
    const abort = new AbortController();
    const left = new Set(ids);
    const tells = ids.map((id) => ({
      id,
      tell: (): void => {
        left.delete(id);
        if (left.size === 0) abort.abort(new WithdrawnError('server-done'));
      },
    }));
    for (const { id, tell } of tells) this.#waiting.set(id, (this.#waiting.get(id) ?? new Set()).add(tell));
    const end = (): void => {
      for (const { id, tell } of tells) {
        const all = this.#waiting.get(id);
        all?.delete(tell);
        if (all?.size === 0) this.#waiting.delete(id);
      }
    };
    return { done: abort.signal, end };
  }
  completed(id: string): void {
    for (const tell of this.#waiting.get(id) ?? []) tell();
  }
}
