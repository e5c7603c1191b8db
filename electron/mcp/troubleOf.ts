import { UnsupportedProtocolVersionError } from '@modelcontextprotocol/client';
import { PeerError, TroubleError, type Peer, type Trouble } from './peer.ts';
import { launchProblem } from './processLauncher.ts';

/** What a start that failed is to be called; `peer` is what there was of the server, and knows best. */
export function troubleOf(error: unknown, peer: Peer | undefined): Trouble {
  if (error instanceof PeerError) return { problem: error.problem, final: error.final };
  if (error instanceof TroubleError) return error.trouble;
  const explained = peer?.explain?.(error);
  if (explained) return explained;
  const unlaunchable = launchProblem(error);
  if (unlaunchable) return { problem: unlaunchable, final: true };
  if (error instanceof UnsupportedProtocolVersionError)
    return {
      problem: { code: 'protocol', detail: `${error.message}; it speaks ${error.supported.join(', ')}`.slice(0, 500) },
      final: true,
    };
  const ended = peer?.problem();
  if (ended) return { problem: ended, final: false };
  const detail = error instanceof Error ? error.message.slice(0, 500) : String(error);
  const late = error instanceof Error && (error.name === 'TimeoutError' || /timed? ?out|aborted/i.test(detail));
  return late ? { problem: { code: 'not-responding', detail }, final: true } : { problem: { code: 'protocol', detail }, final: false };
}
