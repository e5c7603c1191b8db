import type { EraPin } from '#shared/servers/eraPin.ts';
import type { Permits } from '../decision/permits.ts';
import type { Answers } from './answers.ts';
import type { ProtocolWatch } from './protocolWatch.ts';
import type { TrafficRecorder } from '../trace/recorder.ts';
import type { HostClient } from './hostClient.ts';
import type { Inbound } from './inbound.ts';
import type { Limits } from './limits.ts';
import type { Launcher } from './peer.ts';

/** What one connection is made with. */
export interface ConnectionParts {
  readonly serverKey: string;
  readonly launcher: Launcher;
  readonly permits: Permits;
  readonly recorder: TrafficRecorder;
  readonly answers: Answers;
  readonly watch: ProtocolWatch;
  /** Milliseconds between two looks at a quiet server's health; 0 for none. */
  readonly healthMs: () => number;
  readonly now: () => number;
  readonly random: () => number;
  readonly limits: Limits;
  /** Starts at its first call, and after a crash at the next one. */
  readonly onDemand: boolean;
  /** Waits until the server may start; what it resolves with gives the place back. Absent for servers that cost nothing to start. */
  readonly place?: (signal: AbortSignal) => Promise<() => void>;
  /** The only version that the person wants it spoken to in, if any. */
  readonly pin: () => EraPin | undefined;
  /** Whether this launch is known to close on the newer probe, and what to do when it turns out so. */
  readonly knownLegacy: () => boolean;
  readonly rememberLegacy: () => void;
  /** That did not hold: the next start looks for the newer era again. */
  readonly forgetLegacy: () => void;
  /** Reads what the server offers; part of the start. */
  readonly discover: (client: HostClient, signal: AbortSignal) => Promise<void>;
  readonly onToolsChanged: (client: HostClient) => void;
  /** What the server may ask of this host; nothing when absent. */
  readonly inbound?: Inbound;
  readonly onChange: () => void;
  /** Something to show that changes no state, such as stray output; may come often. */
  readonly onNoise: () => void;
  /** What was ready is no more. */
  readonly onLost: () => void;
}
