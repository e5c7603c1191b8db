import type { HttpEntry } from '#shared/servers/config.ts';
import type { Access } from '../auth/access.ts';
import type { Fetch, Limits } from '../net/cappedFetch.ts';
import type { Environment } from './expandText.ts';
import { expandAddress } from './httpAddress.ts';
import { openHttpPeer } from './httpPeer.ts';
import { PeerError, type Launcher, type Peer } from './peer.ts';
import { withSecrets, type SecretSource } from './secretReferences.ts';

export interface HttpLauncherParts {
  readonly entry: HttpEntry;
  readonly fetch: Fetch;
  readonly environment: () => Promise<Environment>;
  readonly home: string;
  readonly secrets: SecretSource;
  readonly now: () => number;
  readonly limits?: Limits;
  readonly access: Access;
}

/** Reaches a configured server over HTTP. Called only for entries that are trusted; nothing is sent before the handshake. */
export function createHttpLauncher({ entry, environment, home, secrets, ...parts }: HttpLauncherParts): Launcher {
  return {
    async open(): Promise<Peer> {
      const address = expandAddress(entry, await withSecrets(await environment(), entry, secrets), home);
      if (!address.ok) throw new PeerError(address.problem, true);
      parts.access.bind(address.url, address.hasAuthorization);
      return openHttpPeer({ ...parts, address }, entry.type === 'sse' ? 'sse' : 'http');
    },
  };
}
