import { setTimeout as sleep } from 'node:timers/promises';

/** What ends the app, as the journal names it beside each question that was still waiting. */
export type EndedBy = 'quit' | 'window-closed';

export interface ClosingSteps {
  /** Takes back what waits, and ends what runs: turns, streams, calls. */
  readonly stopWork: (because: EndedBy) => Promise<void>;
  /** Ends every server; with `force` without grace, also while it is already doing so. */
  readonly closeServers: (force: boolean) => Promise<void>;
  /** After the last of them nothing of the app runs. */
  readonly finish: () => Promise<void>;
}
/** Work that does not stop when told to is not waited for any longer, milliseconds. */
const stopMs = 1500;

/** Closing happens once and for its first reason, however often it is asked for; a later `force` hurries the one on its way (F41). */
export function createClose({ stopWork, closeServers, finish }: ClosingSteps): (force?: boolean, because?: EndedBy) => Promise<void> {
  let closing: Promise<void> | undefined;
  const hurry = new AbortController();
  const close = async (because: EndedBy): Promise<void> => {
    await Promise.race([stopWork(because), sleep(stopMs, undefined, { signal: hurry.signal }).catch(() => undefined)]);
    await closeServers(hurry.signal.aborted);
    await finish();
  };
  return async (force = false, because = 'quit') => {
    if (force) hurry.abort();
    closing ??= close(because);
    if (force) await closeServers(true);
    await closing;
  };
}
