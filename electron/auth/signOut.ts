import { applyClientAuth } from './clientAuth.ts';
import { createAuthFetch, reachOfServer, type AuthNetwork } from './authFetch.ts';
import type { KeptSignIn } from './tokenStore.ts';

/** Tells the authorization server that the tokens are not wanted any more, where it takes that (RFC 7009). Never throws: they are dropped anyway. */
export async function revoke(network: AuthNetwork, server: URL, { metadata, client, tokens }: KeptSignIn): Promise<void> {
  const { revocation_endpoint: endpoint } = metadata;
  if (endpoint === undefined) return;
  const fetch = createAuthFetch(network, await reachOfServer(server, network.lookup));
  for (const hint of ['refresh_token', 'access_token'] as const) {
    const token = tokens[hint];
    if (token === undefined) continue;
    const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
    const params = new URLSearchParams({ token, token_type_hint: hint });
    applyClientAuth(metadata, client, headers, params);
    await fetch(endpoint, { method: 'POST', headers, body: params }).catch(() => undefined);
  }
}
