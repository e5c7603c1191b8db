import type { Fetch } from '../net/cappedFetch.ts';
import { NetFault, toNetFault } from '../net/netFault.ts';
import { checkAddress, mayReach, reachOf, reachOfHost, type Reach } from './addresses.ts';
import { SignInError } from './signInError.ts';

/** What requests of a sign-in go over. */
export interface AuthNetwork {
  /** As the person has chosen: proxy, authorities. Follows no redirect when told so. */
  readonly fetch: Fetch;
  /** The same to this very address of the host; absent where the stack below can't, undefined where the choice forbids it. */
  readonly pinned?: (url: URL, init: RequestInit, address: string) => Promise<Response> | undefined;
  /** Every address of a host; rejects when there is none. */
  readonly lookup: (hostname: string) => Promise<readonly string[]>;
}
export interface AuthLimits {
  readonly bytes: number;
  readonly ms: number;
}
export const authLimits: AuthLimits = { bytes: 1024 * 1024, ms: 10_000 };

/** Where a server itself is: what its sign-in may reach follows from that. A name is looked up; one that is not found is elsewhere. */
export async function reachOfServer(url: URL, lookup: AuthNetwork['lookup']): Promise<Reach> {
  const known = reachOfHost(url.hostname);
  if (known !== undefined) return known;
  try {
    const all = (await lookup(url.hostname)).map(reachOf);
    return all.includes('public') ? 'public' : (all[0] ?? 'public');
  } catch {
    return 'public'; // the strictest: nothing inwards
  }
}

/**
 * A fetch for everything that a sign-in asks elsewhere (S43): addresses checked by text and by what they resolve to, the checked address
 * connected to, no redirect, a whole answer of at most 1 MB within 10 seconds.
 */
export function createAuthFetch(network: AuthNetwork, server: Reach, limits: AuthLimits = authLimits): Fetch {
  return async (to, init = {}) => {
    const url = checkAddress('address', String(to), server);
    const body = init.body instanceof URLSearchParams ? init.body.toString() : init.body;
    const signal = AbortSignal.any([AbortSignal.timeout(limits.ms), ...(init.signal ? [init.signal] : [])]);
    const sent: RequestInit = { ...init, ...(body == null ? {} : { body }), redirect: 'manual', signal };
    try {
      const address = await checkedAddress(network, url, server);
      const pinned = address === undefined ? undefined : network.pinned?.(url, sent, address);
      const response = await (pinned ?? network.fetch(url, sent));
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
        await response.body?.cancel();
        throw new SignInError('redirect', 'it was not followed');
      }
      return await whole(response, limits.bytes);
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') throw new NetFault('timeout', `no answer within ${limits.ms / 1000} s`);
      throw toNetFault(error);
    }
  };
}

/** One of the addresses of a name, all of them checked; undefined where the name can't be looked up here, as behind a proxy. */
async function checkedAddress({ lookup }: AuthNetwork, url: URL, server: Reach): Promise<string | undefined> {
  if (reachOfHost(url.hostname) !== undefined) return undefined;
  let all: readonly string[];
  try {
    all = await lookup(url.hostname);
  } catch {
    return undefined;
  }
  if (!all.every((address) => mayReach(reachOf(address), server))) throw new SignInError('private-address', 'the name leads there');
  return all[0];
}

async function whole(response: Response, most: number): Promise<Response> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    size += piece.value.length;
    if (size > most) {
      await reader?.cancel();
      throw new NetFault('message-too-large', `more than ${most / 1048576} MB`);
    }
    pieces.push(piece.value);
  }
  const { status, headers } = response;
  return new Response([204, 205, 304].includes(status) ? null : Buffer.concat(pieces), { status, headers });
}
