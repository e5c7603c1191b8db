import { useState } from 'react';
import type { FolderView, ServerPermissionsView, ServerView } from '#shared/servers/status.ts';
import { useLocale, useT } from '../i18n.ts';
import { useAct, useRequest } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { TextField } from '../ui/Field.tsx';
import { inDigits } from '../ui/format.ts';
import { SwitchRow } from '../ui/SwitchRow.tsx';
import { SentenceGap } from '../ui/SentenceGap.tsx';
import './ServerPermissions.css';

/** What this server may ask of the person: answers of a model, information, and folders. */
export function ServerPermissions({ server }: { readonly server: ServerView }) {
  const t = useT();
  const { permissions } = server;
  if (!permissions) return null;
  return (
    <section className="server-section permissions" aria-labelledby="server-permissions">
      <h2 id="server-permissions">{t('permissions.title')}</h2>
      <Sampling server={server} permissions={permissions} />
      <Information server={server} isOn={permissions.information} />
      <Folders serverKey={server.key} folders={permissions.folders} />
    </section>
  );
}

function Sampling({ server, permissions }: { readonly server: ServerView; readonly permissions: ServerPermissionsView }) {
  const t = useT();
  const act = useAct();
  const locale = useLocale();
  const { sampling, spent } = permissions;
  const isUsedUp = spent.calls >= spent.maxCalls || spent.tokens >= spent.maxTokens;
  const isOlder = server.state.status === 'ready' && server.state.era === 'legacy';
  return (
    <SwitchRow
      label={t('permissions.sampling')}
      isOn={sampling}
      onChange={(on) => act('server.setSampling', { key: server.key, on })}
      hint={
        <>
          <p>
            {t('permissions.sampling.what')}
            <SentenceGap />
            {isOlder ? t('permissions.reconnects') : ''}
          </p>
          {sampling ? <p className="permissions-spent">{t('permissions.sampling.spent', inDigits(locale, spent))}</p> : null}
          {sampling && isUsedUp ? <p className="permissions-warning">{t('permissions.sampling.usedUp')}</p> : null}
        </>
      }
    />
  );
}

function Information({ server, isOn }: { readonly server: ServerView; readonly isOn: boolean }) {
  const t = useT();
  const act = useAct();
  const isOlder = server.state.status === 'ready' && server.state.era === 'legacy';
  return (
    <SwitchRow
      label={t('permissions.information')}
      isOn={isOn}
      onChange={(on) => act('server.setInformation', { serverKey: server.key, on })}
      hint={
        <p>
          {t('permissions.information.what')} {isOlder ? t('permissions.reconnects') : ''}
        </p>
      }
    />
  );
}

function Folders({ serverKey, folders }: { readonly serverKey: string; readonly folders: readonly FolderView[] }) {
  const t = useT();
  return (
    <div className="permissions-folders">
      <h3>{t('permissions.folders')}</h3>
      <p className="field-hint">{t('permissions.folders.what')}</p>
      {folders.length === 0 ? <p className="muted">{t('permissions.folders.none')}</p> : null}
      <ul className="plain">
        {folders.map((folder) => (
          <FolderRow key={folder.path} serverKey={serverKey} folder={folder} />
        ))}
      </ul>
      <AddFolder serverKey={serverKey} />
    </div>
  );
}

function FolderRow({ serverKey, folder }: { readonly serverKey: string; readonly folder: FolderView }) {
  const t = useT();
  const act = useAct();
  return (
    <li className={folder.gone ? 'permissions-folder gone' : 'permissions-folder'}>
      <span className="permissions-path">
        <ExactText text={folder.path} />
        {folder.gone ? <span className="badge wait">{t('permissions.folder.gone')}</span> : null}
        {folder.holdsUserData ? <span className="badge bad">{t('permissions.folder.holdsData')}</span> : null}
      </span>
      <Button
        size="small"
        aria-label={t('permissions.folder.removeNamed', { path: folder.path })}
        onClick={() => act('server.removeFolder', { key: serverKey, path: folder.path })}
      >
        {t('permissions.folder.remove')}
      </Button>
    </li>
  );
}

function AddFolder({ serverKey }: { readonly serverKey: string }) {
  const t = useT();
  const [path, setPath] = useState('');
  const [isWarned, setWarned] = useState(false);
  const { run, isBusy, failure, forget } = useRequest('server.addFolder');
  const add = async (evenUserData: boolean): Promise<void> => {
    setWarned(false);
    const answer = await run({ key: serverKey, path, evenUserData });
    if (answer?.value.added) setPath('');
    else if (answer?.value.holdsUserData) setWarned(true);
  };
  return (
    <form
      className="permissions-add"
      onSubmit={(event) => {
        event.preventDefault();
        if (path !== '') void add(false);
      }}
    >
      <TextField
        label={t('permissions.folder.path')}
        hint={t('permissions.folder.hint')}
        mono
        value={path}
        onChange={(value) => {
          setPath(value);
          forget();
        }}
        error={failure ? t(`failure.${failure.code}`) : undefined}
      />
      <Button disabled={isBusy || path === ''} onClick={() => void add(false)}>
        {t('permissions.folder.add')}
      </Button>
      {isWarned ? (
        <Dialog
          title={t('permissions.folder.warn.title')}
          onClose={() => setWarned(false)}
          actions={
            <>
              <Button onClick={() => setWarned(false)}>{t('app.cancel')}</Button>
              <Button look="danger" onClick={() => void add(true)}>
                {t('permissions.folder.warn.confirm')}
              </Button>
            </>
          }
        >
          <p>{t('permissions.folder.warn.what')}</p>
        </Dialog>
      ) : null}
    </form>
  );
}
