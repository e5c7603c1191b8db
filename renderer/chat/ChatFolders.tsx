import { useEffect, useState } from 'react';
import type { FolderView } from '#shared/servers/status.ts';
import { FolderForm, FolderList } from '../Folders.tsx';
import { useT } from '../i18n.ts';
import { usePageParts, useRequest } from '../ipc/hooks.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import './ChatFolders.css';

/** The folders of this chat, which servers may learn of while a call of it runs. */
export function ChatFolders({ conversationId }: { readonly conversationId: string }) {
  const t = useT();
  const { client } = usePageParts();
  const [folders, setFolders] = useState<readonly FolderView[]>([]);
  const { run: runAdd, ...adding } = useRequest('chat.addFolder');
  const { run: runRemove } = useRequest('chat.removeFolder');
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    client.request('chat.folders', { conversationId }).then(
      (found) => isCurrent && setFolders(found),
      (cause: unknown) => console.warn('chat.folders', cause),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, conversationId, changes]);
  const add = async (path: string, evenUserData: boolean) => {
    const answer = await runAdd({ conversationId, path, evenUserData });
    setChanges((n) => n + 1);
    return answer?.value;
  };
  const remove = async (path: string): Promise<void> => {
    await runRemove({ conversationId, path });
    setChanges((n) => n + 1);
  };
  return (
    <section className="context-group chat-folders" aria-label={t('context.folders')}>
      <h3>{t('context.folders')}</h3>
      <p className="muted small">{t('context.folders.what')}</p>
      <FolderList folders={folders} onRemove={(path) => void remove(path)} />
      <Disclosure summary={t('context.folders.give')}>
        <FolderForm {...adding} add={add} />
      </Disclosure>
    </section>
  );
}
