import { bodyLimit, eventLimit } from './bodyLimits.ts';
import { NetFault, toNetFault } from './netFault.ts';

/** What sends a request: Chromium's network stack in the app, Node's elsewhere. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** What is known of the last answer, without its content. */
export interface Answered {
  readonly method: string;
  readonly status: number;
  readonly isWebPage: boolean;
  /** How long the server asks to be left alone, in ms, at most an hour. */
  readonly retryAfterMs: number | undefined;
  /** Where it says that the server has gone, read as an address and without query and password. */
  readonly movedTo: string | undefined;
}
export interface Limits {
  /** One body that is no stream of events. */
  readonly bodyBytes: number;
  readonly eventBytes: number;
  /** All that one server sends within a minute. */
  readonly minuteBytes: number;
  /** Until the head of an answer to GET or DELETE; a POST waits as long as its call may. */
  readonly headMs: number;
  /** Between two pieces of a body that is no stream of events. */
  readonly idleMs: number;
}
export const defaultLimits: Limits = {
  bodyBytes: 16 * 1024 * 1024,
  eventBytes: 8 * 1024 * 1024,
  minuteBytes: 64 * 1024 * 1024,
  headMs: 30_000,
  idleMs: 60_000,
};
export interface CappedOptions {
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly limits?: Limits;
  readonly onAnswer: (answered: Answered) => void;
  readonly onFault: (fault: NetFault, method: string) => void;
}

/** A fetch for one server, every answer held to the limits: what goes beyond them fails with a `NetFault`, and so does the network. */
export function createCappedFetch({ fetch, now, limits = defaultLimits, onAnswer, onFault }: CappedOptions): Fetch {
  const minute = new ByteMinute(now, limits.minuteBytes);
  return async (url, init = {}) => {
    const method = (init.method ?? 'GET').toUpperCase();
    const failed = (error: unknown): unknown => {
      const fault = toNetFault(error);
      if (fault instanceof NetFault) onFault(fault, method);
      return fault;
    };
    const head = method === 'POST' ? undefined : new AbortController();
    const timer =
      head && setTimeout(() => head.abort(new NetFault('timeout', `no answer within ${limits.headMs / 1000} s`)), limits.headMs);
    const signal = head ? AbortSignal.any([head.signal, ...(init.signal ? [init.signal] : [])]) : init.signal;
    let response: Response;
    try {
      response = await fetch(url, { ...init, signal: signal ?? null });
    } catch (error) {
      throw failed(head?.signal.aborted ? head.signal.reason : error);
    } finally {
      clearTimeout(timer);
    }
    const type = (response.headers.get('content-type') ?? '').toLowerCase();
    onAnswer({
      method,
      status: response.status,
      isWebPage: /^(text\/html|application\/xhtml)/.test(type),
      retryAfterMs: retryAfter(response.headers.get('retry-after'), now()),
      movedTo: movedTo(response.headers.get('location'), url),
    });
    if (!response.body) return response;
    const isStream = type.startsWith('text/event-stream') && response.ok;
    const limit = isStream ? eventLimit(limits) : bodyLimit(limits);
    const check = (bytes: Uint8Array): void => {
      minute.add(bytes.length);
      limit(bytes);
    };
    return withBody(response, heldTo(response.body, { check, failed, idleMs: isStream ? undefined : limits.idleMs }));
  };
}

/** The bytes of the last minute. */
class ByteMinute {
  readonly #now: () => number;
  readonly #most: number;
  #since = 0;
  #bytes = 0;
  constructor(now: () => number, most: number) {
    this.#now = now;
    this.#most = most;
  }
  add(bytes: number): void {
    const now = this.#now();
    if (now - this.#since >= 60_000 || now < this.#since) {
      this.#since = now;
      this.#bytes = 0;
    }
    this.#bytes += bytes;
    if (this.#bytes > this.#most) throw new NetFault('too-much', `more than ${this.#most / 1048576} MB within a minute`);
  }
}

interface Hold {
  /** Throws to end the body. */
  readonly check: (bytes: Uint8Array) => void;
  readonly failed: (error: unknown) => unknown;
  /** A stream of events may be silent for as long as it likes. */
  readonly idleMs: number | undefined;
}
function heldTo(body: ReadableStream<Uint8Array<ArrayBuffer>>, { check, failed, idleMs }: Hold): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await (idleMs === undefined ? reader.read() : within(reader.read(), idleMs));
        if (done) return controller.close();
        check(value);
        controller.enqueue(value);
      } catch (error) {
        controller.error(failed(error));
        // The source may have failed itself; then there is nothing left to give back.
        await reader.cancel().catch(() => undefined);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NetFault('timeout', `nothing more came for ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function withBody(response: Response, body: ReadableStream<Uint8Array<ArrayBuffer>>): Response {
  const { status, statusText, headers, url } = response;
  const copy = new Response(body, { status, statusText, headers });
  Object.defineProperty(copy, 'url', { value: url });
  return copy;
}

/** Only an address of the web is told on, and only what of it a person can compare. */
function movedTo(location: string | null, from: string | URL): string | undefined {
  if (location === null || !URL.canParse(location, from)) return undefined;
  const { protocol, origin, pathname } = new URL(location, from);
  return protocol === 'https:' || protocol === 'http:' ? `${origin}${pathname}`.slice(0, 300) : undefined;
}

/** Seconds or a date (RFC 9110 10.2.3), in ms from now. */
function retryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d{1,9}$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : undefined;
}
