import type { ServerView } from '#shared/servers/status.ts';
import { counted, useT } from '../i18n.ts';
import { usePageParts } from '../ipc/hooks.ts';
import { ServerIcon } from '../ServerIcon.tsx';
import { Button } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { LeftOut } from './LeftOut.tsx';
import { ServerActions } from './ServerActions.tsx';
import { LastWords, Problem, Where } from './ServerParts.tsx';
import { StateWords } from './StateWords.tsx';
import { serverFacts, toneOf } from './stateWords.ts';

/** One server in the list: how it is, what went wrong, and the way to its page. */
export function ServerCard({ server }: { readonly server: ServerView }) {
  const t = useT();
  const { page } = usePageParts();
  const facts = serverFacts(t, server);
  const open = (tab: 'overview' | 'tools'): void => page.setState({ serverPlace: { key: server.key, tab } });
  return (
    <article className={`server ${toneOf(server.state)}`} aria-label={server.key}>
      <header className="server-head">
        <span className="server-dot" aria-hidden="true" />
        <ServerIcon serverKey={server.key} />
        <h2>
          <ExactText text={server.key} />
        </h2>
        {server.bundled ? <span className="badge">{t('servers.bundled')}</span> : null}
        {server.strayLines > 0 ? (
          <span className="badge wait" title={t('servers.stray.what')}>
            {t(counted(server.strayLines, 'servers.stray.one', 'servers.stray.many'), { count: server.strayLines })}
          </span>
        ) : null}
        <span className="server-state">
          <StateWords server={server} />
        </span>
      </header>
      <div className="server-body">
        <Where server={server} />
        {facts.length > 0 ? <p className="muted">{facts.join(' · ')}</p> : null}
        <Problem server={server} />
        <LastWords server={server} />
        <LeftOut server={server} />
        <div className="server-card-foot">
          <Button size="small" onClick={() => open('overview')} aria-label={t('serverPage.open', { server: server.key })}>
            {t('serverPage.details')}
          </Button>
          {server.tools.length > 0 ? (
            <Button size="small" onClick={() => open('tools')}>
              {t(counted(server.tools.length, 'servers.tools.one', 'servers.tools.many'), { count: server.tools.length })}
            </Button>
          ) : null}
          <ServerActions server={server} />
        </div>
      </div>
    </article>
  );
}
