import {
  buildDiscoveryUrls,
  checkResourceAllowed,
  resourceUrlFromServerUrl,
  type AuthorizationServerMetadata,
} from '@modelcontextprotocol/client';
import * as z from 'zod';
import type { Fetch } from '../net/cappedFetch.ts';
import { checkAddress, type Reach } from './addresses.ts';
import type { Challenge } from './challenge.ts';
import { SignInError, step } from './signInError.ts';

const ResourceMetadata = z.looseObject({
  resource: z.string(),
  authorization_servers: z.array(z.string()).max(20).optional(),
  scopes_supported: z.array(z.string()).max(1000).optional(),
  dpop_bound_access_tokens_required: z.boolean().optional(),
  dpop_signing_alg_values_supported: z.array(z.string()).optional(),
});
/** What an authorization server says of itself (RFC 8414, OpenID Connect Discovery). Addresses in it are checked before it is given out. */
export const ServerMetadata = z.looseObject({
  issuer: z.string(),
  /** Absent where nobody signs in by a browser. */
  authorization_endpoint: z.string().optional(),
  token_endpoint: z.string(),
  registration_endpoint: z.string().optional(),
  revocation_endpoint: z.string().optional(),
  response_types_supported: z.array(z.string()).default(['code']),
  scopes_supported: z.array(z.string()).optional(),
  code_challenge_methods_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  client_id_metadata_document_supported: z.boolean().optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
export type ServerMetadata = z.infer<typeof ServerMetadata>;
/** The same as the SDK wants it: with a page for browsers, which a request for tokens never goes to. */
export const forSdk = (metadata: ServerMetadata): AuthorizationServerMetadata => ({
  ...metadata,
  authorization_endpoint: metadata.authorization_endpoint ?? metadata.issuer,
});

/** What a sign-in to one MCP server is about. */
export interface Resource {
  /** What tokens are asked for and bound to (RFC 8707): as the server names itself, or its canonical address. */
  readonly uri: string;
  /** Authorization servers to choose from, the server's first choice first. */
  readonly issuers: readonly string[];
  readonly scopes: readonly string[] | undefined;
  /** The server says nothing of itself: one of the oldest protocol with sign-in, whose own origin is the authorization server (AUT-21). */
  readonly isAssumed: boolean;
  /** It takes tokens that are bound to a key, or no others (RFC 9728 2). */
  readonly bound?: 'taken' | 'required' | undefined;
}
export interface Looking {
  readonly fetch: Fetch;
  /** Where the MCP server itself is. */
  readonly reach: Reach;
}

/** What the server says of its sign-in: from where its refusal points to, else from the two well-known places, in this order (AUT-1). */
export async function findResource(
  { fetch, reach }: Looking,
  server: URL,
  challenge: Pick<Challenge, 'resourceMetadata'>,
): Promise<Resource> {
  const path = server.pathname.replace(/\/$/, '');
  const places = ['', ...(path === '' ? [] : [path])]
    .map((end) => new URL(`/.well-known/oauth-protected-resource${end}`, server))
    .reverse();
  if (challenge.resourceMetadata !== undefined) places.unshift(checkAddress('resource_metadata', challenge.resourceMetadata, reach));
  for (const place of places) {
    const found = await step('resource metadata', () => readJson(fetch, place, ResourceMetadata));
    if (!found) continue;
    if (!URL.canParse(found.resource) || !covers(server, found.resource)) throw new SignInError('resource-mismatch', 'resource');
    const issuers = found.authorization_servers ?? [];
    for (const issuer of issuers) checkAddress('authorization_servers', issuer, reach);
    const isAssumed = issuers.length === 0;
    return {
      uri: found.resource,
      issuers: isAssumed ? [new URL('/', server).href] : issuers,
      scopes: found.scopes_supported,
      isAssumed,
      bound: found.dpop_bound_access_tokens_required ? 'required' : found.dpop_signing_alg_values_supported?.length ? 'taken' : undefined,
    };
  }
  return {
    uri: resourceUrlFromServerUrl(server).href,
    issuers: [new URL('/', server).href],
    scopes: undefined,
    isAssumed: true,
  };
}

const covers = (server: URL, configuredResource: string): boolean =>
  checkResourceAllowed({ requestedResource: resourceUrlFromServerUrl(server), configuredResource });

/** What an authorization server says of itself, from the places in their fixed order; its own name must be the one that led there (AUT-2). */
export async function findServer(
  { fetch, reach }: Looking,
  issuer: string,
  resource: Pick<Resource, 'isAssumed'>,
): Promise<ServerMetadata> {
  checkAddress('authorization_servers', issuer, reach);
  for (const { url } of buildDiscoveryUrls(issuer)) {
    const found = await step('server metadata', () => readJson(fetch, url, ServerMetadata));
    if (!found) continue;
    const isSame = found.issuer === issuer || (issuer.endsWith('/') && found.issuer === issuer.slice(0, -1));
    if (!isSame) throw new SignInError('issuer-mismatch', 'issuer');
    checkFields(found, reach);
    return found;
  }
  if (!resource.isAssumed) throw new SignInError('metadata', 'server metadata: there is none');
  const at = (path: string): string => new URL(path, issuer).href;
  return {
    issuer,
    authorization_endpoint: at('/authorize'),
    token_endpoint: at('/token'),
    registration_endpoint: at('/register'),
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  };
}

const used = new Set(['authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint']);
/** Every member that is an address by its name; those that are used as strictly as possible, the others by their scheme (S39). */
function checkFields(metadata: Readonly<Record<string, unknown>>, reach: Reach): void {
  for (const [field, value] of Object.entries(metadata)) {
    if (value === undefined || value === null || !/(_endpoint|_uri)$/.test(field)) continue;
    if (used.has(field)) checkAddress(field, value, reach);
    else if (typeof value !== 'string' || !/^https?:\/\/[^\s\\]+$/i.test(value))
      throw new SignInError('bad-address', `${field}: only https:// is taken`);
  }
}

/** A JSON document; undefined where there is none. An answer that says neither is a failure, for it may come later. */
async function readJson<T>(fetch: Fetch, url: URL, schema: z.ZodType<T>): Promise<T | undefined> {
  const response = await fetch(url, { headers: { accept: 'application/json', 'mcp-protocol-version': '2025-11-25' } });
  if (response.ok) return schema.parse(await response.json());
  if (response.status < 500 || response.status === 502) return undefined;
  throw new SignInError('metadata', `HTTP ${response.status}`);
}
