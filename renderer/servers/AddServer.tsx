import { useState } from 'react';
import { useT } from '../i18n.ts';
import { useRequest, useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { emptyForm, readForm, type ServerForm } from './serverForm.ts';

/** A new local server, written to mcp.json. Nothing starts before its review. */
export function AddServer({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  const taken = useTopics((s) => s.servers).map((server) => server.key);
  const [form, setForm] = useState(emptyForm);
  const [isTried, setTried] = useState(false);
  const { run, isBusy, failure } = useRequest('server.save');
  const result = readForm(form, taken);
  const set = (field: keyof ServerForm) => (value: string) => setForm((f) => ({ ...f, [field]: value }));
  const errorOf = (field: keyof ServerForm): string | undefined => {
    const problem = isTried && !result.ok ? result.problems[field] : undefined;
    return problem && t(problem.key, { line: problem.line ?? '' });
  };
  const save = async (): Promise<void> => {
    setTried(true);
    if (result.ok && (await run({ key: result.key, entry: result.entry }))) onDone();
  };
  return (
    <section className="add-server" aria-label={t('servers.add')}>
      <div className="add-server-fields">
        <TextField label={t('servers.form.name')} value={form.name} onChange={set('name')} error={errorOf('name')} placeholder="files" />
        <TextField
          label={t('servers.form.command')}
          value={form.command}
          onChange={set('command')}
          error={errorOf('command')}
          mono
          placeholder="npx"
        />
        <TextField
          label={t('servers.form.args')}
          value={form.args}
          onChange={set('args')}
          rows={4}
          mono
          hint={t('servers.form.args.hint')}
        />
        <TextField
          label={t('servers.form.env')}
          value={form.env}
          onChange={set('env')}
          error={errorOf('env')}
          rows={4}
          mono
          hint={t('servers.form.env.hint')}
        />
      </div>
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
    </section>
  );
}
