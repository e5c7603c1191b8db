import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useT } from '../i18n.ts';
import { useAct, usePage, usePageParts } from '../ipc/hooks.ts';
import type { Toast } from '../store.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { excerpt } from '../ui/format.ts';
import './ToastView.css';

const shownMs = 12_000;

/** A short message in the corner: a deletion that can be taken back, or something that did not work. */
export function ToastView() {
  const toast = usePage((s) => s.toast);
  const { page } = usePageParts();
  useEffect(() => {
    if (!toast) return undefined;
    const timer = setTimeout(() => page.setState({ toast: null }), shownMs);
    return () => clearTimeout(timer);
  }, [toast, page]);
  return (
    <div className="toasts" role="status">
      {toast ? <Words toast={toast} onClose={() => page.setState({ toast: null })} /> : null}
    </div>
  );
}

function Words({ toast, onClose }: { readonly toast: Toast; readonly onClose: () => void }) {
  const t = useT();
  const act = useAct();
  return (
    <div className="toast">
      <p>{toast.kind === 'deleted' ? t('chat.deleted', { title: excerpt(toast.title, 40) }) : t(`failure.${toast.failure.code}`)}</p>
      {toast.kind === 'deleted' ? (
        <Button
          size="small"
          onClick={() => {
            act('chat.restore', { conversationId: toast.conversationId });
            onClose();
          }}
        >
          {t('app.undo')}
        </Button>
      ) : null}
      <IconButton label={t('app.dismiss')} onClick={onClose}>
        <X size={16} />
      </IconButton>
    </div>
  );
}
