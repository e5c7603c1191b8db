import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '../../i18n.ts';
import { useAct, useRequest, useTopics } from '../../ipc/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { ExactText } from '../../ui/Exact.tsx';
import { ProviderCard } from './ProviderCard.tsx';
import { ProviderForm } from './ProviderForm.tsx';
import { SentenceGap } from '../../ui/SentenceGap.tsx';
import './Models.css';

/** The providers with their keys and models, those found on this computer, and the way to add one. */
export function ModelsSection() {
  const t = useT();
  const act = useAct();
  const { providers, keysIn } = useTopics((s) => s.providers);
  const [isAdding, setAdding] = useState(false);
  useEffect(() => act('provider.discover', {}), [act]);
  return (
    <section className="settings-group" aria-labelledby="settings-models" data-tour="model">
      <h2 id="settings-models">{t('models.title')}</h2>
      <p className="muted">{t('models.what')}</p>
      {keysIn === 'unknown' ? null : (
        <p className={keysIn === 'memory' ? 'keys-in memory' : 'keys-in muted'}>{t(`models.keysIn.${keysIn}`)}</p>
      )}
      {providers.length === 0 && !isAdding ? <p>{t('models.none')}</p> : null}
      <div className="providers">
        {providers.map((provider) => (
          <ProviderCard key={provider.id} provider={provider} />
        ))}
      </div>
      {isAdding ? (
        <ProviderForm onDone={() => setAdding(false)} />
      ) : (
        <div>
          <Button onClick={() => setAdding(true)}>
            <Plus size={16} aria-hidden="true" /> {t('models.add')}
          </Button>
        </div>
      )}
      <Local />
    </section>
  );
}

function Local() {
  const t = useT();
  const local = useTopics((s) => s.providers.local);
  const { run, isBusy } = useRequest('provider.discover');
  return (
    <div className="local-models">
      <div className="local-head">
        <h3>{t('models.local')}</h3>
        <Button size="small" look="quiet" disabled={isBusy} onClick={() => void run({})}>
          {t('models.local.look')}
        </Button>
      </div>
      <p className="muted">
        {t('models.local.what')}
        <SentenceGap />
        {local.length === 0 ? t('models.local.none') : ''}
      </p>
      <ul className="plain">
        {local.map(({ id, name, baseUrl, models }) => (
          <li key={id} className="local-provider">
            <span className="server-dot" aria-hidden="true" />
            <span>
              {name} <span className="muted">{new URL(baseUrl).host}</span>
            </span>
            <span className="muted local-names">
              <ExactText text={models.join(', ')} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
