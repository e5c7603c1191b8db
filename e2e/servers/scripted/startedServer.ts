import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** A server started for a test that looks at its bytes: everything it writes is kept. */
export class StartedServer {
  readonly child: Child;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  readonly #stdout: Buffer[] = [];
  readonly #stderr: Buffer[] = [];
  #nextId = 1;

  constructor(program: string, env: Readonly<Record<string, string>>) {
    this.child = spawn(process.execPath, [program], { env: { LIFE_MS: '20000', ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    this.exited = once(this.child, 'exit').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
    }));
    this.child.stdout.on('data', (chunk: Buffer) => this.#stdout.push(chunk));
    this.child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    // A write to a server that has just ended fails; what the test looks at is how it ended.
    this.child.stdin.on('error', (error) => this.#stderr.push(Buffer.from(`stdin: ${error.message}\n`)));
  }

  /** Sends a request and gives its id. */
  ask(method: string, params: Record<string, unknown> = {}): number {
    const id = this.#nextId;
    this.#nextId += 1;
    this.send({ id, method, params });
    return id;
  }

  call(text = 'hello', name = 'echo'): number {
    return this.ask('tools/call', { name, arguments: { text }, _meta: { progressToken: 'token' } });
  }

  send(message: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#stdout);
  }

  get stderr(): Buffer {
    return Buffer.concat(this.#stderr);
  }

  /** The whole lines on stdout so far that are JSON-RPC. */
  get messages(): Record<string, unknown>[] {
    const { bytes } = this;
    return bytes
      .subarray(0, bytes.lastIndexOf(0x0a) + 1)
      .toString()
      .split('\n')
      .flatMap((line) => parsed(line));
  }

  /** The messages with this id. */
  answersTo(id: unknown): Record<string, unknown>[] {
    return this.messages.filter((message) => message.id === id);
  }

  end(): void {
    this.child.stdin.end();
    this.child.kill('SIGKILL');
  }
}

function parsed(line: string): Record<string, unknown>[] {
  try {
    const message: unknown = JSON.parse(line);
    return isRpc(message) ? [message] : [];
  } catch {
    return [];
  }
}

function isRpc(message: unknown): message is Record<string, unknown> {
  return typeof message === 'object' && message !== null && 'jsonrpc' in message && message.jsonrpc === '2.0';
}
