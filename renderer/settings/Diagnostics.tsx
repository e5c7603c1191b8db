import { useState } from 'react';
import { useT } from '../i18n.ts';
import { useRequest } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { TextDialog } from './TextDialog.tsx';

/** Shows what would be copied, then main copies it. */
export function Diagnostics({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const copy = useRequest('diagnostics.copy');
  const [isCopied, setCopied] = useState(false);
  return (
    <TextDialog
      title={t('diagnostics.title')}
      lead={t('diagnostics.what')}
      read="diagnostics.read"
      onClose={onClose}
      actions={
        <>
          <Button look="primary" disabled={copy.isBusy} onClick={() => void copy.run({}).then((done) => setCopied(done !== undefined))}>
            {t(isCopied ? 'diagnostics.copied' : 'diagnostics.copy')}
          </Button>
          <span role="status" className="sr-only">
            {copy.failure ? t(`failure.${copy.failure.code}`) : isCopied ? t('diagnostics.copied') : ''}
          </span>
        </>
      }
    />
  );
}
