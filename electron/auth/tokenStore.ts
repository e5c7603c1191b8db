import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { SignInSecretName } from '#shared/servers/signInChoice.ts';
import type { Vault } from '../secrets/vault.ts';
import { BoundKey } from './bound.ts';
import { KnownClient } from './client.ts';
import { ServerMetadata } from './metadata.ts';

/** What an authorization server gave, as it came. */
export const Tokens = z.looseObject({
  access_token: z.string().min(1),
  token_type: z.string().optional(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
  expires_in: z.number().optional(),
  id_token: z.string().optional(),
});
export type Tokens = z.infer<typeof Tokens>;

/** The word of a company about who the person is, and what it renews that for. */
export const CompanyWord = z.object({ idToken: z.string(), refreshToken: z.string().optional() });
export type CompanyWord = z.infer<typeof CompanyWord>;

/** The sign-in to one server: tokens with all that they are bound to. It leaves main only as a header to that very server. */
export const KeptSignIn = z.object({
  serverKey: z.string(),
  /** The server's whole address, canonical. */
  url: z.string(),
  issuer: z.string(),
  resource: z.string(),
  metadata: ServerMetadata,
  client: KnownClient,
  tokens: Tokens,
  /** What was asked for; counts where the answer did not say. */
  scope: z.string().optional(),
  /** Milliseconds since 1970; absent where the server did not say. */
  expiresAt: z.number().optional(),
  /** The keys that the tokens are bound to. */
  bound: BoundKey.optional(),
  company: CompanyWord.optional(),
});
export type KeptSignIn = z.infer<typeof KeptSignIn>;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
const prefixOf = (serverKey: string): string => `sign-in:${encodeURIComponent(serverKey)}:`;
const nameOf = ({ serverKey, url, issuer, resource }: Pick<KeptSignIn, 'serverKey' | 'url' | 'issuer' | 'resource'>): string =>
  `${prefixOf(serverKey)}${digest(url)}.${digest(JSON.stringify([issuer, resource]))}`;
const places: Readonly<Record<SignInSecretName, string>> = {
  clientSecret: 'client',
  clientKey: 'client-key',
  companySecret: 'company',
  assertion: 'assertion',
};
const secretNames = Object.keys(places) as SignInSecretName[];
const placeOf = (serverKey: string, name: SignInSecretName): string => `sign-in-${places[name]}:${encodeURIComponent(serverKey)}`;

/** Sign-ins in the vault, each under its server, address, issuer and resource; one at a time for a server. */
export class TokenStore {
  readonly #vault: Vault;
  readonly #seen: (secret: string) => void;
  /** `seen` is told of every secret that passes here, so that it can be kept out of whatever is written down. */
  constructor(vault: Vault, seen: (secret: string) => void) {
    this.#vault = vault;
    this.#seen = seen;
  }

  /** The sign-in to a server at this very address. Those for another address of it are dropped: it is another place now (S42). */
  async load(serverKey: string, url: string): Promise<KeptSignIn | undefined> {
    let found: KeptSignIn | undefined;
    for (const name of this.#names(serverKey)) {
      const kept = name.startsWith(`${prefixOf(serverKey)}${digest(url)}.`) ? read(await this.#vault.get(name)) : undefined;
      if (kept && kept.url === url && kept.serverKey === serverKey && name === nameOf(kept)) found = kept;
      else this.#vault.remove(name);
    }
    if (found) this.#tell(found);
    return found;
  }
  async save(kept: KeptSignIn): Promise<void> {
    this.#tell(kept);
    const name = nameOf(kept);
    await this.#vault.set(name, JSON.stringify(kept));
    for (const other of this.#names(kept.serverKey)) if (other !== name) this.#vault.remove(other);
  }
  /** Drops every sign-in to a server. */
  forget(serverKey: string): void {
    for (const name of this.#names(serverKey)) this.#vault.remove(name);
  }

  /** Which of the secrets that a person has put in are kept. */
  secretsKept(serverKey: string): SignInSecretName[] {
    const names = new Set(this.#vault.names());
    return secretNames.filter((name) => names.has(placeOf(serverKey, name)));
  }
  async secret(serverKey: string, name: SignInSecretName): Promise<string | undefined> {
    const secret = await this.#vault.get(placeOf(serverKey, name));
    if (secret !== undefined) this.#seen(secret);
    return secret;
  }
  /** An empty one takes it away. */
  async setSecret(serverKey: string, name: SignInSecretName, secret: string): Promise<void> {
    if (secret === '') this.#vault.remove(placeOf(serverKey, name));
    else await this.#vault.set(placeOf(serverKey, name), secret);
  }
  /** Takes away whatever a person has put in for a server. */
  forgetSecrets(serverKey: string): void {
    for (const name of this.secretsKept(serverKey)) this.#vault.remove(placeOf(serverKey, name));
  }

  #names(serverKey: string): readonly string[] {
    return this.#vault.names().filter((name) => name.startsWith(prefixOf(serverKey)));
  }
  #tell({ tokens, client, bound, company }: KeptSignIn): void {
    const { access_token: access, refresh_token: refresh, id_token: id } = tokens;
    const all = [access, refresh, id, client.client_secret, bound?.privateJwk['d'], company?.idToken, company?.refreshToken];
    for (const secret of all) if (typeof secret === 'string') this.#seen(secret);
  }
}

function read(text: string | undefined): KeptSignIn | undefined {
  try {
    return text === undefined ? undefined : KeptSignIn.parse(JSON.parse(text));
  } catch {
    return undefined; // of another version, or damaged: the person signs in again
  }
}
