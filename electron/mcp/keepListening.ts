import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from './connectionMachine.ts';
import type { HostClient } from './hostClient.ts';

export interface ListeningParts {
  readonly client: HostClient;
  readonly isLive: () => boolean;
  readonly now: () => number;
  readonly random: () => number;
  /** The subscription stands again; what happened meanwhile was missed. */
  readonly onAgain: () => void;
}
/** A subscription that stood this long was a good one: the next loss starts the backoff from its beginning. */
const steadyMs = 60_000;

/** Opens the newer era's subscription again whenever it ends by itself, which the SDK leaves to its user (SUB-5). Never rejects. */
export async function keepListening({ client, isLive, now, random, onAgain }: ListeningParts): Promise<void> {
  let subscription = client.autoOpenedSubscription;
  for (let attempt = 0; subscription !== undefined; ) {
    const filter = subscription.honoredFilter;
    const opened = now();
    if ((await subscription.closed) === 'local') return;
    if (now() - opened >= steadyMs) attempt = 0;
    for (subscription = undefined; subscription === undefined; ) {
      attempt += 1;
      await sleep(backoffMs(attempt, random()), undefined, { ref: false });
      if (!isLive()) return;
      subscription = await client.listen(filter, { timeout: 10_000 }).catch(() => undefined); // the backoff goes on
    }
    onAgain();
  }
}
