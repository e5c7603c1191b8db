import { MoreHorizontal, Plus } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useCallback, useRef, useState } from 'react';
import type { ChatView } from '#shared/conversation/chats.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { useT } from '../i18n.ts';
import { usePage, usePageParts, useTopics } from '../ipc/hooks.ts';
import { isPlainEscape, toKeyPress } from '../ui/keys.ts';
import { MenuList } from '../ui/Menu.tsx';
import { byDay, startOfDay } from './byDay.ts';
import { chatMenu, deleteChat, openChat, pickFromChatMenu, renameChat } from './chatDeeds.ts';
import { SearchResults } from './SearchResults.tsx';
import './ChatList.css';

const dayNames = {
  pinned: 'chat.pinned',
  today: 'chat.today',
  yesterday: 'chat.yesterday',
  earlier: 'chat.earlier',
} as const satisfies Record<string, MessageKey>;
interface OpenMenu {
  readonly chat: ChatView;
  readonly left: number;
  readonly top: number;
}

/** All chats, newest first, with what each does now. Rows are options, so that no title can be taken for a button. */
export function ChatList({ onNew }: { readonly onNew: () => void }) {
  const t = useT();
  const parts = usePageParts();
  const [today] = useState(() => startOfDay(new Date()));
  const [menu, setMenu] = useState<OpenMenu>();
  const [query, setQuery] = useState('');
  const opener = useRef<HTMLElement>(null);
  const closeMenu = useCallback(() => setMenu(undefined), []);
  const showMenu = useCallback((chat: ChatView, event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    event.stopPropagation();
    opener.current = event.currentTarget.closest('[role=option]');
    setMenu({ chat, left: Math.min(event.clientX, window.innerWidth - 180), top: Math.min(event.clientY, window.innerHeight - 90) });
  }, []);
  return (
    <aside className="chat-list" aria-label={t('chat.list')}>
      <div className="chat-list-head">
        <button type="button" className="new-chat" onClick={onNew}>
          <Plus size={16} aria-hidden="true" />
          {t('chat.new')}
        </button>
        <input
          type="search"
          className="input chat-search"
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          value={query}
          maxLength={200}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={(event) => {
            if (query === '' || !isPlainEscape(toKeyPress(event))) return;
            event.stopPropagation();
            setQuery('');
          }}
        />
      </div>
      <div className="chat-list-body">
        {query.trim() === '' ? <Groups today={today} onMenu={showMenu} /> : <SearchResults query={query} onKeyDown={moveBetweenRows} />}
      </div>
      {menu ? (
        <MenuList
          label={t('chat.more')}
          items={chatMenu(t, menu.chat)}
          opener={opener}
          style={{ left: menu.left, top: menu.top }}
          onClose={closeMenu}
          onPick={(id) => pickFromChatMenu(parts, menu.chat, id)}
        />
      ) : null}
    </aside>
  );
}

type OnMenu = (chat: ChatView, event: MouseEvent<HTMLElement>) => void;

/** The chats under what is pinned and their days. */
function Groups({ today, onMenu }: { readonly today: number; readonly onMenu: OnMenu }) {
  const t = useT();
  const chats = useTopics((s) => s.chats);
  const hasArrived = useTopics((s) => s.arrived.chats === true);
  const openId = usePage((s) => s.openChat);
  const groups = byDay(chats, today);
  const first = groups[0]?.chats[0]?.id;
  const reachable = chats.some((chat) => chat.id === openId) ? openId : first;
  return (
    <>
      {hasArrived && chats.length === 0 ? <p className="chat-list-empty">{t('chat.noChats')}</p> : null}
      <div role="listbox" aria-label={t('chat.list')} onKeyDown={moveBetweenRows}>
        {groups.map(({ day, chats: some }) => (
          <div role="group" key={day} aria-label={t(dayNames[day])}>
            <p className="chat-day" aria-hidden="true">
              {t(dayNames[day])}
            </p>
            {some.map((chat) => (
              <Row key={chat.id} chat={chat} isOpen={chat.id === openId} isReachable={chat.id === reachable} onMenu={onMenu} />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

interface RowProps {
  readonly chat: ChatView;
  readonly isOpen: boolean;
  /** The one row that Tab reaches; arrows go on from there. */
  readonly isReachable: boolean;
  readonly onMenu: OnMenu;
}
function Row({ chat, isOpen, isReachable, onMenu }: RowProps) {
  const t = useT();
  const parts = usePageParts();
  return (
    <div
      role="option"
      className="chat-row"
      aria-selected={isOpen}
      tabIndex={isReachable ? 0 : -1}
      title={chat.title}
      onClick={() => openChat(parts, chat.id)}
      onContextMenu={(event) => onMenu(chat, event)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') openChat(parts, chat.id);
        else if (event.key === 'F2') renameChat(parts, chat.id);
        else if (event.key === 'Delete') deleteChat(parts, chat);
        else return;
        event.preventDefault();
      }}
    >
      <span className="chat-row-title">{chat.title || t('chat.untitled')}</span>
      {chat.activity === 'quiet' ? null : (
        <span className={`activity-dot ${chat.activity}`}>
          <span className="sr-only">{t(`chat.activity.${chat.activity}`)}</span>
        </span>
      )}
      <span className="chat-row-more" aria-hidden="true" onClick={(event) => onMenu(chat, event)}>
        <MoreHorizontal size={16} />
      </span>
    </div>
  );
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
  const row = rows[steps[event.key] ?? -1];
  if (!row) return;
  event.preventDefault();
  row.focus();
}
