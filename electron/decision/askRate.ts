import type { Decision } from '#shared/decision/decision.ts';
import { playgroundChat } from '#shared/servers/playground.ts';

/** A person can weigh this many questions of one server in a minute; more are held back (S27). */
export const asksPerMinute = 10;
const minute = 60_000;

/**
 * The server whose wishes a question is about, for the kinds that a server or a model can make as many of as it likes. What a person runs
 * by hand is asked as often as the person wants.
 */
export function askingServer(decision: Decision): string | undefined {
  if (decision.kind === 'sampling-request' || decision.kind === 'elicitation' || decision.kind === 'link') return decision.serverKey;
  return decision.kind === 'tool-call' && decision.conversationId !== playgroundChat ? decision.serverKey : undefined;
}

/** Counts the questions of each server over the last minute. */
export class AskRate {
  readonly #now: () => number;
  readonly #recent = new Map<string, number[]>();
  readonly #stopped = new Map<string, number>();
  constructor(now: () => number) {
    this.#now = now;
  }
  /** Counts one more question, unless ten came within the last minute: then false. */
  take(serverKey: string): boolean {
    const now = this.#now();
    const recent = (this.#recent.get(serverKey) ?? []).filter((at) => now - at < minute);
    const free = recent.length < asksPerMinute;
    if (free) recent.push(now);
    this.#recent.set(serverKey, recent);
    return free;
  }
  /** The person wants to see more: counting begins anew. */
  reset(serverKey: string): void {
    this.#recent.delete(serverKey);
  }
  /** The person has had enough: for a minute every further question counts as answered with no. */
  stop(serverKey: string): void {
    this.#stopped.set(serverKey, this.#now() + minute);
  }
  isStopped(serverKey: string): boolean {
    return this.#now() < (this.#stopped.get(serverKey) ?? 0);
  }
}
