import type { ServerEntry } from '#shared/servers/config.ts';
import { SecretName } from '#shared/secrets/secrets.ts';
import { secretsOf } from '#shared/secrets/secretUse.ts';
import { secretPrefix, type Environment } from './expandText.ts';
import { PeerError } from './peer.ts';

/** Where secrets are read, one by one, at the last moment. */
export interface SecretSource {
  get(name: string): Promise<string | undefined>;
}

/** Where there is no vault every reference to a secret leads nowhere. */
export const noSecrets: SecretSource = { get: () => Promise.resolve(undefined) };

/** The environment together with the secrets that an entry refers to. Nothing of the environment itself can pass for a secret. */
export async function withSecrets(environment: Environment, entry: ServerEntry, secrets: SecretSource): Promise<Environment> {
  const names = secretsOf(entry);
  const found = await Promise.all(names.map(async (name) => [secretPrefix + name, await read(secrets, name)] as const));
  return { ...environment, ...Object.fromEntries(found) };
}

/** Other things of the app are in the vault too, such as keys of models, each bound to its own address: no entry can name them (S46). */
const isForServers = (name: string): boolean => SecretName.safeParse(name).success;

/** A key store that can't be read is told as it is: taking it for an empty one would send requests without what they need. */
async function read(secrets: SecretSource, name: string): Promise<string | undefined> {
  if (!isForServers(name)) return undefined;
  try {
    return await secrets.get(name);
  } catch (error) {
    throw new PeerError({ code: 'secret-missing', detail: `${secretPrefix}${name} cannot be read from the key store` }, true, {
      cause: error,
    });
  }
}
