import { useState } from 'react';
import type { SecretUse } from '#shared/secrets/secretUse.ts';
import { useT } from './i18n.ts';
import { useAct, useRequest } from './ipc/hooks.ts';
import { Button } from './ui/Button.tsx';
import { Dialog } from './ui/Dialog.tsx';
import { ExactText } from './ui/Exact.tsx';
import { TextField } from './ui/Field.tsx';
import './secrets.css';

/** Secrets by name, with where they are used; each can be set, replaced and removed, and none is ever shown. */
export function SecretRows({ secrets }: { readonly secrets: readonly SecretUse[] }) {
  const t = useT();
  return (
    <ul className="plain secrets" aria-label={t('secrets.title')}>
      {secrets.map((secret) => (
        <SecretRow key={secret.name} secret={secret} />
      ))}
    </ul>
  );
}

function SecretRow({ secret: { name, isKept, servers } }: { readonly secret: SecretUse }) {
  const t = useT();
  const act = useAct();
  const [open, setOpen] = useState<'value' | 'remove'>();
  const close = (): void => setOpen(undefined);
  return (
    <li className="secret">
      <span className="secret-words">
        <span>
          <ExactText text={name} /> {isKept ? null : <span className="badge wait">{t('secrets.missing')}</span>}
        </span>
        <span className="muted small">{servers.length > 0 ? t('secrets.usedBy', { servers }) : t('secrets.unused')}</span>
      </span>
      {open === 'value' ? null : (
        <Button
          size="small"
          look={isKept ? 'plain' : 'primary'}
          aria-label={t(isKept ? 'secrets.replace.named' : 'secrets.set.named', { name })}
          onClick={() => setOpen('value')}
        >
          {t(isKept ? 'secrets.replace' : 'secrets.set')}
        </Button>
      )}
      {isKept && open !== 'value' ? (
        <Button size="small" look="quiet" aria-label={t('secrets.remove.named', { name })} onClick={() => setOpen('remove')}>
          {t('secrets.remove')}
        </Button>
      ) : null}
      {open === 'value' ? <ValueField name={name} onDone={close} /> : null}
      {open === 'remove' ? (
        <Dialog
          title={t('secrets.remove.title', { name })}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{t('app.cancel')}</Button>
              <Button
                look="danger"
                onClick={() => {
                  close();
                  act('secret.remove', { name });
                }}
              >
                {t('secrets.remove.confirm')}
              </Button>
            </>
          }
        >
          <p>{servers.length > 0 ? t('secrets.remove.what', { servers }) : t('secrets.remove.unused')}</p>
        </Dialog>
      ) : null}
    </li>
  );
}

/** The value goes one way; what was typed stays while it could not be kept. */
function ValueField({ name, onDone }: { readonly name: string; readonly onDone: () => void }) {
  const t = useT();
  const [value, setValue] = useState('');
  const { run, isBusy, failure } = useRequest('secret.set');
  const save = async (): Promise<void> => {
    if (value !== '' && (await run({ name, value }))) onDone();
  };
  return (
    <div
      className="secret-value"
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') void save();
        if (event.key === 'Escape') onDone();
      }}
    >
      <TextField
        label={t('secrets.value', { name })}
        type="password"
        value={value}
        onChange={setValue}
        hint={t('secrets.value.hint')}
        error={failure && t(`failure.${failure.code}`)}
      />
      <Button look="quiet" onClick={onDone}>
        {t('app.cancel')}
      </Button>
      <Button disabled={isBusy || value === ''} onClick={() => void save()}>
        {t('secrets.save')}
      </Button>
    </div>
  );
}
