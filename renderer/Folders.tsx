import { useState } from 'react';
import type { Failure } from '#shared/ipc/failure.ts';
import type { FolderView } from '#shared/servers/status.ts';
import { useT } from './i18n.ts';
import { useRequest } from './ipc/hooks.ts';
import { Button } from './ui/Button.tsx';
import { Dialog } from './ui/Dialog.tsx';
import { ExactText } from './ui/Exact.tsx';
import { TextField } from './ui/Field.tsx';
import './folders.css';

interface FolderListProps {
  readonly folders: readonly FolderView[];
  readonly onRemove: (path: string) => void;
}
/** Folders that were given, each with what is to be known of it. */
export function FolderList({ folders, onRemove }: FolderListProps) {
  const t = useT();
  if (folders.length === 0) return null;
  return (
    <ul className="plain">
      {folders.map((folder) => (
        <li key={folder.path} className={folder.gone ? 'permissions-folder gone' : 'permissions-folder'}>
          <span className="permissions-path">
            <ExactText text={folder.path} />
            {folder.gone ? <span className="badge wait">{t('permissions.folder.gone')}</span> : null}
            {folder.holdsUserData ? <span className="badge bad">{t('permissions.folder.holdsData')}</span> : null}
          </span>
          <Button
            size="small"
            aria-label={t('permissions.folder.removeNamed', { path: folder.path })}
            onClick={() => onRemove(folder.path)}
          >
            {t('permissions.folder.remove')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface FolderFormProps {
  readonly add: (path: string, evenUserData: boolean) => Promise<{ readonly added: boolean; readonly holdsUserData: boolean } | undefined>;
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  readonly forget: () => void;
}
/** Gives a folder: typed, or chosen in the system's dialog. One that holds Steward's own data is given only after a warning (S13). */
export function FolderForm({ add, isBusy, failure, forget }: FolderFormProps) {
  const t = useT();
  const [path, setPath] = useState('');
  const [isWarned, setWarned] = useState(false);
  const { run: pick, isBusy: isPicking } = useRequest('folder.pick');
  const give = async (evenUserData: boolean): Promise<void> => {
    setWarned(false);
    const answer = await add(path, evenUserData);
    if (answer?.added) setPath('');
    else if (answer?.holdsUserData) setWarned(true);
  };
  const write = (value: string): void => {
    setPath(value);
    forget();
  };
  const choose = async (): Promise<void> => {
    const chosen = (await pick({}))?.value.path;
    if (chosen !== undefined) write(chosen);
  };
  return (
    <form
      className="permissions-add"
      onSubmit={(event) => {
        event.preventDefault();
        if (path !== '') void give(false);
      }}
    >
      <TextField
        label={t('permissions.folder.path')}
        hint={t('permissions.folder.hint')}
        mono
        value={path}
        onChange={write}
        error={failure ? t(`failure.${failure.code}`) : undefined}
      />
      <div className="permissions-add-deeds">
        <Button disabled={isPicking} onClick={() => void choose()}>
          {t('permissions.folder.choose')}
        </Button>
        <Button disabled={isBusy || path === ''} onClick={() => void give(false)}>
          {t('permissions.folder.add')}
        </Button>
      </div>
      {isWarned ? <Warning onClose={() => setWarned(false)} onConfirm={() => void give(true)} /> : null}
    </form>
  );
}

function Warning({ onClose, onConfirm }: { readonly onClose: () => void; readonly onConfirm: () => void }) {
  const t = useT();
  return (
    <Dialog
      title={t('permissions.folder.warn.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button look="danger" onClick={onConfirm}>
            {t('permissions.folder.warn.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('permissions.folder.warn.what')}</p>
    </Dialog>
  );
}
