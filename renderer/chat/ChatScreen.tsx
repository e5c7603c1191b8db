import { useEffect, useSyncExternalStore } from 'react';
import type { ConversationState } from '#shared/conversation/state.ts';
import { emptyConversation } from '#shared/conversation/state.ts';
import { usePage, usePageParts, useTopics } from '../ipc/hooks.ts';
import { isPlainEscape } from '../ui/keys.ts';
import { openChat } from './chatDeeds.ts';
import { ChatFileDialogs } from './ChatFileDialogs.tsx';
import { ChatHeader } from './ChatHeader.tsx';
import { ChatList } from './ChatList.tsx';
import { Composer } from './Composer.tsx';
import { ContextPanel } from './ContextPanel.tsx';
import { EmptyChat } from './EmptyChat.tsx';
import { ImportedLine } from './ImportedLine.tsx';
import { chatKey } from './send.ts';
import { Transcript } from './Transcript.tsx';
import './ChatScreen.css';

const narrow = '(max-width: 899px)';
const onNarrow = (listener: () => void): (() => void) => {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** The chat list and one conversation. In a narrow window the list folds away behind a button. */
export function ChatScreen() {
  const parts = usePageParts();
  const { page } = parts;
  const isNarrow = useSyncExternalStore(onNarrow, () => window.matchMedia(narrow).matches);
  const listOpen = usePage((s) => s.listOpen);
  const conversationId = usePage((s) => s.openChat);
  const panel = usePage((s) => s.panel);
  return (
    <div
      className={`chat-screen ${isNarrow ? 'narrow' : ''} ${panel ? 'with-panel' : ''}`}
      onKeyDown={(event) => {
        if (isNarrow && listOpen && isPlainEscape(event.nativeEvent)) page.setState({ listOpen: false });
        else if (isNarrow && panel && isPlainEscape(event.nativeEvent)) page.setState({ panel: null });
      }}
    >
      {!isNarrow || listOpen ? <ChatList onNew={() => openChat(parts, null)} /> : null}
      {isNarrow && listOpen ? <div className="chat-scrim" onPointerDown={() => page.setState({ listOpen: false })} /> : null}
      {isNarrow && panel ? <div className="chat-scrim" onPointerDown={() => page.setState({ panel: null })} /> : null}
      <Conversation conversationId={conversationId} isNarrow={isNarrow} />
      <ChatFileDialogs />
    </div>
  );
}

const noTurns = emptyConversation.turns;

function Conversation({ conversationId, isNarrow }: { readonly conversationId: string | null; readonly isNarrow: boolean }) {
  const parts = usePageParts();
  const state = useTopics((s): ConversationState | undefined =>
    conversationId === null ? emptyConversation : s.conversations[conversationId],
  );
  const earlier = usePage((s) => (conversationId === null ? undefined : s.earlier[conversationId]));
  useEffect(() => (conversationId === null ? undefined : parts.topics.openConversation(conversationId)), [parts, conversationId]);
  const turns = state?.turns ?? noTurns;
  const isEmpty = state !== undefined && turns.length === 0;
  const openTurn = turns.findLast((turn) => turn.outcome === 'open');
  const panel = usePage((s) => s.panel);
  return (
    <>
      <main className="conversation">
        <div>
          <ChatHeader conversationId={conversationId} isNarrow={isNarrow} />
          {conversationId === null ? null : <ImportedLine key={conversationId} conversationId={conversationId} />}
        </div>
        {isEmpty ? (
          <EmptyChat />
        ) : (
          <Transcript
            key={conversationId}
            conversationId={conversationId ?? ''}
            turns={turns}
            before={earlier?.turns ?? noTurns}
            hasEarlier={earlier?.earlier ?? state?.earlier ?? false}
          />
        )}
        <Composer conversationId={conversationId} isBusy={openTurn !== undefined} />
      </main>
      {panel === 'context' ? <ContextPanel conversationId={chatKey(conversationId)} turns={turns} /> : null}
    </>
  );
}
