import { useCallback, useEffect, useState } from 'react';
import type { Failure } from '#shared/ipc/failure.ts';
import type { ChainedEntry, JournalFilter } from '#shared/journal/journal.ts';
import { failureOf } from '../ipc/client.ts';
import { usePageParts, useTopics } from '../ipc/hooks.ts';

interface Found {
  /** The filter that it was found with. */
  readonly key: string;
  readonly entries: readonly ChainedEntry[];
  readonly more: boolean;
  readonly failure: Failure | undefined;
}
type Page = Pick<Found, 'entries' | 'more'>;
const pageSize = 200;

/** The newest page put before what is known; where there would be a hole between them, what is known is let go. */
export function mergeNewest(known: Page, fresh: Page): Page {
  const oldest = fresh.entries.at(-1)?.entry.seq;
  const newest = known.entries[0]?.entry.seq;
  if (oldest === undefined || newest === undefined || (fresh.more && oldest > newest)) return fresh;
  const older = known.entries.filter(({ entry }) => entry.seq < oldest);
  return { entries: [...fresh.entries, ...older], more: older.length > 0 ? known.more : fresh.more };
}

/** The entries that match, newest first, and more of them on demand. New ones come by themselves. */
export function useJournal(filter: JournalFilter): Found & { readonly isCurrent: boolean; readonly showOlder: () => void } {
  const { client } = usePageParts();
  const count = useTopics((s) => s.journal.count);
  const key = JSON.stringify(filter);
  const [found, setFound] = useState<Found>({ key: '', entries: [], more: false, failure: undefined });
  useEffect(() => {
    let isWanted = count >= 0;
    const timer = setTimeout(() => {
      client.request('journal.page', { filter: JSON.parse(key) as JournalFilter, limit: pageSize }).then(
        (page) => {
          if (!isWanted) return;
          setFound((known) => ({ key, failure: undefined, ...(known.key === key ? mergeNewest(known, page) : page) }));
        },
        (thrown: unknown) => isWanted && setFound({ key, entries: [], more: false, failure: failureOf(thrown) }),
      );
    }, 80);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [client, key, count]);
  const before = found.entries.at(-1)?.entry.seq;
  const showOlder = useCallback(() => {
    if (before === undefined) return;
    client.request('journal.page', { filter: JSON.parse(key) as JournalFilter, limit: pageSize, before }).then(
      (page) =>
        setFound((known) =>
          known.key === key && known.entries.at(-1)?.entry.seq === before
            ? { ...known, entries: [...known.entries, ...page.entries], more: page.more }
            : known,
        ),
      (thrown: unknown) => setFound((known) => ({ ...known, failure: failureOf(thrown) })),
    );
  }, [client, key, before]);
  return { ...found, isCurrent: found.key === key, showOlder };
}
