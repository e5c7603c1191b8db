import type { Place } from '#shared/decision/decision.ts';
import type { Gate } from '../decision/gate.ts';
import type { PermissionTable } from '../storage/permissionTable.ts';
import type { ChatFolders } from './chatFolders.ts';
import type { SamplingModels } from './samplingModel.ts';
import type { SamplingPictures } from './samplingPictures.ts';

/** What all servers share. */
export interface InboundHouse {
  readonly gate: Gate;
  readonly table: PermissionTable;
  readonly models: SamplingModels;
  readonly pictures: SamplingPictures;
  readonly chatFolders: ChatFolders;
  /** The data folder, which no server is given unnoticed (S13), and the person's home. */
  readonly userData: string;
  readonly home: string;
  /** The system browser, for an address that the person has just said yes to. Absent where there is none. */
  readonly openLink?: ((href: string) => Promise<void>) | undefined;
}
export interface InboundParts extends InboundHouse {
  readonly serverKey: string;
  readonly launchHash: string;
  readonly place: () => Place;
  /** The extension of the protocol by which this host signs in to it. */
  readonly extension?: () => string | undefined;
  /** The permissions, as the person sees them, have changed. */
  readonly onChange: () => void;
  /** Told of answers that look like secrets, before they leave. */
  readonly onSecrets: (texts: readonly string[]) => void;
  /** What was declared at the handshake no longer holds, and the older era can't be told: connect anew. */
  readonly reconnect: () => void;
}
