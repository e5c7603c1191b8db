import type { SignInChoice } from '#shared/servers/signInChoice.ts';
import type { Ask } from './askSignIn.ts';
import { createAuthFetch, reachOfServer, type AuthNetwork } from './authFetch.ts';
import { isBound } from './bound.ts';
import type { FlowParts, Prepared } from './codeFlow.ts';
import { expiryOf } from './renew.ts';
import type { KeptSignIn, Tokens, TokenStore } from './tokenStore.ts';

/** What the access to one server is made with. */
export interface AccessParts {
  readonly serverKey: string;
  readonly store: TokenStore;
  readonly network: AuthNetwork;
  readonly ask: Ask;
  readonly openBrowser: (url: string) => Promise<boolean>;
  readonly choice: () => SignInChoice;
  readonly clientMetadataUrl: () => string;
  readonly random: (bytes: number) => string;
  readonly now: () => number;
  readonly callbackLifeMs?: number;
  /** Told of all tokens that came without a browser. The authorization server that gave them alone gets the credentials from now on. */
  readonly fetched: (kept: KeptSignIn) => void;
  /** Told of every secret that comes to be, so that it can be kept out of whatever is written down. */
  readonly seen: (secret: string) => void;
}

/** What one sign-in to a server is made with, as the person has chosen by now. */
export async function flowPartsOf(parts: AccessParts, server: URL): Promise<FlowParts> {
  const { network, store, serverKey, choice, clientMetadataUrl, openBrowser, random, callbackLifeMs } = parts;
  const reach = await reachOfServer(server, network.lookup);
  return {
    reach,
    fetch: createAuthFetch(network, reach),
    choice: choice(),
    clientSecret: await store.secret(serverKey, 'clientSecret'),
    clientMetadataUrl: clientMetadataUrl(),
    openBrowser,
    random,
    ...(callbackLifeMs === undefined ? {} : { callbackLifeMs }),
  };
}

interface Given {
  readonly serverKey: string;
  readonly url: string;
  readonly tokens: Tokens;
  readonly now: number;
}
type Place = Pick<Prepared, 'metadata' | 'client' | 'issuer' | 'resource' | 'scope' | 'bound'>;
/** What is kept of a sign-in that has succeeded: the tokens, with all that they are bound to. */
export function toKept({ metadata, client, issuer, resource, scope, bound }: Place, { serverKey, url, tokens, now }: Given): KeptSignIn {
  const place = { serverKey, url, issuer, resource: resource?.uri ?? url, metadata, client };
  const key = bound && isBound(tokens) ? { bound: bound.key } : {};
  return { ...place, tokens, ...key, ...(scope === undefined ? {} : { scope }), ...expiryOf(tokens, now) };
}
