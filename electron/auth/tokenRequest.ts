import { fetchToken, OAuthError, type OAuthClientProvider } from '@modelcontextprotocol/client';
import type { Bound } from './bound.ts';
import type { KnownClient } from './client.ts';
import { knownError } from './codeFlow.ts';
import { forSdk, type Looking, type ServerMetadata } from './metadata.ts';
import { SignInError, step } from './signInError.ts';
import { Tokens } from './tokenStore.ts';

/** A request for tokens that needs no browser. */
export interface TokenRequest {
  readonly metadata: ServerMetadata;
  readonly client: KnownClient;
  /** What is handed in for tokens: the grant with all that belongs to it. */
  readonly params: Readonly<Record<string, string>>;
  readonly scope: string | undefined;
  readonly resource: string;
  readonly bound: Bound | undefined;
  /** A fresh word of this host that it is this client, where it has no secret. */
  readonly assert: (() => string) | undefined;
}

/** Asks an authorization server for tokens. Throws `SignInError` token-refused with the code of its no. */
export function requestTokens({ fetch }: Pick<Looking, 'fetch'>, request: TokenRequest): Promise<Tokens> {
  const { metadata, client, scope, resource } = request;
  return step('token', async () => {
    try {
      const asked = { metadata: forSdk(metadata), resource, fetchFn: fetch, ...(scope === undefined ? {} : { scope }) };
      return Tokens.parse(await fetchToken(providerOf(request), metadata.issuer, asked));
    } catch (error) {
      if (error instanceof OAuthError) throw new SignInError('token-refused', knownError(error.code), { cause: error });
      throw error;
    }
  });

  function providerOf({ params, bound, assert }: TokenRequest): OAuthClientProvider {
    const noBrowser = (): never => {
      throw new Error('no browser takes part in this grant');
    };
    return {
      redirectUrl: undefined,
      clientMetadata: { redirect_uris: [] },
      clientInformation: () => client,
      tokens: () => undefined,
      saveTokens: noBrowser,
      redirectToAuthorization: noBrowser,
      saveCodeVerifier: noBrowser,
      codeVerifier: noBrowser,
      prepareTokenRequest: (wanted) => new URLSearchParams({ ...params, ...(wanted === undefined ? {} : { scope: wanted }) }),
      ...(bound ? { dpop: () => bound.session } : {}),
      ...(assert
        ? {
            addClientAuthentication: (_headers: Headers, sent: URLSearchParams): void => {
              sent.set('client_id', client.client_id);
              sent.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
              sent.set('client_assertion', assert());
            },
          }
        : {}),
    };
  }
}
