import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../i18n.ts';
import { usePage, useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { AddServer } from './AddServer.tsx';
import { ServerCard } from './ServerCard.tsx';
import { ServerPage } from './ServerPage.tsx';
import './Servers.css';
import './ServerPage.css';

/** All servers with how they are and the way to add one, or the page of one of them. */
export function ServersScreen() {
  const place = usePage((s) => s.serverPlace);
  const server = useTopics((s) => s.servers.find((one) => one.key === place?.key));
  return place && server ? <ServerPage key={server.key} server={server} place={place} /> : <ServerList />;
}

function ServerList() {
  const t = useT();
  const servers = useTopics((s) => s.servers);
  const [isAdding, setAdding] = useState(false);
  return (
    <main className="screen">
      <div className="screen-column">
        <header className="screen-head with-action" data-tour="servers">
          <div>
            <h1>{t('app.screen.servers')}</h1>
            <p>{t('servers.what')}</p>
          </div>
          {isAdding ? null : (
            <Button look="primary" onClick={() => setAdding(true)}>
              <Plus size={16} aria-hidden="true" /> {t('servers.add')}
            </Button>
          )}
        </header>
        {isAdding ? <AddServer onDone={() => setAdding(false)} /> : null}
        <div className="server-cards">
          {servers.map((server) => (
            <ServerCard key={server.key} server={server} />
          ))}
        </div>
      </div>
    </main>
  );
}
