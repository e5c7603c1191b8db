import { type ReactNode, useEffect, useState } from 'react';
import type { Failure } from '#shared/ipc/failure.ts';
import { useT } from '../i18n.ts';
import { failureOf } from '../ipc/client.ts';
import { usePageParts } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { LongText } from '../ui/LongText.tsx';

interface TextDialogProps {
  readonly title: string;
  /** The request that gives the text. */
  readonly read: 'about.notices' | 'diagnostics.read';
  readonly lead?: string;
  readonly actions?: ReactNode;
  readonly onClose: () => void;
}

/** A long plain text that main has, to be read. */
export function TextDialog({ title, read, lead, actions, onClose }: TextDialogProps) {
  const t = useT();
  const { client } = usePageParts();
  const [text, setText] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => {
    client.request(read, {}).then(
      (answer) => setText(answer.text),
      (thrown: unknown) => setFailure(failureOf(thrown)),
    );
  }, [client, read]);
  return (
    <div className="text-dialog">
      <Dialog
        title={title}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>{t('about.close')}</Button>
            {actions}
          </>
        }
      >
        {lead === undefined ? null : <p>{lead}</p>}
        {failure ? <p role="alert">{t(`failure.${failure.code}`)}</p> : null}
        {text === undefined ? null : <LongText text={text} />}
      </Dialog>
    </div>
  );
}
