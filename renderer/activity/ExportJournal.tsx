import { useState } from 'react';
import type { JournalFilter } from '#shared/journal/journal.ts';
import { useT } from '../i18n.ts';
import { useRequest } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/Field.tsx';

/** Saves what the filters show, to a typed path or where a native dialog says. */
export function ExportJournal({ filter }: { readonly filter: JournalFilter }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [path, setPath] = useState('');
  const [done, setDone] = useState('');
  const { run, isBusy, failure, forget } = useRequest('journal.export');
  const close = (): void => {
    setOpen(false);
    forget();
  };
  const save = async (typed?: string): Promise<void> => {
    const answer = await run({ filter, ...(typed === undefined ? {} : { path: typed }) });
    if (!answer?.value) return;
    setDone(t('activity.export.done', { count: answer.value.entries, path: answer.value.path }));
    close();
  };
  return (
    <div className="activity-export">
      <Button
        onClick={() => {
          setDone('');
          setOpen(true);
        }}
      >
        {t('activity.export')}
      </Button>
      <p role="status" className="small muted">
        {done}
      </p>
      {isOpen ? (
        <Dialog
          title={t('activity.export.title')}
          onClose={close}
          actions={
            <>
              <Button look="quiet" onClick={close}>
                {t('app.cancel')}
              </Button>
              <Button disabled={isBusy} onClick={() => void save()}>
                {t('activity.export.choose')}
              </Button>
              <Button look="primary" disabled={isBusy || path.trim() === ''} onClick={() => void save(path.trim())}>
                {t('activity.export.save')}
              </Button>
            </>
          }
        >
          <p className="muted">{t('activity.export.what')}</p>
          <TextField
            label={t('activity.export.path')}
            hint={t('activity.export.hint')}
            value={path}
            onChange={setPath}
            mono
            placeholder="~/steward-journal.jsonl"
            error={failure ? t('activity.export.failed', { detail: failure.detail }) : undefined}
          />
        </Dialog>
      ) : null}
    </div>
  );
}
