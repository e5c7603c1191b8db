import { MoreHorizontal, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ChatView } from '#shared/conversation/chats.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { useT } from '../i18n.ts';
import { useAct, usePage, usePageParts, useTopics } from '../ipc/hooks.ts';
import { isPlainEnter, isPlainEscape, toKeyPress } from '../ui/keys.ts';
import { Menu } from '../ui/Menu.tsx';
import { byDay, startOfDay } from './byDay.ts';
import { openChat } from './send.ts';
import './ChatList.css';

const dayNames = { today: 'chat.today', yesterday: 'chat.yesterday', earlier: 'chat.earlier' } as const satisfies Record<string, MessageKey>;

/** All chats, newest first, with what each does now. */
export function ChatList({ onNew }: { readonly onNew: () => void }) {
  const t = useT();
  const chats = useTopics((s) => s.chats);
  const hasArrived = useTopics((s) => s.arrived.chats === true);
  const [today] = useState(() => startOfDay(new Date()));
  return (
    <section className="chat-list" aria-label={t('chat.list')}>
      <div className="chat-list-head">
        <button type="button" className="new-chat" onClick={onNew}>
          <Plus size={16} aria-hidden="true" />
          {t('chat.new')}
        </button>
      </div>
      <div className="chat-list-body">
        {hasArrived && chats.length === 0 ? <p className="chat-list-empty">{t('chat.noChats')}</p> : null}
        {byDay(chats, today).map(({ day, chats: some }) => (
          <section key={day} aria-label={t(dayNames[day])}>
            <h2 aria-hidden="true">{t(dayNames[day])}</h2>
            <ul className="plain">
              {some.map((chat) => (
                <Row key={chat.id} chat={chat} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

function Row({ chat }: { readonly chat: ChatView }) {
  const t = useT();
  const act = useAct();
  const parts = usePageParts();
  const isOpen = usePage((s) => s.openChat === chat.id);
  const [isRenaming, setRenaming] = useState(false);
  if (isRenaming) {
    return (
      <li className="chat-row">
        <Rename title={chat.title} onDone={(title) => {
          setRenaming(false);
          if (title) act('chat.rename', { conversationId: chat.id, title });
        }} />
      </li>
    );
  }
  const remove = (): void => {
    act('chat.delete', { conversationId: chat.id });
    parts.page.setState({ toast: { kind: 'deleted', conversationId: chat.id, title: chat.title } });
  };
  return (
    <li className="chat-row">
      <button type="button" className="chat-row-open" aria-current={isOpen ? 'true' : undefined} title={chat.title} onClick={() => openChat(parts, chat.id)} onDoubleClick={() => setRenaming(true)}>
        <span className="chat-row-title">{chat.title || t('chat.untitled')}</span>
        {chat.activity === 'quiet' ? null : (
          <span className={`activity-dot ${chat.activity}`}>
            <span className="sr-only">{t(`chat.activity.${chat.activity}`)}</span>
          </span>
        )}
      </button>
      <Menu
        label={t('chat.more', { title: chat.title })}
        button={<MoreHorizontal size={16} />}
        buttonLook="icon-button quiet chat-row-more"
        align="end"
        items={[
          { id: 'rename', label: t('chat.rename') },
          { id: 'delete', label: t('chat.delete'), look: 'danger' },
        ]}
        onPick={(id) => (id === 'rename' ? setRenaming(true) : remove())}
      />
    </li>
  );
}

/** Enter and leaving the field keep the new title, Escape the old one. */
function Rename({ title, onDone }: { readonly title: string; readonly onDone: (title: string | null) => void }) {
  const t = useT();
  const [text, setText] = useState(title);
  const isDone = useRef(false);
  const changed = text.trim() === '' || text.trim() === title ? null : text.trim().slice(0, 200);
  // Taking the field away can blur it once more, which must not undo an Escape.
  const done = (result: string | null): void => {
    if (isDone.current) return;
    isDone.current = true;
    onDone(result);
  };
  return (
    <input
      className="input chat-rename"
      aria-label={t('chat.title')}
      value={text}
      maxLength={200}
      ref={(input) => input?.focus()}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => done(changed)}
      onKeyDown={(event) => {
        const press = toKeyPress(event);
        if (isPlainEnter(press)) done(changed);
        else if (isPlainEscape(press)) done(null);
      }}
    />
  );
}
