import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { CallRefusedError, type Permits } from '../decision/permits.ts';

/** Carries the permission from the door to the lock; it never reaches the wire. */
export const permitKey = 'app.steward/permit';

/** The name of Steward's own tool that a reading was decided as; it never reaches the wire either. */
export const readToolKey = 'app.steward/read-tool';

interface CallParams {
  readonly name?: unknown;
  readonly arguments?: unknown;
  readonly inputResponses?: unknown;
  readonly requestState?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/**
 * Checks one outgoing message: a `tools/call` must spend a permission for exactly its bytes, and so must a `resources/read` of the model; one
 * of the person needs none. Returns what may leave.
 */
export function admit(message: JSONRPCMessage, serverKey: string, permits: Permits): JSONRPCMessage {
  if ('method' in message && message.method === 'resources/read') return admitRead(message, serverKey, permits);
  if (!('method' in message) || message.method !== 'tools/call') return message;
  const { _meta: meta = {}, ...params } = (message.params ?? {}) as CallParams;
  if (typeof params.name !== 'string') throw new CallRefusedError('it names no tool');
  const { [permitKey]: permit, ...onWire } = meta;
  permits.spend(permit, {
    serverKey,
    toolName: params.name,
    argumentsText: JSON.stringify(params.arguments),
    ...roundOf(params),
  });
  return { ...message, params: { ...params, ...(Object.keys(onWire).length > 0 ? { _meta: onWire } : {}) } };
}

/** What a further round adds, as it is bound by its permission. */
function roundOf({ requestState, inputResponses }: CallParams) {
  if (requestState !== undefined && typeof requestState !== 'string') throw new CallRefusedError('its state is no text');
  return { inputResponsesText: inputResponses === undefined ? undefined : JSON.stringify(inputResponses), requestState };
}

function admitRead(message: JSONRPCMessage & { readonly params?: unknown }, serverKey: string, permits: Permits): JSONRPCMessage {
  const params = (message.params ?? {}) as CallParams & { readonly uri?: unknown };
  const { [permitKey]: permit, [readToolKey]: toolName, ...onWire } = params._meta ?? {};
  if (permit === undefined && toolName === undefined) return message;
  if (typeof toolName !== 'string') throw new CallRefusedError('it names no tool');
  permits.spend(permit, { serverKey, toolName, argumentsText: JSON.stringify({ uri: params.uri }), ...roundOf(params) });
  const { _meta, ...rest } = params;
  return { ...message, params: { ...rest, ...(Object.keys(onWire).length > 0 ? { _meta: onWire } : {}) } };
}

/** A transport behind the lock: whatever the SDK, a retry or a reconnect wants to send passes here, where the bytes leave. */
export class LockedTransport implements Transport {
  readonly #inner: Transport;
  readonly #serverKey: string;
  readonly #permits: Permits;
  constructor(inner: Transport, serverKey: string, permits: Permits) {
    this.#inner = inner;
    this.#serverKey = serverKey;
    this.#permits = permits;
  }
  get onclose(): (() => void) | undefined {
    return this.#inner.onclose;
  }
  set onclose(listener: (() => void) | undefined) {
    this.#inner.onclose = listener;
  }
  get onerror(): ((error: Error) => void) | undefined {
    return this.#inner.onerror;
  }
  set onerror(listener: ((error: Error) => void) | undefined) {
    this.#inner.onerror = listener;
  }
  get onmessage(): Transport['onmessage'] {
    return this.#inner.onmessage;
  }
  set onmessage(listener: (<T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void) | undefined) {
    this.#inner.onmessage = listener;
  }

  async start(): Promise<void> {
    await this.#inner.start();
  }
  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    await this.#inner.send(admit(message, this.#serverKey, this.#permits), options);
  }
  async close(): Promise<void> {
    await this.#inner.close();
  }
}

/** The same for a server elsewhere: what the SDK asks of an HTTP transport goes through. */
export class LockedRemoteTransport extends LockedTransport {
  readonly hasPerRequestStream: boolean;
  readonly #inner: Transport;
  constructor(inner: Transport, serverKey: string, permits: Permits) {
    super(inner, serverKey, permits);
    this.#inner = inner;
    this.hasPerRequestStream = inner.hasPerRequestStream === true;
  }
  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }
  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }
}

/** The same for a server on this computer: members of these names make the SDK take silence for an older server, not for an outage. */
export class LockedLocalTransport extends LockedTransport {
  readonly pid = null;
  readonly stderr = null;
}
