import { ArrowUp, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useT } from '../i18n.ts';
import { useAct, usePage, usePageParts } from '../ipc/hooks.ts';
import { IconButton } from '../ui/Button.tsx';
import { isPlainEnter, toKeyPress } from '../ui/keys.ts';
import { chatKey, sendMessage, writeDraft } from './send.ts';
import './Composer.css';

interface ComposerProps {
  readonly conversationId: string | null;
  /** A turn is open: there is something to stop, and nothing can be sent. */
  readonly isBusy: boolean;
}

/** Where a person writes. Each chat has its own draft, which is given up only when main has taken it. */
export function Composer({ conversationId, isBusy }: ComposerProps) {
  const t = useT();
  const act = useAct();
  const parts = usePageParts();
  const key = chatKey(conversationId);
  const draft = usePage((s) => s.drafts[key] ?? '');
  const isSending = usePage((s) => s.sending[key] === true);
  const failure = usePage((s) => s.sendFailures[key]);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, [key]);
  // For the benchmarks: the frame in which a person can begin to write.
  useEffect(() => {
    const frame = requestAnimationFrame(() => performance.mark('usable'));
    return () => cancelAnimationFrame(frame);
  }, []);
  const canSend = !isBusy && !isSending && draft.trim() !== '';
  const send = (): void => {
    if (canSend) void sendMessage(parts, draft);
  };
  return (
    <div className="composer">
      {failure ? (
        <p className="composer-failure" role="alert">
          {t(`failure.${failure.code}`)}
        </p>
      ) : null}
      <div
        className="composer-box"
        onPointerDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          box.current?.focus();
        }}
      >
        <textarea
          ref={box}
          className="composer-text"
          aria-label={t('chat.message')}
          placeholder={t('chat.placeholder')}
          rows={1}
          value={draft}
          onChange={(event) => writeDraft(parts, event.target.value)}
          onKeyDown={(event) => {
            if (!isPlainEnter(toKeyPress(event))) return;
            event.preventDefault();
            send();
          }}
        />
        {isBusy ? (
          <IconButton look="primary" label={t('chat.stop')} onClick={() => conversationId && act('conversation.stop', { conversationId })}>
            <Square size={14} fill="currentColor" />
          </IconButton>
        ) : (
          <IconButton look="primary" label={t('chat.send')} disabled={!canSend} onClick={send}>
            <ArrowUp size={18} />
          </IconButton>
        )}
      </div>
      <p className="composer-hint">{t(isBusy ? 'chat.hint.busy' : 'chat.hint')}</p>
    </div>
  );
}
