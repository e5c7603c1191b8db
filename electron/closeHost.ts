import { setTimeout as sleep } from 'node:timers/promises';

export interface ClosingSteps {
  /** Ends what runs: turns, streams, calls. */
  readonly stopWork: () => Promise<void>;
  /** Ends every server; with `force` without grace, also while it is already doing so. */
  readonly closeServers: (force: boolean) => Promise<void>;
  /** After the last of them nothing of the app runs. */
  readonly finish: () => Promise<void>;
}
/** Work that does not stop when told to is not waited for any longer, milliseconds. */
const stopMs = 1500;

/** Closing happens once, however often it is asked for; a later `force` hurries the one that is on its way (F41). */
export function createClose({ stopWork, closeServers, finish }: ClosingSteps): (force?: boolean) => Promise<void> {
  let closing: Promise<void> | undefined;
  const hurry = new AbortController();
  const close = async (): Promise<void> => {
    await Promise.race([stopWork(), sleep(stopMs, undefined, { signal: hurry.signal }).catch(() => undefined)]);
    await closeServers(hurry.signal.aborted);
    await finish();
  };
  return async (force = false) => {
    if (force) hurry.abort();
    closing ??= close();
    if (force) await closeServers(true);
    await closing;
  };
}
