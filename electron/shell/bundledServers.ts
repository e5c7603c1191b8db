import { deserializeMessage } from '@modelcontextprotocol/client';
import { MessageChannelMain, utilityProcess, type UtilityProcess } from 'electron';
import type { Readable } from 'node:stream';
import type { ServerProblem } from '#shared/servers/status.ts';
import { PortTransport } from '../mcp/portTransport.ts';
import type { Launcher, Peer } from '../mcp/peer.ts';

/** `pid` and `stderr` make the SDK take this for a local child: a silent or closed probe then means an older server, not an outage. */
class UtilityTransport extends PortTransport {
  readonly #child: UtilityProcess;
  constructor(child: UtilityProcess, port: ConstructorParameters<typeof PortTransport>[0]) {
    super(port, deserializeMessage);
    this.#child = child;
  }
  get pid(): number | null {
    return this.#child.pid ?? null;
  }
  get stderr(): Readable | null {
    return (this.#child.stderr as Readable | null) ?? null;
  }
}

interface Running {
  readonly child: UtilityProcess;
  readonly exited: Promise<number>;
  readonly tail: string[];
  open: number;
  code: number | undefined;
}

/** All bundled servers share one utility process, started at the first need and ended when the last of them closes. */
export class BundledServers {
  readonly #module: string;
  #running: Running | undefined;
  constructor(modulePath: string) {
    this.#module = modulePath;
  }
  launcher(serverKey: string): Launcher {
    return { open: async () => this.#open(serverKey) };
  }

  #start(): Running {
    // An empty `env` means "inherit everything" to Electron, so one harmless name is given.
    const child = utilityProcess.fork(this.#module, [], {
      serviceName: 'Steward demo servers',
      env: { STEWARD_BUNDLED: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const tail: string[] = [];
    child.stdout?.resume();
    child.stderr?.on('data', (data: Buffer) => {
      tail.push(
        ...String(data)
          .split('\n')
          .filter((line) => line !== ''),
      );
      tail.splice(0, Math.max(0, tail.length - 200));
    });
    const exited = new Promise<number>((resolve) => child.once('exit', resolve));
    const running: Running = { child, exited, tail, open: 0, code: undefined };
    void exited.then((code) => {
      running.code = code;
      if (this.#running === running) this.#running = undefined;
    });
    return running;
  }
  #open(serverKey: string): Peer {
    const running = (this.#running ??= this.#start());
    running.open += 1;
    const { port1, port2 } = new MessageChannelMain();
    const transport = new UtilityTransport(running.child, port1);
    let closing: Promise<void> | undefined;
    void running.exited.then(() => transport.close());
    running.child.postMessage(serverKey, [port2]);
    const close = async (): Promise<void> => {
      await transport.close();
      running.open -= 1;
      if (running.open > 0) return;
      if (this.#running === running) this.#running = undefined;
      running.child.kill();
      await Promise.race([running.exited, new Promise((resolve) => setTimeout(resolve, 1500).unref())]);
    };
    return {
      transport,
      stderrTail: () => running.tail,
      strayLines: () => 0,
      problem: (): ServerProblem | undefined =>
        running.code === undefined || closing ? undefined : { code: 'crashed', detail: `exit code ${running.code}` },
      close: () => (closing ??= close()),
    };
  }
}
