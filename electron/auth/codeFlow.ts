import { exchangeAuthorization, IssuerMismatchError, OAuthError, startAuthorization } from '@modelcontextprotocol/client';
import { bind, checkBound, type Bound } from './bound.ts';
import { joinScopes, type Challenge } from './challenge.ts';
import { becomeKnown, wayToBeKnown, type KnownClient, type Knowing } from './client.ts';
import { freePort, openLoopback } from './loopback.ts';
import { findResource, findServer, forSdk, type Looking, type Resource, type ServerMetadata } from './metadata.ts';
import { SignInError, step } from './signInError.ts';
import type { Tokens } from './tokenStore.ts';

export interface FlowParts extends Looking, Knowing {
  /** Opens an address that the person has agreed to in the system's browser; false when it can't. */
  readonly openBrowser: (url: string) => Promise<boolean>;
  /** So many random bytes as text for an address. */
  readonly random: (bytes: number) => string;
  readonly callbackLifeMs?: number;
}
export interface Wanted {
  readonly server: URL;
  readonly challenge: Pick<Challenge, 'resourceMetadata' | 'scope' | 'wantsBound'>;
  /** Which of the authorization servers the person wants; the first where it is absent. */
  readonly issuer?: string;
  /** Scopes of a token that allows too little. */
  readonly held?: string | undefined;
}

/** A sign-in that is ready to be shown: nothing has been opened, and nothing listens. It holds secrets of the flow. */
export interface Prepared {
  /** What the tokens will be for; undefined where they are for no MCP server but say who the person is. */
  readonly resource: Resource | undefined;
  /** The authorization servers to choose from. */
  readonly issuers: readonly string[];
  /** The authorization server, as the MCP server names it. */
  readonly chosen: string;
  readonly metadata: ServerMetadata;
  /** As the metadata of the server names itself, kept with the verifier before the browser opens (AUT-8). */
  readonly issuer: string;
  readonly client: KnownClient;
  readonly redirectUri: URL;
  readonly state: string;
  readonly verifier: string;
  readonly scope: string | undefined;
  /** The keys that the tokens will be bound to, and whether they have to be. */
  readonly bound: Bound | undefined;
  readonly mustBind: boolean;
  /** The whole address that the browser will open. */
  readonly url: string;
}

/** Finds everything out and makes the address to open. Throws `SignInError`. */
export async function prepareSignIn(parts: FlowParts, { server, challenge, issuer: chosen, held }: Wanted): Promise<Prepared> {
  const resource = await findResource(parts, server, challenge);
  const wanted = chosen ?? resource.issuers[0] ?? '';
  if (!resource.issuers.includes(wanted)) throw new SignInError('issuer-mismatch', 'authorization_servers');
  const metadata = await findServer(parts, wanted, resource);
  const scope = scopeOf(resource, metadata, challenge.scope, held);
  const binding = await bindingFor(parts.choice, resource, challenge, metadata);
  return prepareAt(parts, { resource, issuers: resource.issuers, chosen: wanted, metadata, scope, ...binding });
}

/** Whether tokens are bound to a key: where the person wants no others, or the server asks for it; with a new pair. */
export async function bindingFor(
  { boundOnly }: Knowing['choice'],
  { bound }: Resource,
  { wantsBound }: Wanted['challenge'],
  { dpop_signing_alg_values_supported: offered }: ServerMetadata,
): Promise<Pick<Prepared, 'bound' | 'mustBind'>> {
  const mustBind = boundOnly || bound === 'required';
  const isWanted = mustBind || wantsBound === true || (bound === 'taken' && offered !== undefined);
  return { bound: isWanted ? await bind(offered) : undefined, mustBind };
}

/** The browser's part at a server that is known by now. Throws `SignInError`. */
export async function prepareAt(
  parts: FlowParts,
  place: Pick<Prepared, 'resource' | 'issuers' | 'chosen' | 'metadata' | 'scope' | 'bound' | 'mustBind'>,
): Promise<Prepared> {
  const { metadata, scope, resource } = place;
  if (metadata.authorization_endpoint === undefined) throw new SignInError('metadata', 'authorization_endpoint');
  checkPkce(metadata, parts.choice.withoutPkce);
  if (!metadata.response_types_supported.includes('code')) throw new SignInError('metadata', 'response_types_supported');
  // Whoever has registered this host beforehand knows its path; a registration made now gets one that nobody can guess.
  const path = wayToBeKnown(parts, metadata) === 'register' ? `/${parts.random(16)}` : '/callback';
  const redirectUri = new URL(`http://127.0.0.1:${await freePort()}${path}`);
  const client = await becomeKnown(parts, metadata, redirectUri, scope);
  const state = parts.random(32);
  const { authorizationUrl, codeVerifier } = await startAuthorization(metadata.issuer, {
    metadata: { ...forSdk(metadata), code_challenge_methods_supported: ['S256'] },
    clientInformation: client,
    redirectUrl: redirectUri,
    state,
    ...(resource === undefined ? {} : { resource: resource.uri }), // as written: a parsed address might be another text
    ...(scope === undefined ? {} : { scope }),
  });
  const url = authorizationUrl.href;
  if (url.length > 8192) throw new SignInError('bad-address', 'authorization_endpoint: too long');
  return { ...place, issuer: metadata.issuer, client, redirectUri, state, verifier: codeVerifier, url };
}

