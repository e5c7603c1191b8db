import type { SecretTable } from '../storage/secretTable.ts';

/** What encrypts: the keychain in the app. `undefined` from `open` where there is none worth the name. */
export interface Cipher {
  encrypt(text: string): Promise<Uint8Array>;
  decrypt(bytes: Uint8Array): Promise<string>;
}

/** Secrets by name. They are read at the last moment, in main only; no request returns one. */
export interface Vault {
  /** `memory`: there is no keychain, so secrets last until the app ends, and Settings says so. */
  kind(): Promise<'keychain' | 'memory'>;
  names(): readonly string[];
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): void;
}

/** Opens the vault. The key store is asked at the first need, never at the start of the app: a locked keyring would block it. */
export function createVault(table: SecretTable, openCipher: () => Promise<Cipher | undefined>): Vault {
  const memory = new Map<string, string>();
  let opening: Promise<Cipher | undefined> | undefined;
  const cipher = (): Promise<Cipher | undefined> => (opening ??= openCipher());
  return {
    kind: async () => ((await cipher()) ? 'keychain' : 'memory'),
    names: () => [...new Set([...memory.keys(), ...table.names()])].sort(),
    async get(name) {
      const known = memory.get(name);
      if (known !== undefined) return known;
      const bytes = table.get(name);
      if (!bytes) return undefined;
      return (await cipher())?.decrypt(bytes);
    },
    async set(name, value) {
      const opened = await cipher();
      if (opened) {
        table.set(name, await opened.encrypt(value));
        memory.delete(name);
        return;
      }
      const what = memory.has(name) ? 'replaced' : 'set';
      memory.set(name, value);
      table.tell({ what, name });
    },
    remove(name) {
      if (memory.delete(name)) table.tell({ what: 'removed', name });
      table.remove(name);
    },
  };
}
