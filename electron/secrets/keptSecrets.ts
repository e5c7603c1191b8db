import { SecretName, type Secrets, type SecretsEvent } from '#shared/secrets/secrets.ts';
import type { Vault } from './vault.ts';

export interface KeptSecretsParts {
  readonly vault: Vault;
  readonly publish: (event: SecretsEvent) => void;
  /** Told of each secret that is there anew. */
  readonly onSet: (name: string) => void;
}

/** What pages may do with the vault: put in and take out. Only names ever come back, and none but those that entries may use. */
export class KeptSecrets {
  readonly #parts: KeptSecretsParts;
  #keptIn: Secrets['keptIn'] = 'unknown';
  constructor(parts: KeptSecretsParts) {
    this.#parts = parts;
    this.#tell();
  }
  async set(name: string, value: string): Promise<void> {
    const { vault, onSet } = this.#parts;
    await vault.set(name, value);
    this.#keptIn = await vault.kind();
    this.#tell();
    onSet(name);
  }
  /** Asks the key store where secrets are kept: at the first need of a page, never at the start. */
  async kind(): Promise<'keychain' | 'memory'> {
    const kind = await this.#parts.vault.kind();
    if (kind !== this.#keptIn) {
      this.#keptIn = kind;
      this.#tell();
    }
    return kind;
  }
  remove(name: string): void {
    this.#parts.vault.remove(name);
    this.#tell();
  }
  #tell(): void {
    this.#parts.publish({
      type: 'secrets.changed',
      names: this.#parts.vault.names().filter((name) => SecretName.safeParse(name).success),
      keptIn: this.#keptIn,
    });
  }
}
