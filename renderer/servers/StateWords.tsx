import type { ServerView } from '#shared/servers/status.ts';
import { useT } from '../i18n.ts';
import { useNow } from '../ui/useNow.ts';
import { stateWords } from './stateWords.ts';

/** The state of a server in words, counting down where something is waited for. */
export function StateWords({ server }: { readonly server: ServerView }) {
  const t = useT();
  return server.state.status === 'backoff' ? <Counting server={server} /> : <>{stateWords(t, server.state, 0)}</>;
}
function Counting({ server }: { readonly server: ServerView }) {
  return <>{stateWords(useT(), server.state, useNow())}</>;
}
