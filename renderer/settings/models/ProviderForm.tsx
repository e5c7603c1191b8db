import { useEffect, useRef, useState } from 'react';
import { type PresetId, presetOf, providerPresets, type ProviderView } from '#shared/models/providers.ts';
import { useT } from '../../i18n.ts';
import { usePageParts, useRequest } from '../../ipc/hooks.ts';
import { failureOf } from '../../ipc/client.ts';
import { Choice, TextField } from '../../ui/Field.tsx';
import { FormFoot } from '../../ui/FormFoot.tsx';
import { keepListed } from './keepListed.ts';
import { droppedHost, formOf, isOpenToOthers, type ProviderForm as Form, readForm } from './providerForm.ts';

/** A new provider from a preset, or the name and address of one that is there. The key is sent once and never comes back. */
export function ProviderForm({ known, onDone }: { readonly known?: ProviderView; readonly onDone: () => void }) {
  const t = useT();
  const { client, page } = usePageParts();
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), []);
  const [form, setForm] = useState<Form>(known ?? formOf('openai'));
  const [key, setKey] = useState('');
  const [isTried, setTried] = useState(false);
  const { run, isBusy, failure } = useRequest('provider.save');
  const result = readForm(form, known);
  const problems = isTried && !result.ok ? result.problems : {};
  const { keysAt } = presetOf(form.preset);
  const set = (change: Partial<Form>): void => setForm((before) => ({ ...before, ...change }));
  const save = async (): Promise<void> => {
    setTried(true);
    if (!result.ok) return;
    const saved = await run(result.draft);
    if (!saved) return;
    const { id } = saved.value;
    if (key.trim() !== '')
      await client
        .request('provider.setKey', { id, key })
        .then(() => keepListed(client, id, result.draft))
        .catch((thrown: unknown) => page.setState({ toast: { kind: 'failed', failure: failureOf(thrown) } }));
    setKey('');
    onDone();
  };
  return (
    <section ref={box} className="provider-form" aria-label={known ? `${t('models.edit')} ${known.name}` : t('models.add')}>
      {known ? null : <Presets chosen={form.preset} onChoose={(preset) => setForm(formOf(preset))} />}
      <div className="provider-fields">
        <TextField
          label={t('models.form.name')}
          value={form.name}
          onChange={(name) => set({ name })}
          error={problems.name && t(problems.name)}
        />
        <Address form={form} known={known} onChange={(baseUrl) => set({ baseUrl })} error={problems.baseUrl && t(problems.baseUrl)} />
        {known ? null : (
          <TextField
            label={t('models.form.key')}
            type="password"
            value={key}
            onChange={setKey}
            hint={keysAt === '' ? t('models.form.keyOptional') : t('models.form.keysAt', { where: keysAt })}
          />
        )}
        {form.preset === 'custom' ? (
          <Choice
            label={t('models.form.api')}
            value={form.api}
            onChange={(api) => set({ api })}
            options={[
              { value: 'openai', label: t('models.form.api.openai') },
              { value: 'anthropic', label: t('models.form.api.anthropic') },
            ]}
          />
        ) : null}
      </div>
      <FormFoot failure={failure} isBusy={isBusy} save={t('models.form.save')} onCancel={onDone} onSave={() => void save()} />
    </section>
  );
}

interface AddressProps {
  readonly form: Form;
  readonly known: ProviderView | undefined;
  readonly onChange: (baseUrl: string) => void;
  readonly error: string | undefined;
}
function Address({ form, known, onChange, error }: AddressProps) {
  const t = useT();
  const dropped = droppedHost(known, form.baseUrl);
  const warning =
    dropped === undefined
      ? isOpenToOthers(form.baseUrl)
        ? t('models.form.plain')
        : undefined
      : t('models.form.dropsKey', { host: dropped });
  return (
    <TextField
      label={t('models.form.baseUrl')}
      value={form.baseUrl}
      onChange={onChange}
      error={error}
      mono
      placeholder="https://"
      hint={warning === undefined ? t(`models.form.baseUrl.${form.api}`) : <span className="provider-warning">{warning}</span>}
    />
  );
}

function Presets({ chosen, onChoose }: { readonly chosen: PresetId; readonly onChoose: (preset: PresetId) => void }) {
  const t = useT();
  return (
    <fieldset className="presets">
      <legend>{t('models.preset')}</legend>
      <div className="preset-options">
        {providerPresets.map(({ id, name }) => (
          <label key={id} className="preset">
            <input type="radio" name="preset" checked={id === chosen} onChange={() => onChoose(id)} />
            <span>{name === '' ? t('models.preset.custom') : name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
