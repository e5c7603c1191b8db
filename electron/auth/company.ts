import { refreshAuthorization, requestJwtAuthorizationGrant } from '@modelcontextprotocol/client';
import type { GrantOf } from '#shared/servers/signInChoice.ts';
import { createAuthFetch, reachOfServer, type AuthNetwork } from './authFetch.ts';
import { joinScopes } from './challenge.ts';
import { completeSignIn, knownError, prepareAt, type FlowParts, type Prepared } from './codeFlow.ts';
import { claimsOf, isFor, isOver } from './jwt.ts';
import { findServer, forSdk, type ServerMetadata } from './metadata.ts';
import { SignInError, step } from './signInError.ts';
import type { CompanyWord, Tokens } from './tokenStore.ts';

/** A company's word is not handed in when it runs out within this, in ms. */
const earlyMs = 30_000;

/** The company's own server, found by the name that the person gave: where it is follows from that name, not from the MCP server. */
export interface Company {
  readonly grant: GrantOf<'company'>;
  readonly flow: FlowParts;
  readonly metadata: ServerMetadata;
}
export async function findCompany(
  network: AuthNetwork,
  { choice, ...flow }: Omit<FlowParts, 'fetch' | 'reach'>,
  grant: GrantOf<'company'>,
): Promise<Company> {
  const reach = await reachOfServer(new URL(grant.idpIssuer), network.lookup);
  const looking = { reach, fetch: createAuthFetch(network, reach) };
  const metadata = await findServer(looking, grant.idpIssuer, { isAssumed: false });
  return { grant, metadata, flow: { ...flow, ...looking, choice: { ...choice, clientId: grant.idpClientId } } };
}

/** The browser's part: the person signs in at the company, which then says who they are. */
export function prepareCompany({ grant, flow, metadata }: Company): Promise<Prepared> {
  const lasts = metadata.scopes_supported?.includes('offline_access') === true;
  const scope = joinScopes('openid', lasts ? 'offline_access' : undefined);
  const place = { resource: undefined, issuers: [grant.idpIssuer], chosen: grant.idpIssuer, metadata, scope };
  return prepareAt(flow, { ...place, bound: undefined, mustBind: false });
}
/** Opens the browser and waits for the company's word. */
export async function completeCompany(company: Company, prepared: Prepared, signal: AbortSignal): Promise<CompanyWord> {
  return wordIn(company, await completeSignIn(company.flow, prepared, signal));
}

/** The word that came straight from the company (OpenID Connect Core 3.1.3.7): by it, for this client, and not over. */
function wordIn({ grant, metadata }: Company, { id_token: idToken, refresh_token: refreshToken }: Tokens): CompanyWord {
  if (idToken === undefined) throw new SignInError('company-refused', 'id_token');
  const iss = claimsOf(idToken)?.['iss'];
  if (iss !== metadata.issuer) throw new SignInError('company-refused', 'id_token: iss');
  if (claimsOf(idToken)?.['aud'] === undefined || !isFor(idToken, grant.idpClientId))
    throw new SignInError('company-refused', 'id_token: aud');
  return { idToken, ...(refreshToken === undefined ? {} : { refreshToken }) };
}

/** A word that still counts, without the person: the one that is known, or a newer one. Undefined when the person is needed. */
export async function knownWord(company: Company, known: CompanyWord | undefined, now: number): Promise<CompanyWord | undefined> {
  if (known && !isOver(known.idToken, now, earlyMs)) return known;
  const { flow, metadata, grant } = company;
  const { refreshToken } = known ?? {};
  if (refreshToken === undefined) return undefined;
  const { clientSecret } = flow;
  try {
    const client = { client_id: grant.idpClientId, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) };
    const asked = { metadata: forSdk(metadata), clientInformation: client, refreshToken, fetchFn: flow.fetch };
    return wordIn(company, await refreshAuthorization(metadata.issuer, asked));
  } catch {
    return undefined; // whatever it is, the person can sign in again
  }
}

export interface Vouching {
  readonly idToken: string;
  /** The authorization server that the word is for, by its own name. */
  readonly audience: string;
  readonly resource: string;
  readonly scope: string | undefined;
}
/**
 * The company's leave for one authorization server (an ID-JAG), for the word of who the person is (RFC 8693). It is looked at before it is
 * handed in: one for somebody else goes nowhere. Throws `SignInError` company-refused.
 */
export async function leaveFrom({ grant, flow, metadata }: Company, { idToken, audience, resource, scope }: Vouching): Promise<string> {
  const { clientSecret } = flow;
  const { jwtAuthGrant } = await step('company', () =>
    requestJwtAuthorizationGrant({
      tokenEndpoint: metadata.token_endpoint,
      audience,
      resource,
      idToken,
      clientId: grant.idpClientId,
      fetchFn: flow.fetch,
      ...(clientSecret === undefined ? {} : { clientSecret }),
      ...(scope === undefined ? {} : { scope }),
    }).catch((error: unknown) => {
      throw refusalIn(error) ?? error;
    }),
  );
  if (!isFor(jwtAuthGrant, audience)) throw new SignInError('company-refused', 'aud');
  return jwtAuthGrant;
}

/** The SDK tells a no by its text alone; only the code within it is repeated. */
function refusalIn(error: unknown): SignInError | undefined {
  const [, code] = (error instanceof Error && /^Token exchange failed: ([a-z_]+)/.exec(error.message)) || [];
  return code === undefined ? undefined : new SignInError('company-refused', knownError(code), { cause: error });
}