function checkPkce({ code_challenge_methods_supported: methods }: ServerMetadata, withoutPkce: boolean): void {
  if (methods === undefined ? !withoutPkce : !methods.includes('S256'))
    throw new SignInError('no-pkce', 'code_challenge_methods_supported');
}

/** The challenge's first, else what the server says it has; and a token that lasts where the authorization server offers one (AUT-12). */
function scopeOf(
  resource: Resource,
  metadata: ServerMetadata,
  challenged: string | undefined,
  held: string | undefined,
): string | undefined {
  const scope = joinScopes(held, challenged) ?? joinScopes(resource.scopes?.join(' '));
  const lasts = scope !== undefined && metadata.scopes_supported?.includes('offline_access') === true;
  return lasts ? joinScopes(scope, 'offline_access') : scope;
}

/** Opens the browser, waits for its answer and takes the tokens. Nothing of the flow is left afterwards, however it ends (F24). */
export async function completeSignIn(parts: FlowParts, prepared: Prepared, signal: AbortSignal): Promise<Tokens> {
  const loopback = await openLoopback(prepared.redirectUri, parts.callbackLifeMs);
  const onAbort = (): void => loopback.close();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    const cause: unknown[] = [];
    const isOpen = await parts.openBrowser(prepared.url).catch((error: unknown) => void cause.push(error));
    if (!isOpen) throw new SignInError('browser', 'it did not open', { cause: cause[0] });
    const query = await loopback.answer;
    return await exchange(parts, prepared, codeIn(query, prepared), query.get('iss') ?? undefined);
  } finally {
    signal.removeEventListener('abort', onAbort);
    loopback.close();
  }
}

/** The code of an answer that is for this very flow, from the very server that was asked (AUT-8, AUT-9). */
function codeIn(query: URLSearchParams, { state, issuer, metadata }: Prepared): string {
  const one = (name: string): string | undefined => {
    const all = query.getAll(name);
    if (all.length > 1) throw new SignInError('response-mismatch', `${name} more than once`);
    return all[0];
  };
  if (one('state') !== state) throw new SignInError('state-mismatch', 'state');
  const iss = one('iss');
  const isMissing = iss === undefined && metadata.authorization_response_iss_parameter_supported === true;
  if (isMissing || (iss !== undefined && iss !== issuer)) throw new SignInError('response-mismatch', 'iss');
  const code = one('code');
  if (code !== undefined && code !== '') return code;
  throw new SignInError('refused', knownError(one('error')));
}

const errors =
  /^(access_denied|invalid_request|unauthorized_client|unsupported_response_type|invalid_scope|server_error|temporarily_unavailable|invalid_target|invalid_grant|invalid_client|login_required|consent_required|interaction_required|unsupported_grant_type|invalid_token|invalid_dpop_proof|use_dpop_nonce)$/;
/** The codes of the standards are repeated; any other text is the server's. */
export const knownError = (code: string | undefined): string => (code !== undefined && errors.test(code) ? code : 'another reason');

function exchange({ fetch }: FlowParts, prepared: Prepared, code: string, iss: string | undefined): Promise<Tokens> {
  const { metadata, client, verifier, redirectUri, resource, issuer, bound, mustBind } = prepared;
  return step('token', async () => {
    try {
      const tokens = await exchangeAuthorization(issuer, {
        metadata: forSdk(metadata),
        clientInformation: client,
        authorizationCode: code,
        codeVerifier: verifier,
        redirectUri,
        fetchFn: fetch,
        ...(resource === undefined ? {} : { resource: resource.uri }),
        ...(bound ? { dpop: bound.session } : {}),
        ...(iss === undefined ? {} : { iss }),
      });
      checkBound(tokens, mustBind);
      return tokens;
    } catch (error) {
      if (error instanceof IssuerMismatchError) throw new SignInError('response-mismatch', 'iss', { cause: error });
      if (error instanceof OAuthError) throw new SignInError('token-refused', knownError(error.code), { cause: error });
      throw error;
    }
  });
}
