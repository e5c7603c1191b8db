import { useState } from 'react';
import { useT } from '../i18n.ts';
import { useRequest, useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Choice } from '../ui/Field.tsx';
import { ImportServers } from './ImportServers.tsx';
import { emptyForm, readForm } from './serverForm.ts';
import { ServerFields } from './ServerFields.tsx';

const ways = ['form', 'paste', 'import'] as const;

/** New servers, written to mcp.json: by hand, from pasted JSON, or from another app. Nothing starts before its review. */
export function AddServer({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  const [way, setWay] = useState<(typeof ways)[number]>('form');
  return (
    <section className="add-server" aria-label={t('servers.add')}>
      <Choice
        label={t('serverPage.add.way')}
        isLabelHidden
        value={way}
        onChange={setWay}
        options={ways.map((value) => ({ value, label: t(`serverPage.add.${value}`) }))}
      />
      {way === 'form' ? <ByForm onDone={onDone} /> : <ImportServers key={way} from={way} onDone={onDone} />}
    </section>
  );
}

function ByForm({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  const servers = useTopics((s) => s.servers);
  const [form, setForm] = useState(emptyForm);
  const [isTried, setTried] = useState(false);
  const { run, isBusy, failure } = useRequest('server.save');
  const taken = servers.map((server) => server.key);
  const result = readForm(form, taken);
  const save = async (): Promise<void> => {
    setTried(true);
    if (result.ok && (await run({ key: result.key, entry: result.entry }))) onDone();
  };
  return (
    <>
      <ServerFields form={form} problems={isTried && !result.ok ? result.problems : {}} onChange={setForm} hasName />
      <p className="muted">{t('servers.form.review')}</p>
      {failure ? (
        <p className="form-failure" role="alert">
          {t(`failure.${failure.code}`)}
        </p>
      ) : null}
      <div className="form-actions">
        <Button look="quiet" onClick={onDone}>
          {t('app.cancel')}
        </Button>
        <Button look="primary" disabled={isBusy} onClick={() => void save()}>
          {t('servers.form.save')}
        </Button>
      </div>
    </>
  );
}
