import { isRequestName, isTopicName, namesFor, requests, topics, type Handlers } from '#shared/ipc/contract.ts';
import type { Audience } from '#shared/ipc/define.ts';
import { FailureError, type Reply } from '#shared/ipc/failure.ts';
import type { Frame } from '#shared/ipc/wire.ts';
import { isUnwritable } from '../storage/database.ts';
import type { TopicHub } from './topicHub.ts';

/** The two verbs as main offers them to one page. `request` never rejects. */
export interface Route {
  request(name: unknown, input: unknown): Promise<Reply<unknown>>;
  /** Undefined when the page may not watch that. */
  watch(name: unknown, key: unknown, tell: (frame: Frame) => void): (() => void) | undefined;
}

/** Checks the name against the page's closed list, parses the input, runs the handler, and turns whatever happens into a reply. */
export function createRoute(page: Audience, handlers: Handlers, hub: TopicHub, report: (error: unknown) => void): Route {
  const allowed = namesFor(page);
  return {
    async request(name, input) {
      try {
        if (!isRequestName(name) || !allowed.requests.includes(name)) throw new FailureError('unknown-request', String(name).slice(0, 100));
        const parsed = requests[name].input.safeParse(input);
        if (!parsed.success) throw new FailureError('invalid-input', `${name}: ${parsed.error.message.slice(0, 1000)}`);
        // The mapped type ties each handler to its own input; indexing by a union loses that tie, so it is stated again, here only.
        const handler = handlers[name] as (input: unknown) => Promise<unknown>;
        return { ok: true, value: await handler(parsed.data) };
      } catch (error) {
        return { ok: false, failure: toFailure(error, report) };
      }
    },
    watch(name, key, tell) {
      if (!isTopicName(name) || !allowed.topics.includes(name)) return undefined;
      const parsed = topics[name].key.safeParse(key);
      return parsed.success ? hub.watch(name, parsed.data, tell) : undefined;
    },
  };
}

function toFailure(error: unknown, report: (error: unknown) => void): FailureError['failure'] {
  if (error instanceof FailureError) return error.failure;
  if (isUnwritable(error)) return { code: 'not-saved', detail: error instanceof Error ? error.message : '' };
  report(error);
  return { code: 'internal', detail: error instanceof Error ? error.message.slice(0, 500) : 'unknown' };
}
