import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Vault } from '../secrets/vault.ts';
import { KnownClient } from './client.ts';
import { ServerMetadata } from './metadata.ts';

/** What an authorization server gave, as it came. */
export const Tokens = z.looseObject({
  access_token: z.string().min(1),
  token_type: z.string().optional(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
  expires_in: z.number().optional(),
});
export type Tokens = z.infer<typeof Tokens>;

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
});
export type KeptSignIn = z.infer<typeof KeptSignIn>;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
const prefixOf = (serverKey: string): string => `sign-in:${encodeURIComponent(serverKey)}:`;
const nameOf = ({ serverKey, url, issuer, resource }: Pick<KeptSignIn, 'serverKey' | 'url' | 'issuer' | 'resource'>): string =>
  `${prefixOf(serverKey)}${digest(url)}.${digest(JSON.stringify([issuer, resource]))}`;
const clientSecretOf = (serverKey: string): string => `sign-in-client:${encodeURIComponent(serverKey)}`;

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

  hasClientSecret(serverKey: string): boolean {
    return this.#vault.names().includes(clientSecretOf(serverKey));
  }
  async clientSecret(serverKey: string): Promise<string | undefined> {
    const secret = await this.#vault.get(clientSecretOf(serverKey));
    if (secret !== undefined) this.#seen(secret);
    return secret;
  }
  /** An empty one takes it away. */
  async setClientSecret(serverKey: string, secret: string): Promise<void> {
    if (secret === '') this.#vault.remove(clientSecretOf(serverKey));
    else await this.#vault.set(clientSecretOf(serverKey), secret);
  }

  #names(serverKey: string): readonly string[] {
    return this.#vault.names().filter((name) => name.startsWith(prefixOf(serverKey)));
  }
  #tell({ tokens, client }: KeptSignIn): void {
    for (const secret of [tokens.access_token, tokens.refresh_token, client.client_secret]) if (secret !== undefined) this.#seen(secret);
  }
}

function read(text: string | undefined): KeptSignIn | undefined {
  try {
    return text === undefined ? undefined : KeptSignIn.parse(JSON.parse(text));
  } catch {
    return undefined; // of another version, or damaged: the person signs in again
  }
}
