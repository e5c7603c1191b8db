import { signInSecretNames, type SignInChoice, type SignInSecrets } from '#shared/servers/signInChoice.ts';
import type { Vault } from '../secrets/vault.ts';
import { Access } from './access.ts';
import type { AccessParts } from './accessParts.ts';
import type { SignInChoices } from './choices.ts';
import { readClientKey } from './clientKey.ts';
import { TokenStore, type KeptSignIn } from './tokenStore.ts';

export interface SignInsParts extends Pick<AccessParts, 'network' | 'ask' | 'openBrowser' | 'clientMetadataUrl' | 'random' | 'now'> {
  readonly vault: Vault;
  readonly choices: SignInChoices;
  /** Told of all tokens that came without a browser, and by which choice. */
  readonly fetched: (kept: KeptSignIn, choice: SignInChoice) => void;
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
    const { choices, vault: _vault, fetched, ...parts } = this.#parts;
    const made = new Access({
      ...parts,
      serverKey,
      store: this.#store,
      choice: () => choices.of(serverKey),
      fetched: (kept) => {
        choices.pin(serverKey, kept.issuer);
        fetched(kept, choices.of(serverKey));
      },
      seen: (secret) => this.#secrets.add(secret),
    });
    this.#byKey.set(serverKey, made);
    return made;
  }
  /**
   * What the person wants for a server; a secret that is absent stays as it is, an empty one is taken away. Throws `SignInError` bad-key for a
   * key that can't be used, and keeps nothing then.
   */
  async choose(serverKey: string, choice: SignInChoice, secrets: SignInSecrets): Promise<void> {
    if (secrets.clientKey !== undefined && secrets.clientKey !== '') readClientKey(secrets.clientKey);
    for (const name of signInSecretNames) {
      const secret = secrets[name];
      if (secret !== undefined) await this.#store.setSecret(serverKey, name, secret);
    }
    const { withoutPkce: _old, ...before } = this.#parts.choices.of(serverKey);
    const { withoutPkce: _new, ...after } = choice;
    this.#parts.choices.set(serverKey, choice);
    this.of(serverKey).rechosen(JSON.stringify(before) !== JSON.stringify(after));
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
    this.#store.forgetSecrets(serverKey);
  }
  /** Every secret of a sign-in since the start, for whatever is written down. */
  secrets(): readonly string[] {
    return [...this.#secrets].filter((secret) => secret.length >= 6);
  }
}
