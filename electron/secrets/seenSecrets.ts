import type { Vault } from './vault.ts';

/** The same vault, which remembers the values that it has given out since the start, so that they can be kept out of what is shown. */
export function rememberingVault(vault: Vault): { readonly vault: Vault; readonly given: () => readonly string[] } {
  const values = new Set<string>();
  return {
    given: () => [...values].filter((value) => value.length >= 6),
    vault: {
      kind: () => vault.kind(),
      names: () => vault.names(),
      set: (name, value) => vault.set(name, value),
      remove: (name) => vault.remove(name),
      get: async (name) => {
        const value = await vault.get(name);
        if (value !== undefined) values.add(value);
        return value;
      },
    },
  };
}
