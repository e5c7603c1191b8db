import { appendFileSync, writeSync } from 'node:fs';

type Era = 'legacy' | 'modern';
type Id = number | string;

/** A message that came in: a request when it has `id` and `method`, a notification without `id`, an answer without `method`. */
export interface Incoming {
  readonly id?: Id;
  readonly method?: string;
  readonly params?: { readonly [member: string]: unknown; readonly _meta?: Record<string, unknown> };
}
/** A message that wants an answer. */
export interface Request extends Incoming {
  readonly id: Id;
  readonly method: string;
}

/** Stops the whole process for a while, reading and signals included. */
export function freeze(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Writes every byte before it returns, as long as the other side takes them; false when it no longer does. */
export function writeAll(fd: 1 | 2, data: string | Uint8Array): boolean {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return false;
      freeze(1);
    }
  }
  return true;
}

/** Writes a line to stderr, where the tests look for what the server saw. */
export function say(line: string): void {
  writeAll(2, `${line}\n`);
}

/** Adds `name pid` to the file that PID_FILE names, so that a test can look for processes that were left behind. */
export function notePid(name: string, pid: number | undefined): void {
  const file = process.env.PID_FILE;
  if (file && pid !== undefined) appendFileSync(file, `${name} ${pid}\n`);
}

/** A number from the environment, for the size of a fault. */
export function knob(name: 'COUNT' | 'SIZE_MB' | 'DELAY_MS' | 'EXIT_CODE' | 'ERROR_CODE' | 'LIFE_MS', otherwise: number): number {
  const text = process.env[name];
  return text ? Number(text) : otherwise;
}

/** The server's side of the line: what it writes, in the form of its era. */
export class Wire {
  readonly era: Era;
  readonly #decorate: (line: string) => string;
  readonly #subscriptions: Id[] = [];
  /** `decorate` may put noise around each line; it includes the line break. */
  constructor(era: Era, decorate: (line: string) => string) {
    this.era = era;
    this.#decorate = decorate;
  }

  /** Any message, as one line. */
  send(message: object): void {
    writeAll(1, this.#decorate(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`));
  }

  /** Bytes as they are. */
  raw(data: string | Uint8Array): void {
    writeAll(1, data);
  }

  /** The answer to a request; in the newer era it gets the members that every result has there, unless it has them already. */
  result(id: Id, result: Record<string, unknown>): void {
    const isCacheable = 'tools' in result || 'supportedVersions' in result;
    const members = this.era === 'modern' ? { resultType: 'complete', ...(isCacheable && { ttlMs: 0, cacheScope: 'private' }) } : {};
    this.send({ id, result: { ...members, ...result } });
  }

  /** A tool's answer in one text block. */
  text(id: Id, text: string): void {
    this.result(id, { content: [{ type: 'text', text }] });
  }

  error(id: Id, error: object): void {
    this.send({ id, error });
  }

  progress(request: Request, params: Record<string, unknown>): void {
    const progressToken = request.params?._meta?.progressToken;
    if (progressToken !== undefined) this.send({ method: 'notifications/progress', params: { progressToken, ...params } });
  }

  /** Remembers who listens, in the newer era, and says so. */
  subscribe({ id, params }: Request): void {
    this.#subscriptions.push(id);
    const _meta = { 'io.modelcontextprotocol/subscriptionId': id };
    this.send({ method: 'notifications/subscriptions/acknowledged', params: { notifications: params?.notifications ?? {}, _meta } });
  }

  /** Tells the client that the tools changed: whoever listens in the newer era, everyone in the older. */
  toolsChanged(): void {
    const method = 'notifications/tools/list_changed';
    if (this.era === 'legacy') this.send({ method });
    for (const id of this.#subscriptions) this.send({ method, params: { _meta: { 'io.modelcontextprotocol/subscriptionId': id } } });
  }
}
