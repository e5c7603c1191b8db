import { useState } from 'react';
import type { ProviderView } from '#shared/models/providers.ts';
import type { ProviderTest } from '#shared/models/providerTest.ts';
import { counted, type Translate, useT } from '../../i18n.ts';
import { useAct, useRequest } from '../../ipc/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { ExactText } from '../../ui/Exact.tsx';
import { draftOf } from './draftOf.ts';
import { KeyField } from './KeyField.tsx';
import { ModelPicker } from './ModelPicker.tsx';
import { ProviderForm } from './ProviderForm.tsx';
import { testWords } from './testWords.ts';

/** One provider: how it is, its key, its models, and what can be done with it. */
export function ProviderCard({ provider }: { readonly provider: ProviderView }) {
  const t = useT();
  const [isEditing, setEditing] = useState(false);
  /** Another key may open another list. */
  const [keysGiven, setKeysGiven] = useState(0);
  const { words, tone } = stateOf(t, provider);
  if (isEditing) return <ProviderForm known={provider} onDone={() => setEditing(false)} />;
  return (
    <article className={`provider ${tone}`} aria-label={provider.name}>
      <header className="provider-head">
        <span className="server-dot" aria-hidden="true" />
        <h3>
          <ExactText text={provider.name} />
        </h3>
        <span className="provider-state">{words}</span>
      </header>
      <div className="provider-body">
        <p className="provider-address">
          <ExactText text={provider.baseUrl} />
        </p>
        <KeyField provider={provider} onSaved={() => setKeysGiven((n) => n + 1)} />
        <Disclosure summary={t('models.pick')} startsOpen={provider.models.length === 0}>
          <ModelPicker key={keysGiven} provider={provider} />
        </Disclosure>
        <Actions provider={provider} onEdit={() => setEditing(true)} />
      </div>
    </article>
  );
}

function stateOf(t: Translate, { enabled, models }: ProviderView): { readonly words: string; readonly tone: string } {
  if (!enabled) return { words: t('models.state.off'), tone: 'off' };
  if (models.length === 0) return { words: t('models.state.noModels'), tone: 'waiting' };
  return { words: t(counted(models.length, 'models.chosen.one', 'models.chosen.many'), { count: models.length }), tone: 'good' };
}

function Actions({ provider, onEdit }: { readonly provider: ProviderView; readonly onEdit: () => void }) {
  const t = useT();
  const act = useAct();
  const { run, isBusy, failure } = useRequest('provider.test');
  const [result, setResult] = useState<ProviderTest>();
  const [isRemoving, setRemoving] = useState(false);
  const test = async (): Promise<void> => {
    setResult(undefined);
    setResult((await run({ id: provider.id }))?.value);
  };
  return (
    <>
      <div className="provider-test" role="status">
        {isBusy ? <p className="muted">{t('models.testing')}</p> : null}
        {failure && !isBusy ? <p className="provider-bad">{t(`failure.${failure.code}`)}</p> : null}
        {result && !isBusy ? <Result result={result} /> : null}
      </div>
      <div className="provider-actions">
        <Button size="small" disabled={isBusy} onClick={() => void test()}>
          {t('models.test')}
        </Button>
        <Button size="small" onClick={onEdit}>
          {t('models.edit')}
        </Button>
        <Button size="small" onClick={() => act('provider.save', draftOf(provider, { enabled: !provider.enabled }))}>
          {t(provider.enabled ? 'models.off' : 'models.on')}
        </Button>
        <Button size="small" look="quiet" onClick={() => setRemoving(true)}>
          {t('models.remove')}
        </Button>
      </div>
      {isRemoving ? <RemoveDialog provider={provider} onClose={() => setRemoving(false)} /> : null}
    </>
  );
}

function Result({ result }: { readonly result: ProviderTest }) {
  const t = useT();
  return (
    <>
      <p className={result.ok ? 'provider-good' : 'provider-bad'}>{testWords(t, result)}</p>
      {!result.ok && result.detail !== '' ? (
        <p className="technical muted">
          <ExactText text={result.detail} />
        </p>
      ) : null}
    </>
  );
}

function RemoveDialog({ provider: { id, name }, onClose }: { readonly provider: ProviderView; readonly onClose: () => void }) {
  const t = useT();
  const act = useAct();
  return (
    <Dialog
      title={t('models.remove.title', { name })}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button look="danger" onClick={() => act('provider.remove', { id })}>
            {t('models.remove.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('models.remove.what')}</p>
    </Dialog>
  );
}
