import type { ClientCapabilities } from '@modelcontextprotocol/client';
import { capabilityNames, type ProtocolFacts } from '#shared/servers/protocolFacts.ts';
import { maxInstructions } from './discover.ts';
import type { HostClient } from './hostClient.ts';
import type { ProtocolWatch } from './protocolWatch.ts';

/** What stood at the handshake of the latest connection. */
export interface Handshake {
  readonly offers: readonly string[];
  readonly declared: ClientCapabilities;
  readonly isModern: boolean;
  readonly instructionsLength: number;
}
export const handshakeOf = (client: HostClient, declared: ClientCapabilities): Handshake => ({
  offers: capabilityNames(client.getServerCapabilities()),
  declared,
  isModern: client.getProtocolEra() === 'modern',
  instructionsLength: client.getInstructions()?.length ?? 0,
});

/** What a person is shown of how a server is spoken to; undefined before it was ever there. `declares` is what holds now. */
export function protocolFactsOf(
  handshake: Handshake | undefined,
  watch: ProtocolWatch,
  { declares, olderUntil }: { readonly declares: ClientCapabilities; readonly olderUntil: number | undefined },
): ProtocolFacts | undefined {
  if (!handshake) return undefined;
  const { health, listening } = watch;
  const cut = handshake.instructionsLength - maxInstructions;
  return {
    offers: [...handshake.offers],
    // A server of the older era heard once, at the handshake; one of the newer hears with each message.
    declares: capabilityNames(handshake.isModern ? declares : handshake.declared),
    lists: watch.lists,
    refusals: watch.refusals,
    ...(listening ? { listening } : {}),
    ...(health ? { health } : {}),
    ...(cut > 0 ? { instructionsCut: cut } : {}),
    ...(olderUntil === undefined ? {} : { olderUntil }),
  };
}
