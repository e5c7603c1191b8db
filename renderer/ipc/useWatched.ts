import { useMemo, useSyncExternalStore } from 'react';
import { type TopicKey, type TopicName, type TopicState } from '#shared/ipc/contract.ts';
import { usePageParts } from './hooks.ts';

/** A topic that only one place looks at: watched while that place is shown. The key must be one that is always the same. */
export function useWatched<T extends TopicName>(name: T, key: TopicKey<T>): TopicState<T> {
  const { client } = usePageParts();
  const watched = useMemo(() => client.watch(name, key), [client, name, key]);
  return useSyncExternalStore(watched.subscribe, watched.getSnapshot);
}
