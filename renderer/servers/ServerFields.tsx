import { useT } from '../i18n.ts';
import { Choice, TextField } from '../ui/Field.tsx';
import { keepable, type Keeping } from './keptValues.ts';
import { type FormProblems, pairsIn, type ServerForm } from './serverForm.ts';

type TextName = Exclude<keyof ServerForm, 'kind' | 'transport' | 'keep'>;
interface ServerFieldsProps {
  readonly form: ServerForm;
  readonly problems: FormProblems;
  readonly onChange: (form: ServerForm) => void;
  readonly keeping: Keeping & { readonly isInMemory: boolean };
  /** The name of a server that exists stays. */
  readonly hasName: boolean;
}

/** The fields of one server, on this computer or elsewhere. */
export function ServerFields({ form, problems, onChange, keeping, hasName }: ServerFieldsProps) {
  const t = useT();
  const errorOf = (field: TextName): string | undefined => {
    const problem = problems[field];
    return problem && t(problem.key, { line: problem.line ?? '' });
  };
  const field = (name: TextName) => ({
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
            <Transport form={form} onChange={onChange} />
            <TextField label={t('serverPage.headers')} {...field('headers')} rows={3} mono hint={t('serverPage.form.headers.hint')} />
          </>
        )}
      </div>
      <Keep form={form} onChange={onChange} keeping={keeping} />
    </>
  );
}

type Part = Pick<ServerFieldsProps, 'form' | 'onChange'>;
/** For who knows better than what the connection would find out. */
function Transport({ form, onChange }: Part) {
  const t = useT();
  return (
    <div className="server-transport">
      <Choice
        label={t('serverForm.transport')}
        value={form.transport}
        onChange={(transport) => onChange({ ...form, transport })}
        options={[
          { value: 'auto', label: t('serverForm.transport.auto') },
          { value: 'http', label: 'HTTP' },
          { value: 'sse', label: 'SSE' },
        ]}
      />
      <p className="field-hint">{t('serverForm.transport.hint')}</p>
    </div>
  );
}

/** Which of the values typed above go to the keychain; nothing while there is none that could. */
function Keep({ form, onChange, keeping }: Part & Pick<ServerFieldsProps, 'keeping'>) {
  const t = useT();
  const values = keepable(pairsIn(form), form.keep, keeping);
  if (values.length === 0) return null;
  return (
    <fieldset className="server-keep">
      <legend>{t('serverForm.keep')}</legend>
      <div className="server-keep-names">
        {values.map(({ name, isKept }) => (
          <label key={name}>
            <input type="checkbox" checked={isKept} onChange={() => onChange({ ...form, keep: { ...form.keep, [name]: !isKept } })} />
            <span className="mono">{name}</span>
          </label>
        ))}
      </div>
      <p className="field-hint">{t(keeping.isInMemory ? 'serverForm.keep.memory' : 'serverForm.keep.keychain')}</p>
    </fieldset>
  );
}
