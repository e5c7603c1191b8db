import { useEffect, useState } from 'react';
import { modelNameOf, type ProviderView } from '#shared/models/providers.ts';
import type { ModelList } from '#shared/models/providerTest.ts';
import { useT } from '../../i18n.ts';
import { useAct, useRequest } from '../../ipc/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { draftOf } from './draftOf.ts';
import { testWords } from './testWords.ts';

/** More are not shown at once; a filter finds the others. */
const MOST_SHOWN = 40;
const FILTERED_FROM = 12;

/** The provider's models: those its endpoint lists to tick, and any other by its name. Each tick is saved at once. */
export function ModelPicker({ provider }: { readonly provider: ProviderView }) {
  const t = useT();
  const act = useAct();
  const { list, ask, isBusy } = useModelList(provider);
  const listed = list?.ok ? list.models : [];
  const names = [...new Set([...provider.models, ...listed])];
  const save = (models: readonly string[]): void => act('provider.save', draftOf(provider, { models: [...models] }));
  return (
    <div className="model-picker">
      <p className="muted">{t('models.pick.what')}</p>
      <p className="muted" role="status">
        {isBusy ? t('models.pick.loading') : ''}
      </p>
      {list && !list.ok && !isBusy ? (
        <div className="model-picker-failed">
          <p>{testWords(t, list)}</p>
          <Button size="small" onClick={ask}>
            {t('models.pick.again')}
          </Button>
        </div>
      ) : null}
      <Ticks names={names} chosen={provider.models} onChange={save} />
      <ByName onAdd={(name) => save([...new Set([...provider.models, name])])} />
    </div>
  );
}

/** Asks the endpoint when the picker opens, and again when its key or address has changed. */
function useModelList({ id, baseUrl, hasKey }: ProviderView): {
  readonly list: ModelList | undefined;
  readonly ask: () => void;
  readonly isBusy: boolean;
} {
  const { run, isBusy } = useRequest('provider.models');
  const [list, setList] = useState<ModelList>();
  const [count, setCount] = useState(0);
  useEffect(() => {
    let isMine = true;
    void run({ id }).then((answer) => {
      if (isMine && answer) setList(answer.value);
    });
    return () => {
      isMine = false;
    };
  }, [run, id, baseUrl, hasKey, count]);
  return { list, ask: () => setCount((n) => n + 1), isBusy };
}

interface TicksProps {
  readonly names: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (models: readonly string[]) => void;
}
function Ticks({ names, chosen, onChange }: TicksProps) {
  const t = useT();
  const [filter, setFilter] = useState('');
  const fitting = names.filter((name) => name.toLowerCase().includes(filter.trim().toLowerCase()));
  const shown = fitting.slice(0, MOST_SHOWN);
  const toggle = (name: string): void => onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <>
      {names.length > FILTERED_FROM ? (
        <TextField label={t('models.pick.filter')} value={filter} onChange={setFilter} type="search" />
      ) : null}
      <ul className="plain model-ticks">
        {shown.map((name) => (
          <li key={name}>
            <label className="model-tick">
              <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
              <span>{name}</span>
            </label>
          </li>
        ))}
      </ul>
      {names.length > 0 && shown.length === 0 ? <p className="muted">{t('models.pick.none')}</p> : null}
      {fitting.length > shown.length ? <p className="muted">{t('models.pick.more', { count: fitting.length - shown.length })}</p> : null}
    </>
  );
}

function ByName({ onAdd }: { readonly onAdd: (name: string) => void }) {
  const t = useT();
  const [name, setName] = useState('');
  const read = modelNameOf(name);
  const add = (): void => {
    if (read === undefined) return;
    onAdd(read);
    setName('');
  };
  return (
    <div
      className="model-by-name"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing && event.nativeEvent.keyCode !== 229) add();
      }}
    >
      <TextField label={t('models.pick.byName')} value={name} onChange={setName} mono />
      <Button disabled={read === undefined} onClick={add}>
        {t('models.pick.add')}
      </Button>
    </div>
  );
}
