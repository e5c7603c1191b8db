import { useState } from 'react';
import { useLocale, useT } from '../i18n.ts';
import { usePage, usePageParts, useRequest } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Choice, TextField } from '../ui/Field.tsx';
import { openChat } from './chatDeeds.ts';
import './ChatFileDialogs.css';

/** The dialog for a chat's file, when the page asks for one. */
export function ChatFileDialogs() {
  const asked = usePage((s) => s.chatFile);
  const { page } = usePageParts();
  const close = (): void => page.setState({ chatFile: null });
  if (asked === null) return null;
  return asked.kind === 'export' ? (
    <ExportDialog conversationId={asked.conversationId} onClose={close} />
  ) : (
    <ImportDialog onClose={close} />
  );
}

/** Writes a chat to a typed path, or where the system's dialog says; stays to say where it went. */
function ExportDialog({ conversationId, onClose }: { readonly conversationId: string; readonly onClose: () => void }) {
  const t = useT();
  const language = useLocale();
  const [as, setAs] = useState<'markdown' | 'json'>('markdown');
  const [path, setPath] = useState('');
  const [done, setDone] = useState<{ readonly path: string; readonly leftOut: number }>();
  const { run, isBusy, failure, forget } = useRequest('chat.export');
  const write = async (typed?: string): Promise<void> => {
    setDone(undefined);
    const answer = await run({ conversationId, as, language, ...(typed === undefined ? {} : { path: typed }) });
    if (answer?.value) setDone(answer.value);
  };
  return (
    <Dialog
      title={t('chatFile.export.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(done ? 'chatFile.close' : 'app.cancel')}</Button>
          <Button disabled={isBusy} onClick={() => void write()}>
            {t('chatFile.choose')}
          </Button>
          <Button look="primary" disabled={isBusy || path.trim() === ''} onClick={() => void write(path.trim())}>
            {t('chatFile.export.do')}
          </Button>
        </>
      }
    >
      <div className="chat-file-form">
        <p className="muted">{t('chatFile.export.what')}</p>
        <Choice
          label={t('chatFile.format')}
          value={as}
          onChange={(value) => {
            setAs(value);
            setDone(undefined);
            forget();
          }}
          options={(['markdown', 'json'] as const).map((value) => ({ value, label: t(`chatFile.format.${value}`) }))}
        />
        <TextField
          label={t('chatFile.path')}
          hint={t('chatFile.path.hint')}
          value={path}
          onChange={setPath}
          mono
          placeholder={as === 'json' ? '~/chat.json' : '~/chat.md'}
          error={failure ? t(`failure.${failure.code}`) : undefined}
        />
        <p role="status" className="small">
          {done ? t('chatFile.export.done', { path: done.path }) : ''}
          {done && done.leftOut > 0 ? ` ${t('chatFile.export.leftOut', { count: done.leftOut })}` : ''}
        </p>
      </div>
    </Dialog>
  );
}

/** Makes a chat of a file at a typed path, or of one picked in the system's dialog, and opens it. */
function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const language = useLocale();
  const parts = usePageParts();
  const [path, setPath] = useState('');
  const { run, isBusy, failure } = useRequest('chat.import');
  const read = async (typed?: string): Promise<void> => {
    const answer = await run({ language, ...(typed === undefined ? {} : { path: typed }) });
    if (!answer?.value) return;
    openChat(parts, answer.value.conversationId);
    onClose();
  };
  return (
    <Dialog
      title={t('chatFile.import.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button disabled={isBusy} onClick={() => void read()}>
            {t('chatFile.choose')}
          </Button>
          <Button look="primary" disabled={isBusy || path.trim() === ''} onClick={() => void read(path.trim())}>
            {t('chatFile.import.do')}
          </Button>
        </>
      }
    >
      <div className="chat-file-form">
        <p className="muted">{t('chatFile.import.what')}</p>
        <TextField
          label={t('chatFile.import.path')}
          value={path}
          onChange={setPath}
          mono
          placeholder="~/chat.json"
          error={failure ? t(`failure.${failure.code}`) : undefined}
        />
        {failure && failure.code !== 'chat-file-missing' ? <p className="small muted">{failure.detail}</p> : null}
      </div>
    </Dialog>
  );
}
