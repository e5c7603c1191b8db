import type { ChatView } from '#shared/conversation/chats.ts';
import type { Translate } from '../i18n.ts';
import { failureOf } from '../ipc/client.ts';
import type { PageParts } from '../ipc/hooks.ts';
import type { MenuItem } from '../ui/Menu.tsx';

/** Opens a chat, or the empty one with null. */
export function openChat({ page }: PageParts, conversationId: string | null): void {
  page.setState({ openChat: conversationId, renaming: null, screen: 'chats', listOpen: false });
}

/** Opens a chat with its title ready to be written. */
export function renameChat(parts: PageParts, conversationId: string): void {
  openChat(parts, conversationId);
  parts.page.setState({ renaming: conversationId });
}

/** Hides a chat at once and offers to take that back. */
export function deleteChat({ client, page }: PageParts, { id, title }: ChatView): void {
  client.request('chat.delete', { conversationId: id }).then(
    () => page.setState({ toast: { kind: 'deleted', conversationId: id, title } }),
    (thrown: unknown) => page.setState({ toast: { kind: 'failed', failure: failureOf(thrown) } }),
  );
}

/** Keeps a chat at the head of the list, or no longer. */
function pinChat({ client, page }: PageParts, { id, pinned }: ChatView): void {
  client
    .request('chat.pin', { conversationId: id, pinned: !pinned })
    .catch((thrown: unknown) => page.setState({ toast: { kind: 'failed', failure: failureOf(thrown) } }));
}

/** What can be done with a chat. */
export const chatMenu = (t: Translate, { pinned }: ChatView): readonly MenuItem[] => [
  { id: 'rename', label: t('chat.rename') },
  { id: 'pin', label: t(pinned ? 'chat.unpin' : 'chat.pin') },
  { id: 'export', label: t('chatFile.export') },
  { id: 'delete', label: t('chat.delete'), look: 'danger' },
];

/** Does what was picked from `chatMenu`. */
export function pickFromChatMenu(parts: PageParts, chat: ChatView, id: string): void {
  if (id === 'rename') renameChat(parts, chat.id);
  else if (id === 'pin') pinChat(parts, chat);
  else if (id === 'export') parts.page.setState({ chatFile: { kind: 'export', conversationId: chat.id } });
  else deleteChat(parts, chat);
}
