import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProtocolError } from '@modelcontextprotocol/client';
import type { Health } from '#shared/servers/protocolFacts.ts';
import type { HostClient } from './hostClient.ts';

export interface HealthParts {
  readonly client: HostClient;
  readonly isLive: () => boolean;
  /** A call runs: its silence is no illness. */
  readonly isBusy: () => boolean;
  /** Milliseconds between two looks, asked before each; 0 for none. */
  readonly everyMs: () => number;
  /** How long an answer may take. */
  readonly answerMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onChecked: (health: Health) => void;
  /** It left two looks in a row unanswered, with no call running. Told once. */
  readonly onDead: (detail: string) => void;
}
/** How soon a changed wish is heeded. */
const sliceMs = 15_000;

/**
 * Looks from time to time whether a quiet server still answers (LIF-16): a ping in the older era, its description in the newer. Any answer
 * counts, an error too. A server that has a call to work on is left alone. Ends with the connection; never rejects.
 */
export async function keepHealthy(parts: HealthParts): Promise<void> {
  const { isLive, isBusy, everyMs, onChecked, onDead } = parts;
  let last = performance.now();
  while (isLive()) {
    await sleep(Math.min(everyMs() || sliceMs, sliceMs), undefined, { ref: false });
    const wait = everyMs();
    if (!isLive() || wait === 0 || isBusy() || performance.now() - last < wait - 50) continue;
    last = performance.now();
    const first = await look(parts);
    if (!isLive()) return;
    if (first.isWell || isBusy()) {
      if (first.isWell) onChecked(first);
      continue;
    }
    const second = await look(parts);
    if (!isLive() || isBusy()) continue;
    onChecked(second);
    if (second.isWell) continue;
    onDead(`${second.how}: ${second.detail}`);
    return;
  }
}

/** One look. */
async function look({ client, answerMs, now }: HealthParts): Promise<Health> {
  const how = client.getProtocolEra() === 'modern' ? 'discover' : 'ping';
  const began = performance.now();
  const done = (isWell: boolean, detail: string): Health => ({ at: now(), how, isWell, ms: Math.round(performance.now() - began), detail });
  try {
    if (how === 'ping') await client.ping({ timeout: answerMs });
    else await client.discover({ timeout: answerMs });
    return done(true, '');
  } catch (error) {
    // Who answers with an error is there all the same.
    if (error instanceof ProtocolError) return done(true, `error ${error.code}`);
    return done(false, error instanceof Error ? error.message.slice(0, 200) : String(error));
  }
}
