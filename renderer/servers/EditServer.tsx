import { useState } from 'react';
import { isStdio, ServerEntry } from '#shared/servers/config.ts';
import { useT } from '../i18n.ts';
import { Choice, TextField } from '../ui/Field.tsx';
import { FormFoot } from '../ui/FormFoot.tsx';
import { formOf, readForm, type ServerForm } from './serverForm.ts';
import { ServerFields } from './ServerFields.tsx';
import { useKeeping, useSaveServer } from './useSaveServer.ts';

interface EditServerProps {
  readonly serverKey: string;
  readonly entry: ServerEntry;
  readonly onDone: () => void;
}

/** Changes how a server is started, in a form or as the JSON of mcp.json. Another launch is reviewed anew before it runs. */
export function EditServer({ serverKey, entry, onDone }: EditServerProps) {
  const t = useT();
  const start = formOf(serverKey, entry);
  const [view, setView] = useState<'form' | 'json'>(start ? 'form' : 'json');
  const [form, setForm] = useState<ServerForm | undefined>(start);
  const [text, setText] = useState(() => JSON.stringify(entry, null, 2));
  const [isTried, setTried] = useState(false);
  const { save: send, isBusy, failure } = useSaveServer();
  const keeping = useKeeping(serverKey, entry);
  const read = form && readForm(form, [], keeping);
  const parsed = parseEntry(text);
  const next =
    view === 'json'
      ? parsed && { entry: parsed }
      : read?.ok
        ? { ...read, entry: { ...read.entry, ...kept(entry, read.entry) } }
        : undefined;
  const save = async (): Promise<void> => {
    setTried(true);
    if (next && (await send({ ...next, key: serverKey }))) onDone();
  };
  return (
    <section className="add-server" aria-label={t('serverPage.editing', { server: serverKey })}>
      {start ? (
        <Choice
          label={t('serverPage.edit.view')}
          isLabelHidden
          value={view}
          onChange={setView}
          options={[
            { value: 'form', label: t('serverPage.edit.form') },
            { value: 'json', label: 'JSON' },
          ]}
        />
      ) : null}
      {view === 'form' && form ? (
        <ServerFields
          form={form}
          problems={isTried && read && !read.ok ? read.problems : {}}
          onChange={setForm}
          keeping={keeping}
          hasName={false}
        />
      ) : (
        <TextField
          label={t('serverPage.edit.json')}
          value={text}
          onChange={setText}
          rows={10}
          mono
          error={isTried && !parsed ? t('serverPage.edit.jsonBad') : undefined}
        />
      )}
      <p className="muted">{t('serverPage.edit.what')}</p>
      <FormFoot failure={failure} isBusy={isBusy} save={t('servers.form.save')} onCancel={onDone} onSave={() => void save()} />
    </section>
  );
}

/** What the form has no field for stays as it was; `type` means something else where the server runs elsewhere. */
function kept(entry: ServerEntry, now: ServerEntry): Record<string, unknown> {
  const fields = ['command', 'args', 'env', 'cwd', 'url', 'headers', ...(isStdio(entry) && isStdio(now) ? [] : ['type'])];
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !fields.includes(name)));
}

function parseEntry(text: string): ServerEntry | undefined {
  try {
    const read = ServerEntry.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined; // not JSON
  }
}
