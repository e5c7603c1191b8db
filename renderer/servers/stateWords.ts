import type { ConnectionState, ServerView } from '#shared/servers/status.ts';
import type { Translate } from '../i18n.ts';
import { formatDuration } from '../ui/format.ts';

export type Tone = 'good' | 'busy' | 'waiting' | 'bad' | 'off';

/** How a state looks at a glance. */
export function toneOf({ status }: ConnectionState): Tone {
  switch (status) {
    case 'ready':
      return 'good';
    case 'starting':
    case 'stopping':
      return 'busy';
    case 'untrusted':
    case 'sign-in':
      return 'waiting';
    case 'failed':
    case 'backoff':
      return 'bad';
    case 'off':
    case 'idle':
      return 'off';
  }
}

/** A state in words. `nowMs` is only used where something is counted down. */
export function stateWords(t: Translate, state: ConnectionState, nowMs: number): string {
  switch (state.status) {
    case 'untrusted':
      return t(state.denied ? 'servers.state.denied' : 'servers.state.untrusted');
    case 'starting':
      return state.attempt > 1 ? t('servers.state.startingAgain', { attempt: state.attempt }) : t('servers.state.starting');
    case 'backoff':
      return t('servers.state.backoff', { seconds: Math.max(0, Math.floor((state.untilMs - nowMs) / 1000)) });
    default:
      return t(`servers.state.${state.status}`);
  }
}

/** What is known of a server besides its state, shortest first. */
export function serverFacts(t: Translate, server: ServerView): readonly string[] {
  const facts: string[] = [];
  if (server.state.status === 'ready') {
    facts.push(t(server.state.era === 'modern' ? 'servers.era.modern' : 'servers.era.legacy', { version: server.state.version }));
    facts.push(t('servers.readyIn', { time: formatDuration(t, server.state.readyMs) }));
  }
  if (server.serverInfo)
    facts.push(t('servers.callsItself', { name: server.serverInfo.title ?? server.serverInfo.name, version: server.serverInfo.version }));
  return facts;
}
