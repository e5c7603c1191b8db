import { LOG_LEVEL_META_KEY } from '@modelcontextprotocol/client';
import type { LogLevel, ServerLog } from '#shared/trace/traffic.ts';
import { redactText } from '../trace/redact.ts';
import type { TrafficRecorder } from '../trace/recorder.ts';
import type { Connection } from './connection.ts';
import type { HostClient } from './hostClient.ts';

/** What a server wrote besides its answers, and how much of it the person asked for (LOG-1..3). */
export class ServerLogs {
  readonly #connection: () => Connection;
  readonly #recorder: TrafficRecorder;
  readonly #secrets: () => readonly string[];
  #level: LogLevel | null = null;
  constructor(connection: () => Connection, recorder: TrafficRecorder, secrets: () => readonly string[]) {
    this.#connection = connection;
    this.#recorder = recorder;
    this.#secrets = secrets;
  }

  read(): ServerLog {
    const connection = this.#connection();
    const clean = (lines: readonly string[]): string[] => lines.map((line) => redactText(line, this.#secrets()));
    return {
      stderr: clean(connection.stderrTail),
      stray: clean(connection.strayTail),
      messages: [...this.#recorder.logs()],
      canLog: connection.live?.client.getServerCapabilities()?.logging !== undefined,
      level: this.#level,
    };
  }
  /** Asks a running server of the older era at once; one of the newer era hears of it with each call. */
  async setLevel(level: LogLevel | null): Promise<void> {
    this.#level = level;
    const client = this.#connection().live?.client;
    if (client) await this.apply(client);
  }
  /** Tells a server of the older era, as it starts, what is wanted. */
  async apply(client: HostClient): Promise<void> {
    if (this.#level === null || client.getProtocolEra() === 'modern' || !client.getServerCapabilities()?.logging) return;
    await client.setLoggingLevel(this.#level, { timeout: 5000 });
  }
  /** What a request of the newer era carries so that logs are sent for it. */
  requestMeta(): Readonly<Record<string, string>> {
    return this.#level !== null && this.#connection().live?.client.getProtocolEra() === 'modern'
      ? { [LOG_LEVEL_META_KEY]: this.#level }
      : {};
  }
}
