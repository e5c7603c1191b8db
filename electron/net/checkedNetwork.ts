import { lookup } from 'node:dns/promises';
import type { AuthNetwork } from '../auth/authFetch.ts';
import type { Fetch } from './cappedFetch.ts';
import type { NetworkChoice, NetworkStack } from './hostFetch.ts';
import { nodeFetch } from './nodeHttp.ts';

/**
 * The network for requests whose address came from elsewhere. Over Node's stack they go to the very address that was checked. Chromium's
 * takes none: there a name that leads elsewhere between check and request meets TLS, which knows the name and lets nothing through.
 */
export function checkedNetwork(stack: NetworkStack, fetch: Fetch, choose: () => NetworkChoice): AuthNetwork {
  return {
    fetch,
    lookup: async (hostname) => (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address),
    ...(stack.knowsProxies
      ? {}
      : {
          pinned: (url: URL, init: RequestInit, address: string) => {
            const { proxy, extraCaFile } = choose();
            return proxy === 'manual' || extraCaFile !== '' ? undefined : nodeFetch(url, init, { address });
          },
        }),
  };
}
