import { InsufficientScopeError, SSEClientTransport, SseError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ServerProblem } from '#shared/servers/status.ts';
import type { Access } from '../auth/access.ts';
import { createCappedFetch, type Answered, type Fetch, type Limits } from '../net/cappedFetch.ts';
import type { NetFault } from '../net/netFault.ts';
import type { HttpAddress } from './httpAddress.ts';
import { faultTrouble, httpTrouble, pointsToSse, statusOf } from './httpTrouble.ts';
import type { Peer, Trouble } from './peer.ts';
import { Reconnections } from './reconnections.ts';
import { RemoteTransport } from './remoteTransport.ts';

/** How long a polite goodbye may take. */
const goodbyeMs = 1000;

export type HttpKind = 'http' | 'sse';
export interface HttpPeerParts {
  readonly address: HttpAddress;
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly limits?: Limits;
  /** Who this host is to the server; already bound to the address. */
  readonly access: Access;
}

/** A server elsewhere. `first` says how it is spoken to first; when that is plainly the wrong way, `otherWay` is the other. */
export function openHttpPeer(parts: HttpPeerParts, first: HttpKind): Peer {
  return new HttpPeer(parts, first, first === 'http' ? 'sse' : 'http');
}

class HttpPeer implements Peer {
  readonly isRemote = true;
  readonly isLegacyOnly: boolean;
  readonly transport: RemoteTransport;
  readonly #parts: HttpPeerParts;
  readonly #kind: HttpKind;
  readonly #other: HttpKind | undefined;
  readonly #inner: StreamableHTTPClientTransport | SSEClientTransport;
  #answered: Answered | undefined;
  #fault: NetFault | undefined;
  #broken: Trouble | undefined;
  #isClosing = false;

  constructor(parts: HttpPeerParts, kind: HttpKind, other: HttpKind | undefined) {
    this.#parts = parts;
    this.#kind = kind;
    this.#other = other;
    this.isLegacyOnly = kind === 'sse';
    this.#inner = kind === 'http' ? this.#streamable() : this.#eventStream();
    this.transport = new RemoteTransport({
      inner: this.#inner,
      explain: (error) => this.#explain(error),
      losesSession: (error) => this.#losesSession(error),
      needsAccess: (error) => this.#needsAccess(error),
      whyEnded: () => this.#whyEnded(),
      onBroken: (trouble) => (this.#broken ??= trouble),
    });
  }

  stderrTail(): readonly string[] {
    return [];
  }
  strayLines(): number {
    return 0;
  }
  problem(): ServerProblem | undefined {
    return this.#isClosing ? undefined : this.#broken?.problem;
  }
  explain(error?: unknown): Trouble | undefined {
    return this.#broken ?? (error === undefined ? undefined : this.#explain(error));
  }
  otherWay(error: unknown): Peer | undefined {
    if (this.#other === undefined) return undefined;
    const points = this.#kind === 'http' ? pointsToSse(error) : isNoEventStream(error);
    return points ? new HttpPeer(this.#parts, this.#other, undefined) : undefined;
  }
  async close({ force = false }: { readonly force?: boolean } = {}): Promise<void> {
    this.#isClosing = true;
    if (!force && this.#broken === undefined) await this.#sayGoodbye();
    await this.transport.close();
  }

  #streamable(): StreamableHTTPClientTransport {
    const reconnections = new Reconnections(this.#parts.now);
    const { url, headers } = this.#parts.address;
    const transport: StreamableHTTPClientTransport = new StreamableHTTPClientTransport(url, {
      fetch: this.#fetch(),
      requestInit: { headers: { ...headers } },
      onInsufficientScope: 'throw',
      reconnectionScheduler: (reconnect, delay) => reconnections.schedule(reconnect, delay),
      // A getter, since it is the era that decides: the newer one resumes nothing (F22).
      reconnectionOptions: {
        initialReconnectionDelay: 1000,
        maxReconnectionDelay: 30_000,
        reconnectionDelayGrowFactor: 2,
        get maxRetries(): number {
          return (transport.protocolVersion ?? '9') < '2026' ? 8 : 0;
        },
      },
    });
    return transport;
  }
  /** The oldest kind: one stream for all answers. When it breaks, the session behind it is gone too. */
  #eventStream(): SSEClientTransport {
    const { url, headers } = this.#parts.address;
    return new SSEClientTransport(url, { fetch: this.#fetch(), requestInit: { headers: { ...headers } } });
  }
  #fetch(): Fetch {
    const { fetch, now, limits, access } = this.#parts;
    const capped = createCappedFetch({
      fetch,
      now,
      ...(limits ? { limits } : {}),
      onAnswer: (answered) => {
        // The stream that the server may or may not offer says nothing about what became of a request.
        if (answered.method === 'POST' || this.#kind === 'sse') this.#answered = answered;
      },
      onFault: (fault, method) => {
        this.#fault = fault;
        if (fault.code === 'message-too-large' && method === 'GET') this.transport.break(faultTrouble(fault));
      },
    });
    return access.fetch(capped, this.#kind === 'http');
  }

  #explain(error: unknown): Trouble | undefined {
    return httpTrouble(error, {
      answered: this.#answered,
      fault: this.#fault,
      hasAuthorization: this.#parts.address.hasAuthorization,
    });
  }
  #needsAccess(error: unknown): boolean {
    return this.#parts.access.isOffered && (statusOf(error) === 401 || error instanceof InsufficientScopeError);
  }
  /** 404 is the protocol's word for it (HTTP-6); several servers say 400. For the oldest kind it is the end of its stream. */
  #losesSession(error: unknown): boolean {
    if (this.#kind === 'sse') return error instanceof SseError;
    if (this.#inner instanceof StreamableHTTPClientTransport && this.#inner.sessionId === undefined) return false;
    const status = statusOf(error);
    return status === 404 || (status === 400 && /session/i.test(error instanceof Error ? error.message : ''));
  }
  /** What ended the stream that has just ended, if anything did. */
  #whyEnded(): string | undefined {
    const fault = this.#fault;
    this.#fault = undefined;
    return fault?.detail;
  }
  async #sayGoodbye(): Promise<void> {
    const inner = this.#inner;
    if (!(inner instanceof StreamableHTTPClientTransport) || inner.sessionId === undefined) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, goodbyeMs);
    });
    // A server that will not hear it forgets the session by itself.
    await Promise.race([inner.terminateSession().catch(() => undefined), late]);
    clearTimeout(timer);
  }
}

/** Whether a GET found an endpoint, but none that streams events: what an endpoint of the newer kind answers. */
function isNoEventStream(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && (status === 200 || [400, 404, 405, 406].includes(status));
}
