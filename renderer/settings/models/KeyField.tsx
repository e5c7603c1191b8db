import { useState } from 'react';
import type { ProviderView } from '#shared/models/providers.ts';
import { useT } from '../../i18n.ts';
import { useAct, useRequest } from '../../ipc/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';

/** Whether a provider has a key, and the way to give it another. The key goes one way only. */
export function KeyField({ provider: { id, hasKey }, onSaved }: { readonly provider: ProviderView; readonly onSaved: () => void }) {
  const t = useT();
  const act = useAct();
  const [isOpen, setOpen] = useState(false);
  const [key, setKey] = useState('');
  const { run, isBusy, failure } = useRequest('provider.setKey');
  const close = (): void => {
    setKey('');
    setOpen(false);
  };
  const save = async (): Promise<void> => {
    if (key.trim() === '' || !(await run({ id, key }))) return;
    close();
    onSaved();
  };
  if (!isOpen)
    return (
      <p className="provider-key">
        <span className={hasKey ? '' : 'muted'}>{t(hasKey ? 'models.key.saved' : 'models.key.none')}</span>
        <Button size="small" look="quiet" onClick={() => setOpen(true)}>
          {t(hasKey ? 'models.key.replace' : 'models.key.set')}
        </Button>
        {hasKey ? (
          <Button size="small" look="quiet" onClick={() => act('provider.setKey', { id, key: '' })}>
            {t('models.key.remove')}
          </Button>
        ) : null}
      </p>
    );
  return (
    <div
      className="key-field"
      onKeyDown={(event) => {
        if (event.key === 'Enter') void save();
        if (event.key === 'Escape') close();
      }}
    >
      <TextField
        label={t('models.key.new')}
        type="password"
        value={key}
        onChange={setKey}
        error={failure && t(`failure.${failure.code}`)}
      />
      <Button look="quiet" onClick={close}>
        {t('app.cancel')}
      </Button>
      <Button disabled={isBusy || key.trim() === ''} onClick={() => void save()}>
        {t('models.key.save')}
      </Button>
    </div>
  );
}
