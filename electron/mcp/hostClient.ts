import {
  Client,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type JSONRPCErrorResponse,
  type JSONRPCResponse,
} from '@modelcontextprotocol/client';
import { setAside } from './lenientResult.ts';

export const hostInfo = {
  name: 'steward',
  title: 'Steward',
  version: '0.1.0',
  description: 'A desktop chat application that is an MCP host.',
};

export interface HostClientOptions {
  readonly onToolsChanged: () => void;
  readonly capabilities?: () => ClientCapabilities;
  /** How long the newer era is probed for, milliseconds. */
  readonly probeMs?: number;
  /** The only version that is spoken; any other ends the start. */
  readonly onlyVersion?: string;
}

/**
 * The SDK's client as this host uses it: negotiates the era by itself, never answers for the person, takes a result without `resultType`
 * for complete on a modern connection (2026-07-28, base protocol), and leaves lists to `lenient` schemas.
 * What it declares to a modern server is asked for anew with each message; an older server hears once, at the handshake.
 */
export class HostClient extends Client {
  readonly #capabilities: () => ClientCapabilities;
  readonly #told: { prompts: () => void };
  constructor({ onToolsChanged, capabilities = () => ({}), probeMs = 5000, onlyVersion }: HostClientOptions) {
    const told = { prompts: (): void => undefined };
    super(hostInfo, {
      // Opens the newer era's subscription by itself, and takes the older era's unasked-for notifications.
      listChanged: {
        tools: { autoRefresh: false, debounceMs: 100, onChanged: onToolsChanged },
        prompts: { autoRefresh: false, debounceMs: 100, onChanged: () => told.prompts() },
      },
      capabilities: capabilities(),
      versionNegotiation: { mode: onlyVersion === undefined ? 'auto' : { pin: onlyVersion }, probe: { timeoutMs: probeMs } },
      inputRequired: { autoFulfill: false },
      listMaxPages: 100,
    });
    this.#capabilities = capabilities;
    this.#told = told;
  }
  /** What is to be done when the list of prompts has changed, or may have. */
  set onPromptsChanged(changed: () => void) {
    this.#told.prompts = changed;
  }
  promptsChanged(): void {
    this.#told.prompts();
  }
  protected override _outboundMetaEnvelope(): Readonly<Record<string, unknown>> | undefined {
    const envelope = super._outboundMetaEnvelope();
    return envelope && { ...envelope, [CLIENT_CAPABILITIES_META_KEY]: this.#capabilities() };
  }
  protected override _onresponse(response: JSONRPCResponse | JSONRPCErrorResponse): void {
    if ('result' in response && this.getProtocolEra() === 'modern') {
      const { resultType = 'complete' } = response.result;
      super._onresponse({ ...response, result: setAside({ ...response.result, resultType }) });
      return;
    }
    super._onresponse(response);
  }
}
