import * as z from 'zod';
import { isLoopback } from '../net/loopback.ts';

/** An authorization server by its name: https, or plain http within this computer, and nothing behind the path. */
export function isIssuer(text: string): boolean {
  if (!/^https?:\/\/[^\s/?#@\\]+(\/[^\s?#@\\]*)?$/i.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || isLoopback(hostname);
}

const Issuer = z.string().max(2000);
/** The authorization server that alone gets the credentials; empty for the one that the MCP server names first, which is kept from then on. */
const pinned = { issuer: Issuer };
/**
 * How tokens for a server are had. `browser`: the person signs in. `client-secret` and `client-key`: this host signs in as a client of its own
 * (RFC 6749 4.4, RFC 7523 2.2). `company`: the person signs in at the company, which vouches for them (SEP-990). `assertion`: a token of
 * another place is handed in (RFC 7523 2.1).
 */
export const SignInGrant = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('browser') }),
  z.strictObject({ kind: z.literal('client-secret'), ...pinned }),
  z.strictObject({ kind: z.literal('client-key'), ...pinned }),
  z.strictObject({ kind: z.literal('company'), ...pinned, idpIssuer: Issuer, idpClientId: z.string().max(2000) }),
  z.strictObject({ kind: z.literal('assertion'), ...pinned }),
]);
export type SignInGrant = z.infer<typeof SignInGrant>;
export type GrantKind = SignInGrant['kind'];
export type GrantOf<K extends GrantKind> = Extract<SignInGrant, { kind: K }>;

const members = {
  /** As registered with the authorization server beforehand; empty for none, which only the browser's way allows. */
  clientId: z.string().max(2000),
  /** Go on with an authorization server that does not say that it protects codes with PKCE. */
  withoutPkce: z.boolean(),
  grant: SignInGrant.default({ kind: 'browser' }),
  /** Take only tokens that are bound to a key of this computer (RFC 9449). Without it they are bound where the server asks for that. */
  boundOnly: z.boolean().default(false),
};
const AnyChoice = z.strictObject(members);
export type ChoiceField = 'clientId' | 'issuer' | 'idpIssuer' | 'idpClientId';

/** The fields of a choice that can't be used as they are. */
export function choiceFaults({ clientId, grant }: z.infer<typeof AnyChoice>): readonly ChoiceField[] {
  if (grant.kind === 'browser') return [];
  const faults: ChoiceField[] = [];
  if (clientId === '') faults.push('clientId');
  if (grant.issuer !== '' && !isIssuer(grant.issuer)) faults.push('issuer');
  if (grant.kind !== 'company') return faults;
  if (!isIssuer(grant.idpIssuer)) faults.push('idpIssuer');
  if (grant.idpClientId === '') faults.push('idpClientId');
  return faults;
}

/** What the person has chosen for signing in to one server. The secrets are in the vault. */
export const SignInChoice = AnyChoice.refine((choice) => choiceFaults(choice).length === 0);
export type SignInChoice = z.infer<typeof SignInChoice>;
export const noSignInChoice: SignInChoice = { clientId: '', withoutPkce: false, grant: { kind: 'browser' }, boundOnly: false };

/** The secrets that a way to sign in may need: of this host as a client, its private key, of this host as the company's client, a given token. */
export const signInSecretNames = ['clientSecret', 'clientKey', 'companySecret', 'assertion'] as const;
export type SignInSecretName = (typeof signInSecretNames)[number];
const Secret = z.string().max(20_000).optional();
/** Secrets as they are put in: one that is absent stays as it is, an empty one is taken away. */
export const SignInSecrets = z.strictObject({
  clientSecret: z.string().max(4096).optional(),
  clientKey: Secret,
  companySecret: Secret,
  assertion: Secret,
});
export type SignInSecrets = z.infer<typeof SignInSecrets>;

/** Which extension of the protocol a way to sign in belongs to; a client declares it. */
export const extensionOf: Readonly<Record<GrantKind, string | undefined>> = {
  browser: undefined,
  'client-secret': 'io.modelcontextprotocol/oauth-client-credentials',
  'client-key': 'io.modelcontextprotocol/oauth-client-credentials',
  company: 'io.modelcontextprotocol/enterprise-managed-authorization',
  assertion: undefined,
};
