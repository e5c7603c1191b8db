import { ArrowUp, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useT } from '../i18n.ts';
import { useAct, usePage, usePageParts, useTopics } from '../ipc/hooks.ts';
import { IconButton } from '../ui/Button.tsx';
import { isPlainEnter, toKeyPress } from '../ui/keys.ts';
import { AlwaysFailure } from './AlwaysFailure.tsx';
import { AttachedChips } from './Attached.tsx';
import { AttachMenu } from './AttachMenu.tsx';
import { DropZone } from './DropZone.tsx';
import { Fitting } from './Fitting.tsx';
import { PromptDialog } from './PromptDialog.tsx';
import { chatKey, sendMessage, writeDraft } from './send.ts';
import { Suggestions } from './Suggestions.tsx';
import { useMention } from './useMention.ts';
import { useSlash } from './useSlash.ts';
import './Composer.css';
import './Attached.css';

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
  useEffect(() => parts.topics.openAttachments(key), [parts, key]);
  const attachments = useTopics((s) => s.attachments[key]);
  const mention = useMention(box);
  const slash = useSlash(box);
  const prompt = usePage((s) => s.prompt);
  const list = slash.isOpen ? slash : mention;
  /** To this place of the text as it will stand: a box that was never written in keeps its caret before what is put there. */
  const moveCaret = (to: number): void =>
    void requestAnimationFrame(() => {
      const at = Math.min(to, box.current?.value.length ?? 0);
      box.current?.focus();
      box.current?.setSelectionRange(at, at);
    });
  const beginMention = (): void => {
    const text = draft === '' || /\s$/.test(draft) ? `${draft}@` : `${draft} @`;
    writeDraft(parts, text);
    mention.look(text, text.length);
    moveCaret(text.length);
  };
  const beginCommand = (): void => {
    const text = `/${draft}`;
    writeDraft(parts, text);
    slash.look(text, 1);
    moveCaret(1);
  };
  const closePrompt = (): void => {
    parts.page.setState({ prompt: null });
    moveCaret(Number.POSITIVE_INFINITY);
  };
  const canSend = !isBusy && !isSending && draft.trim() !== '';
  const send = (): void => {
    if (canSend) void sendMessage(parts, draft);
  };
  return (
    <div className="composer">
      {failure?.code === 'always-unreadable' ? (
        <AlwaysFailure
          detail={failure.detail}
          isBusy={isBusy || isSending}
          onSend={(leaveOut) => void sendMessage(parts, draft, [], leaveOut)}
        />
      ) : failure ? (
        <p className="composer-failure" role="alert">
          {t(`failure.${failure.code}`)}
        </p>
      ) : null}
      <Suggestions mention={mention} slash={slash} />
      {prompt ? <PromptDialog key={`${prompt.serverKey} ${prompt.name}`} {...prompt} onClose={closePrompt} /> : null}
      <DropZone conversationId={key} />
      <AttachedChips conversationId={key} attachments={attachments ?? []} />
      <div
        className="composer-box"
        onPointerDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          box.current?.focus();
        }}
      >
        <AttachMenu conversationId={key} onResource={beginMention} onPrompt={beginCommand} onDone={() => box.current?.focus()} />
        <textarea
          ref={box}
          className="composer-text"
          aria-label={t('chat.message')}
          placeholder={t('chat.placeholder')}
          rows={1}
          value={draft}
          {...(list.isOpen
            ? {
                'aria-autocomplete': 'list',
                'aria-controls': list.id,
                'aria-activedescendant': list.items.length > 0 ? `${list.id}-${list.active}` : undefined,
              }
            : {})}
          onChange={(event) => {
            writeDraft(parts, event.target.value);
            mention.look(event.target.value, event.target.selectionStart);
            slash.look(event.target.value, event.target.selectionStart);
          }}
          onBlur={() => {
            mention.close();
            slash.close();
          }}
          onKeyDown={(event) => {
            if (slash.onKey(event) || mention.onKey(event)) return;
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
      <Fitting conversationId={key} text={draft} isOff={isBusy || mention.isOpen} onDone={() => box.current?.focus()}>
        <p className="composer-hint">{t(isBusy ? 'chat.hint.busy' : 'chat.hint')}</p>
      </Fitting>
    </div>
  );
}
