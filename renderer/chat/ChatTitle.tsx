import { useEffect, useRef, useState } from 'react';
import type { ChatView } from '#shared/conversation/chats.ts';
import { useT } from '../i18n.ts';
import { useAct, usePageParts } from '../ipc/hooks.ts';
import { isPlainEnter, isPlainEscape, toKeyPress } from '../ui/keys.ts';

/** A chat's title being written. Enter and leaving the field keep the new one, Escape the old one. */
export function ChatTitle({ chat }: { readonly chat: ChatView }) {
  const t = useT();
  const act = useAct();
  const { page } = usePageParts();
  const box = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const [text, setText] = useState(chat.title);
  useEffect(() => {
    box.current?.focus();
    box.current?.select();
  }, []);
  // Taking the field away can blur it once more, which must not undo an Escape.
  const finish = (keep: boolean): void => {
    if (isDone.current) return;
    isDone.current = true;
    page.setState({ renaming: null });
    const title = text.trim();
    if (keep && title !== '' && title !== chat.title) act('chat.rename', { conversationId: chat.id, title });
  };
  return (
    <input
      ref={box}
      className="input chat-title-input"
      aria-label={t('chat.title')}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        const press = toKeyPress(event);
        if (isPlainEnter(press)) finish(true);
        else if (isPlainEscape(press)) finish(false);
      }}
    />
  );
}
