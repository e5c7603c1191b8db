import type { ServerPermissionsView, ServerView } from '#shared/servers/status.ts';
import { FolderForm, FolderList } from '../Folders.tsx';
import { useLocale, useT } from '../i18n.ts';
import { useAct, useRequest } from '../ipc/hooks.ts';
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
      <Folders server={server} permissions={permissions} />
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
          <p>{t('permissions.sampling.older')}</p>
          {sampling ? (
            <p className="permissions-spent">
              {t('permissions.sampling.spent', inDigits(locale, spent))} {isUsedUp ? '' : t('permissions.sampling.reset')}
            </p>
          ) : null}
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

function Folders({ server, permissions }: { readonly server: ServerView; readonly permissions: ServerPermissionsView }) {
  const t = useT();
  const act = useAct();
  const { run, ...adding } = useRequest('server.addFolder');
  const isOlder = server.state.status === 'ready' && server.state.era === 'legacy';
  return (
    <div className="permissions-folders">
      <h3>{t('permissions.folders')}</h3>
      <p className="field-hint">{t('permissions.folders.what')}</p>
      <FolderList folders={permissions.folders} onRemove={(path) => act('server.removeFolder', { key: server.key, path })} />
      <FolderForm {...adding} add={async (path, evenUserData) => (await run({ key: server.key, path, evenUserData }))?.value} />
      <SwitchRow
        label={t('permissions.chatFolders')}
        isOn={permissions.chatFolders}
        onChange={(on) => act('server.setChatFolders', { key: server.key, on })}
        hint={<p>{t(isOlder ? 'permissions.chatFolders.older' : 'permissions.chatFolders.what')}</p>}
      />
    </div>
  );
}
