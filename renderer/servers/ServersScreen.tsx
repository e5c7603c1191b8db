import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../i18n.ts';
import { useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { AddServer } from './AddServer.tsx';
import { ServerCard } from './ServerCard.tsx';
import './Servers.css';

/** All servers with how they are, and the way to add one. */
export function ServersScreen() {
  const t = useT();
  const servers = useTopics((s) => s.servers);
  const [isAdding, setAdding] = useState(false);
  return (
    <main className="screen">
      <div className="screen-column">
        <header className="screen-head with-action">
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
