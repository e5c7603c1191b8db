import { readFile } from 'node:fs/promises';
import type { Settings } from '#shared/settings/settings.ts';
import type { Fetch } from './cappedFetch.ts';
import { isLoopback } from '#shared/net/loopback.ts';
import { NetFault, toNetFault } from './netFault.ts';
import { nodeFetch } from './nodeHttp.ts';

/** What the person has chosen about the network. */
export type NetworkChoice = Pick<Settings, 'proxy' | 'proxyUrl' | 'extraCaFile'>;
/** The network stack below: Chromium's in the app, Node's elsewhere. */
export interface NetworkStack {
  /** Follows no redirect and keeps no cookie; when it knows proxies, it goes by the choice. */
  readonly fetch: (url: URL, init: RequestInit, choice: NetworkChoice) => Promise<Response>;
  readonly knowsProxies: boolean;
  /** The proxy that the system names for an address. */
  readonly systemProxy: (url: URL) => Promise<URL | undefined>;
}

/** Node's own stack, which knows neither the system's proxy nor its authorities. */
export const nodeStack: NetworkStack = {
  fetch: (url, init) => fetch(url, init),
  knowsProxies: false,
  systemProxy: () => Promise.resolve(undefined),
};

/** How these names of errors differ from those that no further authority can mend: the certificate itself is in order. */
const unknownAuthority =
  /^(ERR_CERT_AUTHORITY_INVALID|UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|DEPTH_ZERO_SELF_SIGNED_CERT)$/;

/**
 * Requests as the person has chosen: over the stack below, and where that does not know the authority of a certificate and the person has
 * named a further one, over Node's TLS, which then trusts that one alone. Nothing is ever sent over a connection that was not verified.
 */
export function createHostFetch(stack: NetworkStack, choose: () => NetworkChoice): Fetch {
  const known = new Set<string>();
  return async (to, init = {}) => {
    const url = new URL(to);
    const choice = choose();
    const overNode = async (ca?: string): Promise<Response> => {
      const proxy = await proxyFor(url, choice, stack);
      try {
        return await nodeFetch(url, init, { ...(ca === undefined ? {} : { ca }), ...(proxy ? { proxy } : {}) });
      } catch (error) {
        throw toNetFault(error);
      }
    };
    const place = `${choice.extraCaFile}\n${url.origin}`;
    if (choice.extraCaFile !== '' && known.has(place)) return overNode(await readAuthority(choice.extraCaFile));
    try {
      return await (choice.proxy === 'manual' && !stack.knowsProxies ? overNode() : stack.fetch(url, init, choice));
    } catch (error) {
      const fault = toNetFault(error);
      if (choice.extraCaFile === '' || !(fault instanceof NetFault) || !unknownAuthority.test(fault.detail)) throw fault;
      const response = await overNode(await readAuthority(choice.extraCaFile));
      known.add(place);
      return response;
    }
  };
}

async function proxyFor(url: URL, { proxy, proxyUrl }: NetworkChoice, stack: NetworkStack): Promise<URL | undefined> {
  if (proxy === 'none' || isLoopback(url.hostname)) return undefined;
  if (proxy === 'system') return stack.systemProxy(url);
  return URL.canParse(proxyUrl) ? new URL(proxyUrl) : undefined;
}

async function readAuthority(file: string): Promise<string> {
  try {
    const text = await readFile(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch (error) {
    throw new NetFault('secure', 'the file of the further certificate authority cannot be read', { cause: error });
  }
  throw new NetFault('secure', 'the file of the further certificate authority holds no certificate in PEM');
}
