import { useT } from '../i18n.ts';
import { useTopics } from '../ipc/hooks.ts';
import { Choice, Field, TextField } from '../ui/Field.tsx';
import { endings, type RuleForm } from './ruleForm.ts';

interface FieldsProps {
  readonly form: RuleForm;
  readonly onChange: (more: Partial<RuleForm>) => void;
}

/** Which server, and which of its tools. */
export function RuleSubjectFields({ form, onChange }: FieldsProps) {
  const t = useT();
  const servers = useTopics((s) => s.servers);
  const tools = servers.find(({ key }) => key === form.serverKey)?.tools ?? [];
  const names = [...new Set([...(form.toolName === '' ? [] : [form.toolName]), ...tools.map(({ name }) => name)])];
  const keys = [...new Set([form.serverKey, ...servers.map(({ key }) => key)])];
  return (
    <div className="rule-row">
      <Field label={t('rule.server')}>
        {(ids) => (
          <select
            {...ids}
            className="input"
            value={form.serverKey}
            onChange={(event) => onChange({ serverKey: event.target.value, toolName: '', afterReading: [] })}
          >
            {keys.map((key) => (
              <option key={key}>{key}</option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('rule.tool')}>
        {(ids) => (
          <select {...ids} className="input" value={form.toolName} onChange={(event) => onChange({ toolName: event.target.value })}>
            <option value="">{t('rule.everyTool')}</option>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

/** On which arguments. */
export function RuleCondition({ form, onChange, isTried }: FieldsProps & { readonly isTried: boolean }) {
  const t = useT();
  const isMissing = isTried && (form.pointer.trim() === '' || (form.when === 'starts-with' && form.value === ''));
  return (
    <div className="rule-condition">
      <Choice
        label={t('rule.when')}
        value={form.when}
        onChange={(when) => onChange({ when })}
        options={[
          { value: 'any', label: t('rule.when.any') },
          { value: 'equals', label: t('rule.when.equals') },
          { value: 'starts-with', label: t('rule.when.starts') },
        ]}
      />
      {form.when === 'any' ? null : (
        <div className="rule-row">
          <TextField
            label={t('rule.pointer')}
            hint={t('rule.pointer.hint')}
            mono
            value={form.pointer}
            onChange={(pointer) => onChange({ pointer })}
            error={isMissing ? t('rule.value.missing') : undefined}
          />
          <TextField
            label={t('rule.value')}
            hint={t(form.when === 'equals' ? 'rule.value.equals.hint' : 'rule.value.starts.hint')}
            mono
            value={form.value}
            onChange={(value) => onChange({ value })}
          />
        </div>
      )}
    </div>
  );
}

/** How long, and whether it holds after the model has read from elsewhere. */
export function RuleTerms({ form, onChange, canKeep }: FieldsProps & { readonly canKeep: boolean }) {
  const t = useT();
  const others = useTopics((s) => s.servers).filter(({ key }) => key !== form.serverKey);
  const toggle = (key: string, on: boolean): void =>
    onChange({ afterReading: on ? [...form.afterReading, key] : form.afterReading.filter((one) => one !== key) });
  return (
    <>
      <Choice
        label={t('rule.ends')}
        value={form.ends}
        onChange={(ends) => onChange({ ends })}
        options={endings.filter((ends) => ends !== 'keep' || canKeep).map((value) => ({ value, label: t(`rule.ends.${value}`) }))}
      />
      {form.effect !== 'allow' ? null : (
        <>
          <div className="rule-tick">
            <label className="tick-line">
              <input type="checkbox" checked={form.onlyReads} onChange={(event) => onChange({ onlyReads: event.target.checked })} />
              {t('rule.onlyReads')}
            </label>
            <p className="field-hint">{t('rule.onlyReads.hint')}</p>
          </div>
          {form.onlyReads || others.length === 0 ? null : (
            <fieldset className="rule-tick">
              <legend>{t('rule.after')}</legend>
              <div className="rule-after">
                {others.map(({ key }) => (
                  <label key={key} className="tick-line">
                    <input
                      type="checkbox"
                      checked={form.afterReading.includes(key)}
                      onChange={(event) => toggle(key, event.target.checked)}
                    />
                    {key}
                  </label>
                ))}
              </div>
              <p className="field-hint">{t('rule.after.hint')}</p>
            </fieldset>
          )}
        </>
      )}
    </>
  );
}
