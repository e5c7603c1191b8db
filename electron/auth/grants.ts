import type { SignInChoice, SignInSecretName } from '#shared/servers/signInChoice.ts';
import { checkBound, type Bound } from './bound.ts';
import { joinScopes } from './challenge.ts';
import { clientAssertion, readClientKey } from './clientKey.ts';
import { bindingFor, type Wanted } from './codeFlow.ts';
import { isOver } from './jwt.ts';
import { findResource, findServer, type Looking, type Resource, type ServerMetadata } from './metadata.ts';
import { SignInError } from './signInError.ts';
import { requestTokens, type TokenRequest } from './tokenRequest.ts';
import type { Tokens } from './tokenStore.ts';

/** What a sign-in without a browser is made with. */
export interface GrantParts extends Looking {
  readonly choice: SignInChoice;
  readonly secret: (name: SignInSecretName) => Promise<string | undefined>;
  readonly now: () => number;
  /** The company's leave for this place; only with its grant. */
  readonly leave: (place: Place) => Promise<string>;
}
/** Where tokens are asked for, and for what. */
export interface Place {
  readonly resource: Resource;
  readonly metadata: ServerMetadata;
  readonly scope: string | undefined;
}
export interface Granted extends Place {
  readonly client: TokenRequest['client'];
  readonly bound: Bound | undefined;
  readonly tokens: Tokens;
}

/**
 * Tokens without a browser, as the person has chosen. The credentials go to the authorization server that was chosen for them and to no other,
 * whatever the MCP server says (SEP-1046). Throws `SignInError`; asks once.
 */
export async function grantTokens(parts: GrantParts, wanted: Wanted): Promise<Granted> {
  const place = await findPlace(parts, wanted);
  const { resource, metadata, scope } = place;
  const { bound, mustBind } = await bindingFor(parts.choice, resource, wanted.challenge, metadata);
  const credentials = await credentialsFor(parts, place);
  const tokens = await requestTokens(parts, { metadata, scope, resource: resource.uri, bound, ...credentials });
  checkBound(tokens, mustBind);
  return { ...place, client: credentials.client, bound, tokens };
}

async function findPlace(parts: GrantParts, { server, challenge, held }: Wanted): Promise<Place> {
  const { grant } = parts.choice;
  const resource = await findResource(parts, server, challenge);
  const chosen = grant.kind === 'browser' || grant.issuer === '' ? undefined : grant.issuer;
  const issuer = chosen === undefined ? resource.issuers[0] : resource.issuers.find((one) => isSame(one, chosen));
  if (issuer === undefined) throw new SignInError('issuer-mismatch', 'authorization_servers');
  const metadata = await findServer(parts, issuer, resource);
  return { resource, metadata, scope: joinScopes(held, challenge.scope) ?? joinScopes(resource.scopes?.join(' ')) };
}
const isSame = (one: string, other: string): boolean => one.replace(/\/$/, '') === other.replace(/\/$/, '');

type Credentials = Pick<TokenRequest, 'client' | 'params' | 'assert'>;
const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
async function credentialsFor(parts: GrantParts, place: Place): Promise<Credentials> {
  const { choice, now } = parts;
  const need = async (name: SignInSecretName): Promise<string> => {
    const secret = await parts.secret(name);
    if (secret === undefined) throw new SignInError('no-secret', name);
    return secret;
  };
  const known = async (): Promise<TokenRequest['client']> => {
    const secret = await parts.secret('clientSecret');
    return { client_id: choice.clientId, ...(secret === undefined ? {} : { client_secret: secret }) };
  };
  switch (choice.grant.kind) {
    case 'client-secret': {
      const client = { client_id: choice.clientId, client_secret: await need('clientSecret') };
      return { client, params: { grant_type: 'client_credentials' }, assert: undefined };
    }
    case 'client-key': {
      const key = readClientKey(await need('clientKey'));
      const { issuer, token_endpoint_auth_signing_alg_values_supported: offered } = place.metadata;
      const assert = (): string => clientAssertion(key, { clientId: choice.clientId, issuer, offered: algorithms(offered), now: now() });
      return { client: { client_id: choice.clientId }, params: { grant_type: 'client_credentials' }, assert };
    }
    case 'company':
      return { client: await known(), params: { grant_type: jwtBearer, assertion: await parts.leave(place) }, assert: undefined };
    case 'assertion': {
      const assertion = await need('assertion');
      if (isOver(assertion, now())) throw new SignInError('assertion-expired', 'exp');
      return { client: { client_id: choice.clientId }, params: { grant_type: jwtBearer, assertion }, assert: undefined };
    }
    case 'browser':
      throw new SignInError('metadata', 'unexpected');
  }
}
const algorithms = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
