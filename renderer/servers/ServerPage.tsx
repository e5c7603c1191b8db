import { ArrowLeft } from 'lucide-react';
import type { ServerView } from '#shared/servers/status.ts';
import { useT } from '../i18n.ts';
import { usePageParts, useTopics } from '../ipc/hooks.ts';
import { ServerIcon } from '../ServerIcon.tsx';
import { type ServerPlace, serverTabs } from '../store.ts';
import { IconButton } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { LogTab } from './LogTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { PromptsTab, useListedPrompts } from './PromptsTab.tsx';
import { ServerActions } from './ServerActions.tsx';
import { StateWords } from './StateWords.tsx';
import { toneOf } from './stateWords.ts';
import { ToolsTab } from './ToolsTab.tsx';
import { TrafficTab } from './TrafficTab.tsx';

/** Everything about one server: how it is, its tools, what it wrote, and each message to and from it. */
export function ServerPage({ server, place }: { readonly server: ServerView; readonly place: ServerPlace }) {
  const t = useT();
  const { page } = usePageParts();
  const { key } = server;
  const promptCount = useTopics((s) => s.prompts.find((one) => one.serverKey === key)?.prompts.length ?? 0);
  useListedPrompts();
  return (
    <main className="screen server-page" aria-label={key}>
      <div className="screen-column wide">
        <header className={`server-page-head ${toneOf(server.state)}`}>
          <IconButton label={t('serverPage.back')} onClick={() => page.setState({ serverPlace: null })}>
            <ArrowLeft size={16} />
          </IconButton>
          <span className="server-dot" aria-hidden="true" />
          <ServerIcon serverKey={key} size="large" />
          <h1>
            <ExactText text={key} />
          </h1>
          {server.bundled ? <span className="badge">{t('servers.bundled')}</span> : null}
          <span className="server-state">
            <StateWords server={server} />
          </span>
        </header>
        <ServerActions server={server} />
        <Tabs
          label={t('serverPage.views', { server: key })}
          value={place.tab}
          onChange={(tab) => page.setState({ serverPlace: { key, tab } })}
          tabs={serverTabs.map((value) => ({
            value,
            label:
              value === 'tools'
                ? t('serverPage.tab.tools', { count: server.tools.length })
                : value === 'prompts'
                  ? t('prompts.tab', { count: promptCount })
                  : t(`serverPage.tab.${value}`),
          }))}
        >
          <Tab server={server} place={place} />
        </Tabs>
      </div>
    </main>
  );
}

function Tab({ server, place }: { readonly server: ServerView; readonly place: ServerPlace }) {
  switch (place.tab) {
    case 'overview':
      return <OverviewTab server={server} />;
    case 'tools':
      return <ToolsTab server={server} place={place} />;
    case 'prompts':
      return <PromptsTab serverKey={server.key} />;
    case 'log':
      return <LogTab serverKey={server.key} />;
    case 'traffic':
      return <TrafficTab serverKey={server.key} />;
  }
}
