import * as z from 'zod';

const secretNamePattern = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;
/** What a secret may be called, so that `${secret:NAME}` finds it. */
export const SecretName = z.string().regex(secretNamePattern);
/** The same without the schema, for a page. */
export const canNameSecret = (name: string): boolean => secretNamePattern.test(name);

/** The secrets that are kept, by name only: no page is ever told a value. */
export interface Secrets {
  readonly names: readonly string[];
  /** `memory`: there is no keychain, so they last until the app ends. `unknown`: the key store has not been asked yet. */
  readonly keptIn: 'keychain' | 'memory' | 'unknown';
}
export const SecretsEvent = z.object({
  type: z.literal('secrets.changed'),
  names: z.array(z.string()),
  keptIn: z.enum(['keychain', 'memory', 'unknown']),
});
export type SecretsEvent = z.infer<typeof SecretsEvent>;
export const noSecrets: Secrets = { names: [], keptIn: 'unknown' };
export const reduceSecrets = (_state: Secrets, { names, keptIn }: SecretsEvent): Secrets => ({ names, keptIn });
