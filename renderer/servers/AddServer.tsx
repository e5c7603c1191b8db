import { useState } from 'react';
import { useT } from '../i18n.ts';
import { useTopics } from '../ipc/hooks.ts';
import { Choice } from '../ui/Field.tsx';
import { FormFoot } from '../ui/FormFoot.tsx';
import { ImportServers } from './ImportServers.tsx';
import { emptyForm, readForm } from './serverForm.ts';
import { ServerFields } from './ServerFields.tsx';
import { useKeeping, useSaveServer } from './useSaveServer.ts';

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
  const { save: send, isBusy, failure } = useSaveServer();
  const keeping = useKeeping(undefined, undefined);
  const taken = servers.map((server) => server.key);
  const result = readForm(form, taken, keeping);
  const save = async (): Promise<void> => {
    setTried(true);
    if (result.ok && (await send(result))) onDone();
  };
  return (
    <>
      <ServerFields form={form} problems={isTried && !result.ok ? result.problems : {}} onChange={setForm} keeping={keeping} hasName />
      <p className="muted">{t('servers.form.review')}</p>
      <FormFoot failure={failure} isBusy={isBusy} save={t('servers.form.save')} onCancel={onDone} onSave={() => void save()} />
    </>
  );
}
