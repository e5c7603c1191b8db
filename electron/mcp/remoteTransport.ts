import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { AccessNeededError, CallFailedError, type Trouble } from './peer.ts';

/** Marks an error that this host put in place of an answer that will not come. Told by identity: no server can send it. */
export const lostAnswer: object = Object.freeze({ lost: true });

/** The id of a ping of our own; its answer stays here. */
const pingId = 'steward-ping';
const sessionLost: Trouble = {
  problem: { code: 'session-lost', detail: 'the server does not know the session' },
  final: false,
  fresh: true,
};

export interface RemoteParts {
  /** One of the SDK's HTTP transports, not yet started. */
  readonly inner: Transport;
  readonly explain: (error: unknown) => Trouble | undefined;
  /** Whether this failure means that the session is gone. */
  readonly losesSession: (error: unknown) => boolean;
  /** Whether somebody who signs in, or allows more, can mend this failure. */
  readonly needsAccess: (error: unknown) => boolean;
  /** Why the stream of an answer has just ended. */
  readonly whyEnded: () => string | undefined;
  /** The connection can't go on for this reason. */
  readonly onBroken: (trouble: Trouble) => void;
}

/**
 * One of the SDK's HTTP transports, with what it leaves to a host: an answer's stream that ends without the answer ends the request, a
 * refused call says how it was refused, and a lost session or a dead address ends the connection so that a new one can begin.
 */
export class RemoteTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  readonly hasPerRequestStream: boolean;
  readonly #parts: RemoteParts;
  readonly #waiting = new Set<number>();
  #isOpen = false;
  #isBroken = false;
  #isPinging = false;
  constructor(parts: RemoteParts) {
    this.#parts = parts;
    const { inner } = parts;
    this.hasPerRequestStream = inner.hasPerRequestStream === true;
    inner.onclose = () => this.onclose?.();
    inner.onerror = (error) => this.#failed(error);
    inner.onmessage = (message, extra) => this.#receive(message, extra);
  }
  get sessionId(): string | undefined {
    return this.#parts.inner.sessionId;
  }
  setProtocolVersion(version: string): void {
    this.#isOpen = true;
    this.#parts.inner.setProtocolVersion?.(version);
  }
  async start(): Promise<void> {
    await this.#parts.inner.start();
  }
  async close(): Promise<void> {
    this.#isBroken = true;
    await this.#parts.inner.close();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const id = 'method' in message && 'id' in message && typeof message.id === 'number' ? message.id : undefined;
    if (id !== undefined) this.#waiting.add(id);
    try {
      await this.#parts.inner.send(message, {
        ...options,
        onRequestStreamEnd: () => {
          options?.onRequestStreamEnd?.();
          if (id !== undefined) this.#unanswered(id);
        },
      });
    } catch (error) {
      if (id !== undefined) this.#waiting.delete(id);
      throw this.#refused(error, message);
    }
  }

  #receive<T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo): void {
    if (!('method' in message)) {
      if (message.id === pingId) return;
      if (typeof message.id === 'number') this.#waiting.delete(message.id);
    }
    this.onmessage?.(message, extra);
  }

  /** The stream of a request has ended. */
  #unanswered(id: number): void {
    if (!this.#waiting.delete(id) || this.#isBroken) return;
    const why = this.#parts.whyEnded() ?? 'the stream ended without it';
    this.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32000, message: why, data: lostAnswer } });
  }

  /** During the handshake the SDK reads its own errors; a call afterwards gets ours, which says what became of it. */
  #refused(error: unknown, message: JSONRPCMessage): unknown {
    if (!this.#isOpen) return error;
    const isLost = this.#parts.losesSession(error);
    const trouble = isLost ? sessionLost : this.#parts.explain(error);
    if (!trouble) return error;
    if (this.#parts.needsAccess(error)) {
      // What else runs here goes on: the connection stays.
      const isCall = 'method' in message && message.method === 'tools/call';
      return isCall ? new AccessNeededError(trouble.problem.detail, { cause: error }) : error;
    }
    if (isLost || endsConnection(trouble)) this.#breakSoon(trouble);
    if (!('method' in message) || message.method !== 'tools/call') return error;
    return new CallFailedError(`${trouble.problem.code}: ${trouble.problem.detail}`, isLost ? 'none' : effectOf(trouble), { cause: error });
  }

  /** Errors of requests, which are told of there too, and of the stream that the server speaks on by itself. */
  #failed(error: Error): void {
    if (this.#isOpen && !this.#isBroken && this.#parts.losesSession(error)) {
      // For a stream alone a 404 may mean that there is none (UC1): a request tells.
      if (this.sessionId === undefined) this.#breakSoon(sessionLost);
      else void this.#ping();
    }
    this.onerror?.(error);
  }
  async #ping(): Promise<void> {
    if (this.#isPinging) return;
    this.#isPinging = true;
    try {
      await this.#parts.inner.send({ jsonrpc: '2.0', id: pingId, method: 'ping' });
    } catch (error) {
      if (this.#parts.losesSession(error)) this.#breakSoon(sessionLost);
    } finally {
      this.#isPinging = false;
    }
  }

  /** After whoever asked has been told, since closing would tell them less. */
  #breakSoon(trouble: Trouble): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#parts.onBroken(trouble);
    setTimeout(() => void this.#parts.inner.close().catch((error: unknown) => this.onerror?.(error as Error)), 0);
  }
  /** Ends the connection for a reason found elsewhere. */
  break(trouble: Trouble): void {
    this.#breakSoon(trouble);
  }
}

/** Nothing listens there any more, or it lets nobody in: more requests would only fail the same way. */
function endsConnection({ problem, final }: Trouble): boolean {
  return final
    ? ['needs-sign-in', 'header-refused'].includes(problem.code)
    : ['net-refused', 'net-unknown-host', 'net-unreachable', 'net-proxy'].includes(problem.code);
}

function effectOf({ problem: { code } }: Trouble): 'none' | 'refused' | 'maybe' {
  if (['net-refused', 'net-unknown-host', 'net-unreachable', 'net-proxy', 'net-secure'].includes(code)) return 'none';
  return /^(http-(busy|forbidden|not-found|refused|redirect)|needs-sign-in|header-refused)$/.test(code) ? 'refused' : 'maybe';
}
