import type { SignInChoice } from '#shared/servers/signIn.ts';
import type { Vault } from '../secrets/vault.ts';
import { Access } from './access.ts';
import type { AccessParts } from './accessParts.ts';
import type { SignInChoices } from './choices.ts';
import { TokenStore } from './tokenStore.ts';

export interface SignInsParts extends Pick<AccessParts, 'network' | 'ask' | 'openBrowser' | 'clientMetadataUrl' | 'random' | 'now'> {
  readonly vault: Vault;
  readonly choices: SignInChoices;
  readonly callbackLifeMs?: number;
}

/** The sign-ins to all servers elsewhere. */
export class SignIns {
  readonly #parts: SignInsParts;
  readonly #store: TokenStore;
  readonly #byKey = new Map<string, Access>();
  readonly #secrets = new Set<string>();
  constructor(parts: SignInsParts) {
    this.#parts = parts;
    this.#store = new TokenStore(parts.vault, (secret) => this.#secrets.add(secret));
  }
  /** The access to one server; the same as long as the server stays in the list under this address. */
  of(serverKey: string): Access {
    const known = this.#byKey.get(serverKey);
    if (known) return known;
    const { choices, vault: _vault, ...parts } = this.#parts;
    const made = new Access({
      ...parts,
      serverKey,
      store: this.#store,
      choice: () => choices.of(serverKey),
      seen: (secret) => this.#secrets.add(secret),
    });
    this.#byKey.set(serverKey, made);
    return made;
  }
  /** What the person wants for a server; a secret that is absent stays as it is, an empty one is taken away. */
  async choose(serverKey: string, choice: SignInChoice, clientSecret: string | undefined): Promise<void> {
    if (clientSecret !== undefined) await this.#store.setClientSecret(serverKey, clientSecret);
    this.#parts.choices.set(serverKey, choice);
  }
  /** The server's entry leads elsewhere now: its tokens go, and so does whatever is under way (S42). */
  moved(serverKey: string): void {
    this.#byKey.get(serverKey)?.leave();
    this.#byKey.delete(serverKey);
    this.#store.forget(serverKey);
  }
  /** The server has left the list: all that was kept of it goes too. */
  forget(serverKey: string): void {
    this.moved(serverKey);
    this.#parts.choices.forget(serverKey);
    this.#store.setClientSecret(serverKey, '').catch(() => undefined); // taking away only touches the table
  }
  /** Every secret of a sign-in since the start, for whatever is written down. */
  secrets(): readonly string[] {
    return [...this.#secrets].filter((secret) => secret.length >= 6);
  }
}
