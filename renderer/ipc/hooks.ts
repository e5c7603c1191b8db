import { createContext, useCallback, useContext, useState } from 'react';
import { useStore } from 'zustand';
import type { Input, Output, RequestName } from '#shared/ipc/contract.ts';
import type { Failure } from '#shared/ipc/failure.ts';
import type { StoreApi } from 'zustand/vanilla';
import type { PageState, Topics, TopicStates } from '../store.ts';
import { type Client, failureOf } from './client.ts';

/** What every component of a page may reach. */
export interface PageParts {
  readonly client: Client;
  readonly topics: Topics;
  readonly page: StoreApi<PageState>;
}
export const PageContext = createContext<PageParts | null>(null);

/** The page's parts; throws outside of a mounted page. */
export function usePageParts(): PageParts {
  const parts = useContext(PageContext);
  if (!parts) throw new Error('No page is mounted around this component.');
  return parts;
}

/** Reads main's state. The selector must return something that stays the same while nothing changed. */
export function useTopics<T>(select: (state: TopicStates) => T): T {
  return useStore(usePageParts().topics.store, select);
}

/** Reads what dies with the page. */
export function usePage<T>(select: (state: PageState) => T): T {
  return useStore(usePageParts().page, select);
}

export interface RequestRun<R extends RequestName> {
  /** Resolves to the answer, or to undefined when it failed; the failure is then in `failure`. */
  readonly run: (input: Input<R>) => Promise<{ readonly value: Output<R> } | undefined>;
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  readonly forget: () => void;
}

/** One request with its state, for a form or a button that shows how it went. */
export function useRequest<R extends RequestName>(name: R): RequestRun<R> {
  const { client } = usePageParts();
  const [busy, setBusy] = useState(0);
  const [failure, setFailure] = useState<Failure>();
  const run = useCallback(
    async (input: Input<R>) => {
      setBusy((n) => n + 1);
      setFailure(undefined);
      try {
        return { value: await client.request(name, input) };
      } catch (thrown) {
        setFailure(failureOf(thrown));
        return undefined;
      } finally {
        setBusy((n) => n - 1);
      }
    },
    [client, name],
  );
  return { run, isBusy: busy > 0, failure, forget: useCallback(() => setFailure(undefined), []) };
}

/** Runs a request whose failure is told in the corner of the window. */
export function useAct(): <R extends RequestName>(name: R, input: Input<R>) => void {
  const { client, page } = usePageParts();
  return useCallback(
    (name, input) => {
      client.request(name, input).catch((thrown: unknown) => page.setState({ toast: { kind: 'failed', failure: failureOf(thrown) } }));
    },
    [client, page],
  );
}
