import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import type { LogMessage, TrafficFrame, TrafficPage } from '#shared/trace/traffic.ts';
import { redactJson, redactText } from './redact.ts';
import { withoutAnswers } from './withoutAnswers.ts';

export interface RecorderParts {
  /** Milliseconds since 1970; fractions make short times readable. */
  readonly now: () => number;
  /** What must never be seen, wherever it stands: asked at each message. */
  readonly secrets: () => readonly string[];
  /** At most this many frames, and this many characters of them, are kept. */
  readonly maxFrames?: number;
  readonly maxCharacters?: number;
}
interface Asked {
  readonly seq: number;
  readonly at: number;
  readonly method: string;
}
type Direction = TrafficFrame['direction'];

/** Requests whose answer may still come; a server that answers none must not fill the memory. */
const maxOpen = 1000;
const maxLogs = 200;
const longestFrame = 200_000;

/** The frames of one server, both ways, in memory only: the latest ones, with answers paired to what they answer. */
export class TrafficRecorder {
  readonly #parts: RecorderParts;
  readonly #maxFrames: number;
  readonly #maxCharacters: number;
  readonly #frames: TrafficFrame[] = [];
  readonly #open = new Map<string, Asked>();
  readonly #logs: LogMessage[] = [];
  #characters = 0;
  #seq = 0;
  #connection = 0;
  constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.#maxFrames = parts.maxFrames ?? 500;
    this.#maxCharacters = parts.maxCharacters ?? 2_000_000;
  }

  /** The server was started anew: what the old one was asked gets no answer from this one. */
  begin(): void {
    this.#connection += 1;
    this.#open.clear();
  }
  /** Frames after `after`, at most `limit`, the oldest of them first. */
  page(after: number, limit = 200): TrafficPage {
    const oldest = this.#frames[0]?.seq ?? this.#seq + 1;
    const from = Math.max(0, after + 1 - oldest);
    return { frames: this.#frames.slice(from, from + limit), oldest, latest: this.#seq };
  }
  all(): readonly TrafficFrame[] {
    return [...this.#frames];
  }
  /** Log messages of the server, oldest first. */
  logs(): readonly LogMessage[] {
    return [...this.#logs];
  }
  /** Forgets every frame; numbers go on. */
  clear(): void {
    this.#frames.length = 0;
    this.#characters = 0;
  }

  /** Keeps a message that passes now. Returns its number. */
  record(direction: Direction, message: JSONRPCMessage): number {
    const about = describe(message);
    const at = this.#parts.now();
    const key = (by: Direction): string => `${by}:${about.id}`;
    const asked = about.isAnswer ? this.#open.get(key(direction === 'out' ? 'in' : 'out')) : undefined;
    if (asked) this.#open.delete(key(direction === 'out' ? 'in' : 'out'));
    const seq = this.#add({
      at,
      direction,
      kind: about.kind,
      method: asked?.method ?? about.method,
      id: about.id,
      bytes: sizeOf(message),
      text: this.#text(direction === 'out' ? withoutAnswers(message) : message),
      ...(asked ? { answers: asked.seq, durationMs: Math.max(0, at - asked.at) } : {}),
    });
    if (about.kind === 'request' && this.#open.size < maxOpen) this.#open.set(key(direction), { seq, at, method: about.method });
    if (direction === 'in' && about.method === 'notifications/message') this.#log(at, message);
    return seq;
  }
  /** A message that was recorded did not leave after all. */
  unsent(seq: number, reason: string): void {
    const frame = this.#frames.find((f) => f.seq === seq);
    if (!frame) return;
    this.#open.delete(`out:${frame.id}`);
    const text = JSON.stringify({ notSent: redactText(reason.slice(0, 500), this.#parts.secrets()) });
    const { direction, method, id } = frame;
    this.#add({ at: this.#parts.now(), direction, kind: 'unsent', method, id, bytes: 0, text, answers: seq });
  }

  #add(frame: Omit<TrafficFrame, 'seq' | 'connection'>): number {
    this.#seq += 1;
    this.#frames.push({ seq: this.#seq, connection: this.#connection, ...frame });
    this.#characters += frame.text.length;
    while (this.#frames.length > this.#maxFrames || (this.#characters > this.#maxCharacters && this.#frames.length > 1)) {
      this.#characters -= this.#frames.shift()?.text.length ?? 0;
    }
    return this.#seq;
  }
  #text(value: unknown): string {
    try {
      return limited(redactJson(value, this.#parts.secrets()));
    } catch (error) {
      return JSON.stringify({ notShown: String(error).slice(0, 200) }); // what watches must never stop what it watches
    }
  }
  #log(at: number, message: JSONRPCMessage): void {
    const params = ('params' in message ? (message.params ?? {}) : {}) as Readonly<Record<string, unknown>>;
    const word = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 100) : '');
    const secrets = this.#parts.secrets();
    const text = typeof params.data === 'string' ? redactText(params.data.slice(0, 4000), secrets) : this.#text(params.data);
    this.#logs.push({ at, level: word(params.level), logger: word(params.logger), text: text.slice(0, 4000) });
    if (this.#logs.length > maxLogs) this.#logs.shift();
  }
}

function describe(message: JSONRPCMessage): { kind: TrafficFrame['kind']; method: string; id: string; isAnswer: boolean } {
  const id = 'id' in message && message.id !== undefined ? JSON.stringify(message.id) : '';
  if ('method' in message)
    return { kind: id === '' ? 'notification' : 'request', method: message.method.slice(0, 200), id, isAnswer: false };
  return { kind: 'error' in message ? 'error' : 'response', method: '', id, isAnswer: true };
}
function sizeOf(message: JSONRPCMessage): number {
  try {
    return Buffer.byteLength(JSON.stringify(message));
  } catch {
    return 0; // too deep to be written; the transport will say so
  }
}
const limited = (text: string): string =>
  text.length > longestFrame ? `${text.slice(0, longestFrame)}[… ${text.length - longestFrame} more characters]` : text;

/**
 * The same transport, with everything that passes kept by the recorder: put it below the lock, so that it sees what is really sent.
 * Whatever else the transport has is there unchanged.
 */
export function recordedTransport<T extends Transport>(inner: T, recorder: TrafficRecorder): T {
  recorder.begin();
  const send = async (message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> => {
    const seq = recorder.record('out', message);
    try {
      await inner.send(message, options);
    } catch (error) {
      recorder.unsent(seq, error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
  const listening = (listener: NonNullable<Transport['onmessage']>): NonNullable<Transport['onmessage']> => {
    return (message, extra) => {
      recorder.record('in', message);
      listener(message, extra);
    };
  };
  return new Proxy(inner, {
    get(target, name): unknown {
      if (name === 'send') return send;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' && name !== 'onmessage' && name !== 'onclose' && name !== 'onerror'
        ? (value.bind(target) as unknown)
        : value;
    },
    set(target, name, value: unknown): boolean {
      const wrapped = name === 'onmessage' && typeof value === 'function' ? listening(value as NonNullable<Transport['onmessage']>) : value;
      return Reflect.set(target, name, wrapped, target);
    },
  });
}
