import { ProtocolError, SdkError, SdkErrorCode, UnsupportedProtocolVersionError } from '@modelcontextprotocol/client';
import type { EraPin } from '#shared/servers/eraPin.ts';
import type { HostedServer } from './hostedServer.ts';
import { TroubleError } from './peer.ts';

/** The version that the newer era begins with; a server that is pinned to it must offer exactly this one. */
export const newerVersion = '2026-07-28';

/** The failure of a server that is there and does not speak the version it is pinned to; anything else as it was. */
export function pinnedFailure(pin: EraPin, error: unknown): unknown {
  const isAnswer =
    error instanceof ProtocolError ||
    error instanceof UnsupportedProtocolVersionError ||
    (error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed);
  if (!isAnswer) return error;
  const problem = { code: pin === 'newer' ? 'not-newer' : 'not-older', detail: error.message.slice(0, 500) } as const;
  return new TroubleError({ problem, final: true }, { cause: error });
}

/** The person chooses the version that a server is spoken to in; it is connected to anew. */
export function setEraPin(server: HostedServer, choice: EraPin | 'automatic'): void {
  server.pin = choice === 'automatic' ? undefined : choice;
  server.restart();
}
