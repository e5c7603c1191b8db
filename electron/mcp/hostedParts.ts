import type { ServerEntry } from '#shared/servers/config.ts';
import type { ServerView } from '#shared/servers/status.ts';
import type { SignIns } from '../auth/signIns.ts';
import type { Gate } from '../decision/gate.ts';
import type { Permits } from '../decision/permits.ts';
import type { Schemas } from '../schema/schemas.ts';
import type { Database } from '../storage/database.ts';
import type { EraPinTable } from '../storage/eraPinTable.ts';
import type { EraTable } from '../storage/smallTables.ts';
import type { SwitchTable } from '../storage/switchTable.ts';
import type { TrustTables } from '../storage/trustTables.ts';
import type { Catalog } from './catalog.ts';
import type { InboundHouse } from './inboundParts.ts';
import type { Limits } from './limits.ts';
import type { Launcher } from './peer.ts';
import type { StartSlots } from './startSlots.ts';

/** What every hosted server shares. */
export interface HostedParts {
  readonly db: Database;
  readonly trust: TrustTables;
  readonly eras: EraTable;
  readonly eraPins: EraPinTable;
  readonly switches: SwitchTable;
  readonly slots: StartSlots;
  /** What must not be seen in what is recorded of an entry's server, as known at each call. */
  readonly secretsOf: (entry: ServerEntry | undefined) => () => readonly string[];
  readonly gate: Gate;
  readonly permits: Permits;
  readonly schemas: Schemas;
  readonly now: () => number;
  readonly random: () => number;
  readonly limits: Limits;
  /** The person lets the model read resources of this server. */
  readonly modelReads: (serverKey: string) => boolean;
  /** Milliseconds between two looks at a quiet server's health, asked before each; 0 for none. */
  readonly healthMs: () => number;
  readonly publish: (server: ServerView) => void;
  readonly inbound: Omit<InboundHouse, 'gate'>;
  readonly signIns: SignIns;
}

/** What one hosted server is. */
export interface HostedSpec {
  readonly key: string;
  readonly launchHash: string;
  readonly launcher: Launcher;
  /** Absent for a bundled server. */
  readonly entry: ServerEntry | undefined;
  /** A bundled server's definitions, pinned at build time; they count as reviewed. */
  readonly pinned: Catalog | undefined;
  /** A bundled server that the person has switched off. */
  readonly off?: boolean;
}
