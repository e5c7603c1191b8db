import { Activity, FolderOpen, MessageSquare, Server, Settings } from 'lucide-react';
import type { ComponentType } from 'react';
import { useT } from '../i18n.ts';
import { usePage, usePageParts, useTopics } from '../ipc/hooks.ts';
import { type Screen, screens } from '../store.ts';
import './Rail.css';

const icons: Readonly<Record<Screen, ComponentType<{ size: number; strokeWidth: number; 'aria-hidden': true }>>> = {
  chats: MessageSquare,
  servers: Server,
  resources: FolderOpen,
  activity: Activity,
  settings: Settings,
};

/** The way between the screens. */
export function Rail() {
  const t = useT();
  const { page } = usePageParts();
  const current = usePage((s) => s.screen);
  const troubled = useTopics((s) => s.servers.some((server) => server.state.status === 'failed'));
  return (
    <nav className="rail" aria-label={t('app.navigation')}>
      {screens.map((screen) => {
        const Icon = icons[screen];
        return (
          <a
            key={screen}
            href={`#${screen}`}
            className={`rail-link to-${screen}`}
            aria-current={screen === current ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault();
              // A second press leads from the page of one server back to the list.
              page.setState(screen === 'servers' && screen === current ? { serverPlace: null } : { screen, lens: null });
            }}
          >
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            <span>{t(`app.screen.${screen}`)}</span>
            {screen === 'servers' && troubled ? <span className="rail-dot" aria-hidden="true" /> : null}
          </a>
        );
      })}
    </nav>
  );
}
