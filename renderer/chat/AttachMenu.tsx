import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../i18n.ts';
import { useRequest } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/Field.tsx';
import { Menu } from '../ui/Menu.tsx';

interface AttachMenuProps {
  readonly conversationId: string;
  /** Begins an @ in the text. */
  readonly onResource: () => void;
  /** Begins a / at the beginning of the text. */
  readonly onPrompt: () => void;
  /** Called when the dialog for files has closed. */
  readonly onDone: () => void;
}

/** The button beside the text: a resource of a server, or a text file of this computer. */
export function AttachMenu({ conversationId, onResource, onPrompt, onDone }: AttachMenuProps) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="attach">
      <Menu
        label={t('attach.button')}
        buttonLook="icon-button quiet"
        button={<Paperclip size={18} />}
        items={[
          { id: 'resource', label: t('attach.resource'), note: t('attach.resource.note') },
          { id: 'prompt', label: t('prompts.attach'), note: t('prompts.attach.note') },
          { id: 'file', label: t('attach.file'), note: t('attach.file.note') },
        ]}
        onPick={(id) => (id === 'resource' ? onResource() : id === 'prompt' ? onPrompt() : setAsking(true))}
      />
      {isAsking ? (
        <FileDialog
          conversationId={conversationId}
          onClose={() => {
            setAsking(false);
            onDone();
          }}
        />
      ) : null}
    </div>
  );
}

function FileDialog({ conversationId, onClose }: { readonly conversationId: string; readonly onClose: () => void }) {
  const t = useT();
  const [path, setPath] = useState('');
  const add = useRequest('attachment.addFile');
  const choose = useRequest('attachment.pickFile');
  const failure = add.failure ?? choose.failure;
  const attach = async (): Promise<void> => {
    choose.forget();
    if (path.trim() !== '' && (await add.run({ conversationId, path }))) onClose();
  };
  const pick = async (): Promise<void> => {
    add.forget();
    const picked = await choose.run({ conversationId });
    if (picked?.value.id !== undefined) onClose();
  };
  return (
    <Dialog
      title={t('attach.file.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button disabled={choose.isBusy} onClick={() => void pick()}>
            {t('attach.file.choose')}
          </Button>
          <Button look="primary" disabled={path.trim() === '' || add.isBusy} onClick={() => void attach()}>
            {t('attach.file.attach')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void attach();
        }}
      >
        <TextField
          label={t('attach.file.path')}
          mono
          value={path}
          onChange={setPath}
          hint={t('attach.file.hint')}
          placeholder="~/notes.md"
          error={failure ? t(`failure.${failure.code}`) : undefined}
        />
      </form>
    </Dialog>
  );
}
