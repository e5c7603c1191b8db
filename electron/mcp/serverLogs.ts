import { LOG_LEVEL_META_KEY } from '@modelcontextprotocol/client';
import type { LogLevel, ServerLog } from '#shared/trace/traffic.ts';
import { redactText } from '../trace/redact.ts';
import type { TrafficRecorder } from '../trace/recorder.ts';
import type { Answers } from './answers.ts';
import type { Connection } from './connection.ts';
import type { HostClient } from './hostClient.ts';

export interface ServerLogsParts {
  readonly connection: () => Connection;
  readonly recorder: TrafficRecorder;
  readonly answers: Answers;
  /** What must not be seen, asked at each look. */
  readonly secrets: () => readonly string[];
}

/** What a server wrote besides its answers, and how much of it the person asked for (LOG-1..3). */
export class ServerLogs {
  readonly #parts: ServerLogsParts;
  #level: LogLevel | null = null;
  constructor(parts: ServerLogsParts) {
    this.#parts = parts;
  }

  read(): ServerLog {
    const { recorder, answers, secrets } = this.#parts;
    const connection = this.#parts.connection();
    const clean = (lines: readonly string[]): string[] => lines.map((line) => redactText(line, secrets()));
    return {
      stderr: clean(connection.stderrTail),
      stray: clean(connection.strayTail),
      answers: [...answers.strays()],
      answersCount: answers.count,
      messages: [...recorder.logs()],
      canLog: connection.live?.client.getServerCapabilities()?.logging !== undefined,
      level: this.#level,
    };
  }
  /** Asks a running server of the older era at once; one of the newer era hears of it with each call. */
  async setLevel(level: LogLevel | null): Promise<void> {
    this.#level = level;
    const client = this.#parts.connection().live?.client;
    if (client) await this.apply(client);
  }
  /** Tells a server of the older era, as it starts, what is wanted. */
  async apply(client: HostClient): Promise<void> {
    if (this.#level === null || client.getProtocolEra() === 'modern' || !client.getServerCapabilities()?.logging) return;
    await client.setLoggingLevel(this.#level, { timeout: 5000 });
  }
  /** What a request of the newer era carries so that logs are sent for it. */
  requestMeta(): Readonly<Record<string, string>> {
    return this.#level !== null && this.#parts.connection().live?.client.getProtocolEra() === 'modern'
      ? { [LOG_LEVEL_META_KEY]: this.#level }
      : {};
  }
}
