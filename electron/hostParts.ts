import type { Audience } from '#shared/ipc/define.ts';
import type { UpdateSource } from './desktop/updates.ts';
import type { AtStake } from './agent/atStake.ts';
import type { EndedBy } from './closeHost.ts';
import type { GateParts } from './decision/gate.ts';
import type { Surface } from './ipc/handlers.ts';
import type { Route } from './ipc/router.ts';
import type { TopicHub } from './ipc/topicHub.ts';
import type { Environment } from './mcp/expandText.ts';
import type { Limits } from './mcp/limits.ts';
import type { Launcher } from './mcp/peer.ts';
import type { LocalEndpoint } from './models/localModels.ts';
import type { NetworkStack } from './net/hostFetch.ts';
import type { Cipher } from './secrets/vault.ts';
import type { Database } from './storage/database.ts';

/** What the host is built from. */
export interface HostParts {
  /** The data folder: mcp.json and steward.db. */
  readonly userData: string;
  /** The environment of the app, read for providers and for what trusted launches name. */
  readonly environment: Environment;
  /** The same with the PATH of the login shell, asked for at the first launch. */
  readonly launchEnvironment: () => Promise<Environment>;
  readonly home: string;
  /** The built schema worker, and the definitions of the bundled servers pinned by the build. */
  readonly workerFile: string;
  readonly catalogueFile: string;
  readonly bundledLauncher: (serverKey: string) => Launcher;
  readonly surface: Surface;
  /** Opens the key store, at the first need. */
  readonly openCipher: () => Promise<Cipher | undefined>;
  /** Where models on this computer are looked for, at the start and when their page opens. */
  readonly localEndpoints?: readonly LocalEndpoint[];
  /** What requests to servers elsewhere go over; Node's own where it is absent. */
  readonly network?: NetworkStack;
  /** Gives an address to the system browser, which the person has just said yes to. Where it is absent no server is told that links can be opened. */
  readonly openLink?: (href: string) => Promise<void>;
  /** What can replace this application; absent where nothing can. */
  readonly updateSource?: UpdateSource;
  /** The latest lines of the log, for diagnostics. */
  readonly logTail?: () => readonly string[];
  /** Opens an address that the person has agreed to in the system's browser; false when it can't. Absent: nobody can sign in. */
  readonly openBrowser?: (url: string) => Promise<boolean>;
  readonly automatic?: GateParts['automatic'];
  /** Shorter limits than the settled ones, for tests. */
  readonly limits?: Partial<Limits>;
  /** Told of everything that should not have happened. */
  readonly report: (error: unknown) => void;
}
/** The house as its shell sees it. */
export interface Host {
  readonly routes: Readonly<Record<Audience, Route>>;
  readonly hub: TopicHub;
  /** For tests of storage faults only: the very database. */
  readonly database: Database;
  /** The decision page is gone: no card it showed takes an answer until a new page has painted it. */
  decisionsGone(): void;
  /** The secrets of this run that are known by value: for whatever is written down. */
  secrets(): readonly string[];
  /** Looks for a newer version where the person has given a feed. */
  lookForUpdate(): Promise<void>;
  /** What would be lost if the app ended now. */
  atStake(): AtStake;
  /** Ends turns, servers and database, in this order. With `force` nothing is waited for politely; `because` is written beside what waited. */
  close(force?: boolean, because?: EndedBy): Promise<void>;
}

/** One server of the catalogue that the build pinned. */
export interface PinnedServer {
  readonly instructions?: string;
  readonly tools: readonly unknown[];
  readonly resources?: readonly unknown[];
  readonly resourceTemplates?: readonly unknown[];
  readonly completes?: boolean;
  readonly prompts?: readonly unknown[];
}
