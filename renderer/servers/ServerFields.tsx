import { useT } from '../i18n.ts';
import { Choice, TextField } from '../ui/Field.tsx';
import type { FormProblems, ServerForm } from './serverForm.ts';

interface ServerFieldsProps {
  readonly form: ServerForm;
  readonly problems: FormProblems;
  readonly onChange: (form: ServerForm) => void;
  /** The name of a server that exists stays. */
  readonly hasName: boolean;
}

/** The fields of one server, on this computer or elsewhere. */
export function ServerFields({ form, problems, onChange, hasName }: ServerFieldsProps) {
  const t = useT();
  const errorOf = (field: keyof ServerForm): string | undefined => {
    const problem = problems[field];
    return problem && t(problem.key, { line: problem.line ?? '' });
  };
  const field = (name: Exclude<keyof ServerForm, 'kind'>) => ({
    value: form[name],
    onChange: (value: string) => onChange({ ...form, [name]: value }),
    error: errorOf(name),
  });
  return (
    <>
      <Choice
        label={t('serverPage.form.kind')}
        value={form.kind}
        onChange={(kind) => onChange({ ...form, kind })}
        options={[
          { value: 'local', label: t('serverPage.form.local') },
          { value: 'remote', label: t('serverPage.form.remote') },
        ]}
      />
      <div className="add-server-fields">
        {hasName ? <TextField label={t('servers.form.name')} {...field('name')} placeholder="files" /> : null}
        {form.kind === 'local' ? (
          <>
            <TextField label={t('servers.form.command')} {...field('command')} mono placeholder="npx" />
            <TextField label={t('servers.form.args')} {...field('args')} rows={4} mono hint={t('servers.form.args.hint')} />
            <TextField label={t('servers.form.env')} {...field('env')} rows={4} mono hint={t('servers.form.env.hint')} />
            <TextField label={t('serverPage.cwd')} {...field('cwd')} mono hint={t('serverPage.form.cwd.hint')} />
          </>
        ) : (
          <>
            <TextField label={t('serverPage.address')} {...field('url')} mono placeholder="https://example.com/mcp" />
            <TextField label={t('serverPage.headers')} {...field('headers')} rows={3} mono hint={t('serverPage.form.headers.hint')} />
          </>
        )}
      </div>
    </>
  );
}
