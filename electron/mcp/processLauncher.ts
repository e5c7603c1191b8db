import type { StdioEntry } from '#shared/servers/config.ts';
import type { ServerProblem } from '#shared/servers/status.ts';
import { markInvalidText } from './callResult.ts';
import { expandLaunch, launchHash } from './launch.ts';
import type { Environment } from './expandText.ts';
import { LaunchError } from './launchError.ts';
import { endMarked, launchMarkName, markedProcesses } from './launchMark.ts';
import type { Limits } from './limits.ts';
import { PeerError, type Launcher, type Peer } from './peer.ts';
import type { ProcessTable } from './processes.ts';
import { noSecrets, withSecrets, type SecretSource } from './secretReferences.ts';
import { ProcessTransport } from './processTransport.ts';

export interface ProcessLauncherParts {
  readonly serverKey: string;
  readonly entry: StdioEntry;
  readonly processes: ProcessTable;
  /** The person's environment, with the PATH of their login shell where the app was not started from a terminal. */
  readonly environment: () => Promise<Environment>;
  readonly home: string;
  /** For `${secret:NAME}`. */
  readonly secrets?: SecretSource;
  readonly timing?: Pick<Limits, 'writeMs' | 'graceMs'> | undefined;
}

/** Starts a configured local server as a process. Called only for launches that are trusted. */
export function createProcessLauncher({
  serverKey,
  entry,
  processes,
  environment,
  home,
  secrets = noSecrets,
  timing,
}: ProcessLauncherParts): Launcher {
  return {
    async open(): Promise<Peer> {
      const launch = expandLaunch(entry, await withSecrets(await environment(), entry, secrets), home);
      if (!launch.ok) throw new PeerError(launch.problem, true);
      const mark = processes.newMark(serverKey);
      const transport: ProcessTransport = new ProcessTransport({
        ...launch,
        env: mark === undefined ? launch.env : { ...launch.env, [launchMarkName]: mark },
        onStray: () => peer.onStray?.(),
        onInvalidText: markInvalidText,
        onSpawned: (pid) => processes.started(pid, launchHash(entry), serverKey),
        ...(mark === undefined ? {} : { escaped: escapedFrom(new Set([mark])) }),
        ...(timing ? { writeDeadlineMs: timing.writeMs, graceMs: timing.graceMs } : {}),
      });
      void transport.gone.then(() => processes.ended(transport.pid, mark));
      const peer = toPeer(transport);
      return peer;
    },
  };
}

const escapedFrom = (marks: ReadonlySet<string>) => ({ find: () => markedProcesses(marks), end: () => endMarked(marks) });

function toPeer(transport: ProcessTransport): Peer {
  return {
    transport,
    stderrTail: () => transport.stderrTail(),
    strayLines: () => transport.strayLines,
    strayTail: () => transport.strayTail(),
    problem: () => problemOf(transport),
    close: (options) => transport.close(options),
  };
}

function problemOf(transport: ProcessTransport): ServerProblem | undefined {
  const { exited, closedBecause } = transport;
  if (closedBecause === undefined || closedBecause === 'closed' || closedBecause === 'not-started') return undefined;
  if (closedBecause === 'message-too-large') return { code: 'message-too-large', detail: 'a line of more than 8 MB' };
  if (closedBecause === 'write-timeout') return { code: 'not-responding', detail: 'it read nothing for 10 seconds' };
  return {
    code: 'exited-early',
    detail: exited ? (exited.signal ? `signal ${exited.signal}` : `exit code ${exited.code}`) : closedBecause,
  };
}

/** What the SDK's `connect` throws when the process could not be started, as this host says it. */
export const launchProblem = (error: unknown): ServerProblem | undefined =>
  error instanceof LaunchError ? { code: error.code, detail: error.detail } : undefined;
