import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** A server started for a test that looks at its bytes: everything it writes is kept. */
export class StartedServer {
  readonly child: Child;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  #stdout = Buffer.alloc(0);
  #stderr = Buffer.alloc(0);
  #nextId = 1;

  constructor(program: string, env: Readonly<Record<string, string>>) {
    this.child = spawn(process.execPath, [program], { env: { LIFE_MS: '20000', ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    this.exited = once(this.child, 'exit').then(([code, signal]) => ({ code, signal }) as never);
    this.child.stdout.on('data', (chunk: Buffer) => {
      this.#stdout = Buffer.concat([this.#stdout, chunk]);
    });
    this.child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = Buffer.concat([this.#stderr, chunk]);
    });
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
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr.toString();
  }

  get stderrLength(): number {
    return this.#stderr.length;
  }

  /** The whole lines on stdout so far that are JSON objects. */
  get messages(): Record<string, unknown>[] {
    const whole = this.#stdout.subarray(0, this.#stdout.lastIndexOf(0x0a) + 1).toString();
    return whole.split('\n').flatMap((line) => {
      try {
        const message: unknown = JSON.parse(line);
        return typeof message === 'object' && message !== null && !Array.isArray(message) ? [message as Record<string, unknown>] : [];
      } catch {
        return [];
      }
    });
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
