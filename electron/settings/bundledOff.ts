import * as z from 'zod';

/** Where settings are kept by name. */
interface Kept {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}

/** The bundled servers that the person has switched off, by key; what can't be read counts as none. */
export const bundledOffIn = (
  settings: Kept,
): { readonly get: () => readonly string[]; readonly set: (keys: readonly string[]) => void } => ({
  get: () => z.array(z.string()).catch([]).parse(settings.get('bundledOff')),
  set: (keys) => settings.set('bundledOff', keys),
});
