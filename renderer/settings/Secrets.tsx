import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { canNameSecret } from '#shared/secrets/secrets.ts';
import { secretUses } from '#shared/secrets/secretUse.ts';
import { useT } from '../i18n.ts';
import { usePageParts, useRequest, useTopics } from '../ipc/hooks.ts';
import { SecretRows } from '../SecretRows.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { FormFoot } from '../ui/FormFoot.tsx';
import { SentenceGap } from '../ui/SentenceGap.tsx';

/** The secrets of servers: what is kept, where it is used, what is missing, and where all of it is kept. */
export function Secrets() {
  const t = useT();
  const { client } = usePageParts();
  const { names, keptIn } = useTopics((s) => s.secrets);
  const servers = useTopics((s) => s.servers);
  const [isAdding, setAdding] = useState(false);
  useEffect(() => {
    client.request('vault.kind', {}).catch(() => undefined); // where they are kept then stays unsaid
  }, [client]);
  const uses = secretUses(names, servers);
  return (
    <section className="settings-group" aria-labelledby="settings-secrets">
      <h2 id="settings-secrets">{t('secrets.title')}</h2>
      <div className="rules-head">
        <p className="muted">
          {t('secrets.what')}
          <SentenceGap />
          {keptIn === 'unknown' ? '' : <Where keptIn={keptIn} />}
        </p>
        {isAdding ? null : (
          <Button onClick={() => setAdding(true)}>
            <Plus size={16} aria-hidden="true" /> {t('secrets.add')}
          </Button>
        )}
      </div>
      {isAdding ? <NewSecret names={names} onDone={() => setAdding(false)} /> : null}
      {uses.length === 0 ? <p className="rules-empty">{t('secrets.none')}</p> : <SecretRows secrets={uses} />}
    </section>
  );
}

function Where({ keptIn }: { readonly keptIn: 'keychain' | 'memory' }) {
  const t = useT();
  return <strong>{t(`secrets.keptIn.${keptIn}`)}</strong>;
}

function NewSecret({ names, onDone }: { readonly names: readonly string[]; readonly onDone: () => void }) {
  const t = useT();
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [isTried, setTried] = useState(false);
  const { run, isBusy, failure } = useRequest('secret.set');
  const wanted = name.trim();
  const nameProblem = !canNameSecret(wanted) ? 'secrets.add.nameBad' : names.includes(wanted) ? 'secrets.add.nameTaken' : undefined;
  const save = async (): Promise<void> => {
    setTried(true);
    if (nameProblem === undefined && value !== '' && (await run({ name: wanted, value }))) onDone();
  };
  return (
    <section className="secret-new" aria-label={t('secrets.add')}>
      <div className="secret-new-fields">
        <TextField
          label={t('secrets.add.name')}
          value={name}
          onChange={setName}
          mono
          placeholder="GITHUB_TOKEN"
          error={isTried && nameProblem ? t(nameProblem) : undefined}
        />
        <TextField
          label={t('secrets.add.value')}
          type="password"
          value={value}
          onChange={setValue}
          error={isTried && value === '' ? t('secrets.add.valueMissing') : undefined}
        />
      </div>
      <FormFoot failure={failure} isBusy={isBusy} save={t('secrets.save')} onCancel={onDone} onSave={() => void save()} />
    </section>
  );
}
