import { type Faults, silence } from './fault.ts';
import { unsupportedVersion } from './peer.ts';
import { freeze, knob, say } from './wire.ts';

/** F2, F3 and F5: what goes wrong before the first answer. */
export const startFaults: Faults = {
  /** The probe of the newer era is never answered; the older handshake is. */
  'hang-discover': { requests: { 'server/discover': silence } },
  'hang-initialize': { requests: { initialize: silence } },
  /** Reads everything, answers nothing. */
  hang: { requests: { 'server/discover': silence, initialize: silence, ping: silence, 'tools/list': silence, 'tools/call': silence } },
  /** Well-behaved, but reads nothing for the first DELAY_MS (1,000). */
  'slow-start': { start: () => freeze(knob('DELAY_MS', 1000)) },
  /** COUNT lines on stderr (25), then exit with EXIT_CODE (1). */
  'exit-early': {
    start: () => {
      for (let line = 1; line <= knob('COUNT', 25); line += 1) say(`cannot start: line ${line} <b>&"'`);
      process.exit(knob('EXIT_CODE', 1));
    },
  },
  /** Exits DELAY_MS (50) after each start. */
  'crash-loop': { start: () => void setTimeout(() => process.exit(knob('EXIT_CODE', 1)), knob('DELAY_MS', 50)) },
  /** Refuses the revision that the client names and lists one that it cannot know. */
  'other-version': {
    requests: {
      'server/discover': ({ id }, wire) => wire.error(id, unsupportedVersion('2026-07-28', ['2099-01-01'])),
    },
  },
};
