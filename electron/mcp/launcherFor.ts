import { isStdio, type ServerEntry } from '#shared/servers/config.ts';
import { createHttpLauncher, type HttpLauncherParts } from './httpLauncher.ts';
import type { Launcher } from './peer.ts';
import { createProcessLauncher, type ProcessLauncherParts } from './processLauncher.ts';

type Parts = Omit<ProcessLauncherParts, 'serverKey' | 'entry'> & Omit<HttpLauncherParts, 'entry'>;

/** How an entry of mcp.json is started: as a process of this computer, or over HTTP. */
export function launcherFor({ processes, ...parts }: Parts): (serverKey: string, entry: ServerEntry) => Launcher {
  return (serverKey, entry) =>
    isStdio(entry) ? createProcessLauncher({ ...parts, serverKey, entry, processes }) : createHttpLauncher({ ...parts, entry });
}
