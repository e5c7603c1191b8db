import type { ServerView } from '#shared/servers/status.ts';
import type { TopicHub } from '../ipc/topicHub.ts';
import type { Log } from './log.ts';

/** Notes what changes in the topics that tell of trouble: by codes and names, never by content. */
export function logTopics(hub: TopicHub, log: Log): void {
  const states = new Map<string, string>();
  hub.watch('servers', {}, () => {
    for (const server of hub.state('servers', {})) {
      const facts = serverFacts(server);
      const seen = JSON.stringify(facts);
      if (states.get(server.key) === seen) continue;
      states.set(server.key, seen);
      log.note('server', facts);
    }
  });
  let waiting = new Map<string, string>();
  hub.watch('decisions', {}, () => {
    const now = new Map(hub.state('decisions', {}).map(({ id, kind }) => [id, kind]));
    for (const [id, kind] of now) if (!waiting.has(id)) log.note('decision-asked', { kind, id });
    for (const [id, kind] of waiting) if (!now.has(id)) log.note('decision-settled', { kind, id });
    waiting = now;
  });
  let notices = new Set<string>();
  hub.watch('notices', {}, () => {
    const now = hub.state('notices', {});
    for (const { id, code } of now) if (!notices.has(id)) log.note('notice', { code });
    notices = new Set(now.map(({ id }) => id));
  });
}

function serverFacts({ key, state, tools }: ServerView) {
  const problem = 'problem' in state ? state.problem.code : undefined;
  const ready = state.status === 'ready' ? { era: state.era, version: state.version, ms: Math.round(state.readyMs) } : {};
  return { key, status: state.status, problem, tools: tools.length, ...ready };
}
