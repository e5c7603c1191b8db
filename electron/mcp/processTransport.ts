import { isUtf8 } from 'node:buffer';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { parseJSONRPCMessage, serializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { DeadlineWriter, SendError } from './deadlineWriter.ts';
import { foreseeableProblem, launchFailure } from './launchError.ts';
import { LineSplitter, withoutPadding } from './lineSplitter.ts';
import { errorInPlaceOf, jsonRpcIn } from './malformedAnswer.ts';
import { descendantsOf, endGroup, waitUntil, type ProcessId } from './processGroup.ts';
import { LineRing } from './ringBuffer.ts';

export interface ProcessTransportOptions {
  readonly file: string;
  readonly args: readonly string[];
  /** The whole environment of the process; nothing is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** How long each step of a polite end may take (end of input, SIGTERM), milliseconds. */
  readonly graceMs?: number;
  readonly writeDeadlineMs?: number;
  readonly maxLineBytes?: number;
  /** Lines on stdout that were no JSON, counted from the start; told at most once per chunk read. */
  readonly onStray?: (count: number) => void;
  /** Told before `onmessage` when the message held bytes that are no UTF-8, which read as U+FFFD. */
  readonly onInvalidText?: (message: JSONRPCMessage) => void;
  /** Told as soon as the process exists, before anything is written to it. */
  readonly onSpawned?: (pid: number) => void;
  /** What it started that has left its group and lost its parents: ended with the rest, and then once more what is still found. */
  readonly escaped?: { readonly find: () => readonly ProcessId[]; readonly end: () => Promise<unknown> };
}
/** Why the connection is over. `input-closed` and `output-closed`: the process lived on but closed that pipe. */
export type CloseReason = 'closed' | 'not-started' | 'exited' | 'message-too-large' | 'write-timeout' | 'input-closed' | 'output-closed';
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** How long a process that closed a pipe, or output that outlives its process, is waited for. */
const settleMs = 500;
const megabyte = 1024 * 1024;

/**
 * MCP over the standard streams of a process in a group of its own (STD-1..6). Sends never hang, the process never blocks on stderr,
 * and after `close()` nothing that it started is left. `onclose` comes at once when the connection is over; the process may end later.
 */
export class ProcessTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  /** How the process ended; settles at its exit, whoever still holds its pipes. Both null when it never started. */
  readonly exit: Promise<ProcessExit>;
  /** Settles when nothing of the process and its group is left, or when no more can be done about it. Never rejects. */
  readonly gone: Promise<void>;
  readonly #options: ProcessTransportOptions;
  readonly #stderr = new LineRing();
  readonly #hurry = new AbortController();
  readonly #lines: LineSplitter;
  readonly #graceMs: number;
  #child: ChildProcessWithoutNullStreams | undefined;
  #writer: DeadlineWriter | undefined;
  #state: 'new' | 'open' | 'closed' = 'new';
  #reason: CloseReason | undefined;
  #exited: ProcessExit | undefined;
  #stray = 0;
  readonly #strayLines = new LineRing(50, 16_384);
  #strayKeptAt = 0;
  #resolveExit: (exit: ProcessExit) => void = () => undefined;
  #resolveGone: () => void = () => undefined;
  constructor(options: ProcessTransportOptions) {
    this.#options = options;
    this.#graceMs = options.graceMs ?? 1500;
    this.#lines = new LineSplitter(options.maxLineBytes ?? 8 * megabyte);
    this.exit = new Promise((resolve) => (this.#resolveExit = resolve));
    this.gone = new Promise((resolve) => (this.#resolveGone = resolve));
  }

  /** With `stderr`, the mark by which the SDK knows a transport over standard streams. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }
  /** Always null: what it wrote is in `stderrTail()`. */
  get stderr(): null {
    return null;
  }
  /** Undefined while the connection is there. */
  get closedBecause(): CloseReason | undefined {
    return this.#reason;
  }
  /** How it ended, undefined while it runs. */
  get exited(): ProcessExit | undefined {
    return this.#exited;
  }
  get strayLines(): number {
    return this.#stray;
  }
  /** The last 50 lines, at most 16 kB, of stdout that were no JSON, raw. */
  strayTail(): string[] {
    return this.#strayLines.lines();
  }
  /** The last 200 lines, at most 64 kB, of stderr, raw. */
  stderrTail(): string[] {
    return this.#stderr.lines();
  }

  /** Resolves when the process runs; rejects with `LaunchError`. */
  async start(): Promise<void> {
    if (this.#state !== 'new') throw new Error('a process transport starts once');
    this.#state = 'open';
    try {
      await this.#spawn();
    } catch (error) {
      if (this.#child?.pid === undefined) this.#neverRan();
      else this.#hurry.abort();
      this.#end('not-started');
      throw error;
    }
  }

  /** Resolves when the process has been given all of it. Rejects with `SendError`, at the latest after the write deadline. */
  send(message: JSONRPCMessage): Promise<void> {
    if (this.#state !== 'open' || !this.#writer) return Promise.reject(new SendError('the server is not connected', 'no'));
    return this.#writer.write(Buffer.from(serializeMessage(message)));
  }

  /** Ends the process and its group in the order of security.md section 4; `force` goes straight to SIGKILL. Resolves with `gone`. */
  close(options: { readonly force?: boolean } = {}): Promise<void> {
    if (options.force) this.#hurry.abort();
    if (this.#state === 'new') this.#neverRan();
    this.#end('closed');
    return this.gone;
  }

  async #spawn(): Promise<void> {
    const child = (this.#child = spawnChild(this.#options));
    child.once('exit', (code, signal) => this.#ended({ code, signal }));
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    child.stdin.on('error', () => this.#pipeClosed('input-closed'));
    child.stdout.on('error', () => this.#pipeClosed('output-closed'));
    child.stdout.once('end', () => this.#pipeClosed('output-closed'));
    child.stderr.on('error', (error) => this.onerror?.(error));
    this.#writer = new DeadlineWriter(child.stdin, this.#options.writeDeadlineMs ?? 10_000, () => this.#end('write-timeout'));
    const running = new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => reject(launchFailure(error, this.#options)));
    });
    if (child.pid !== undefined) this.#options.onSpawned?.(child.pid);
    await running;
    child.on('error', (error) => this.onerror?.(error));
  }

  #read(chunk: Buffer): void {
    if (this.#state !== 'open') return; // it may go on writing while it is being ended
    const stray = this.#stray;
    const fits = this.#lines.push(chunk, (line) => this.#receive(line));
    if (this.#stray !== stray) this.#options.onStray?.(this.#stray);
    if (!fits) this.#end('message-too-large');
  }

  #receive(line: Buffer): void {
    if (this.#state !== 'open') return;
    const value = jsonRpcIn(withoutPadding(line).toString('utf8'));
    if (!value) {
      this.#stray += 1;
      this.#keepStray(line);
      return;
    }
    const message = this.#understand(value, line.length);
    if (!message) return;
    try {
      if (!isUtf8(line)) this.#options.onInvalidText?.(message);
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(asError(error));
    }
  }

  #understand(value: Readonly<Record<string, unknown>>, size: number): JSONRPCMessage | undefined {
    try {
      return parseJSONRPCMessage(value);
    } catch (error) {
      this.onerror?.(new Error(`a message of ${size} bytes is malformed: ${String(error)}`.slice(0, 200)));
      return errorInPlaceOf(value);
    }
  }

  /** A flood of noise must cost next to nothing: then some of its lines show what it is. */
  #keepStray(line: Buffer): void {
    const now = performance.now();
    if (this.#stray > 50 && now - this.#strayKeptAt < 20) return;
    this.#strayKeptAt = now;
    this.#strayLines.push(Buffer.concat([line.subarray(0, 1000), Buffer.from('\n')]));
  }

  /** A pipe closed: usually the process is about to exit, and then that is the reason. */
  #pipeClosed(reason: 'input-closed' | 'output-closed'): void {
    this.#writer?.fail('the server closed its input or output');
    void waitUntil(() => this.#exited !== undefined, settleMs, this.#hurry.signal).then(() => {
      if (!this.#exited) this.#end(reason);
    });
  }

  #ended(exit: ProcessExit): void {
    this.#exited = exit;
    this.#resolveExit(exit);
    const child = this.#child;
    if (this.#state !== 'open' || child?.pid === undefined) return;
    this.#writer?.fail('the server has ended');
    // What it said last may still be in the pipe; a helper may hold the pipe open for ever.
    void waitUntil(() => child.stdout.readableEnded, settleMs, this.#hurry.signal).then(() => this.#end('exited'));
    this.#finish(child, []);
  }

  /** Settles what a process settles by its end. */
  #neverRan(): void {
    this.#exited = { code: null, signal: null };
    this.#resolveExit(this.#exited);
    this.#resolveGone();
  }

  /** The connection is over, once: for everyone at once, for the process as fast as it is polite. */
  #end(reason: CloseReason): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#reason = reason;
    this.#writer?.fail(`the connection to the server is over: ${reason}`);
    const child = this.#child;
    // Where the process has ended by itself, `#ended` has begun the rest.
    if (child?.pid !== undefined && !this.#exited) {
      const others = descendantsOf(child.pid);
      child.stdin.end();
      void waitUntil(() => this.#exited !== undefined, this.#graceMs, this.#hurry.signal).then(() => this.#finish(child, others));
    }
    try {
      this.onclose?.();
    } catch (error) {
      this.onerror?.(asError(error));
    }
  }

  #finish(child: ChildProcessWithoutNullStreams, others: readonly ProcessId[]): void {
    // On Windows the number of a process that has ended may already be another's, and there is no group to find the rest by.
    const isLost = process.platform === 'win32' && this.#exited !== undefined;
    const escaped = this.#options.escaped?.find() ?? [];
    const options = { graceMs: this.#graceMs, hurry: this.#hurry.signal, others: [...others, ...escaped] };
    const ended = isLost || child.pid === undefined ? Promise.resolve() : endGroup(child.pid, options);
    void ended
      .then(() => this.#options.escaped?.end())
      .catch((error: unknown) => this.onerror?.(asError(error)))
      .then(() => waitUntil(() => this.#exited !== undefined && this.#state === 'closed', settleMs))
      .then(() => {
        for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
        this.#resolveGone();
      });
  }
}

const asError = (value: unknown): Error => (value instanceof Error ? value : new Error(String(value)));

function spawnChild(options: ProcessTransportOptions): ChildProcessWithoutNullStreams {
  const known = foreseeableProblem(options);
  if (known) throw known;
  const { file, args, env, cwd } = options;
  try {
    // A group of its own, so that all it starts can be ended with it; Windows would open a console for that.
    return spawn(file, args, {
      cwd,
      env: { ...env },
      stdio: 'pipe',
      shell: false,
      windowsHide: true,
      detached: process.platform !== 'win32',
    });
  } catch (error) {
    throw launchFailure(error, options);
  }
}
