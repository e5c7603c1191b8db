import { isStdio, type ServerEntry } from '#shared/servers/config.ts';
import type { SignIns } from '../auth/signIns.ts';
import { createHttpLauncher, type HttpLauncherParts } from './httpLauncher.ts';
import type { Launcher } from './peer.ts';
import { createProcessLauncher, type ProcessLauncherParts } from './processLauncher.ts';

type Parts = Omit<ProcessLauncherParts, 'serverKey' | 'entry'> &
  Omit<HttpLauncherParts, 'entry' | 'access'> & { readonly signIns: SignIns };

/** How an entry of mcp.json is started: as a process of this computer, or over HTTP. */
export function launcherFor({ processes, signIns, ...parts }: Parts): (serverKey: string, entry: ServerEntry) => Launcher {
  return (serverKey, entry) =>
    isStdio(entry)
      ? createProcessLauncher({ ...parts, serverKey, entry, processes })
      : createHttpLauncher({ ...parts, entry, access: signIns.of(serverKey) });
}
