import type { PageParts } from '../ipc/hooks.ts';

/**
 * Keeps the open chat true: one that was deleted, here or elsewhere, is not left open; and a page that begins
 * while a chat works or waits shows that chat rather than an empty one. Returns what ends it.
 */
export function followChats({ topics, page }: Pick<PageParts, 'topics' | 'page'>): () => void {
  return topics.store.subscribe((now, before) => {
    const { openChat } = page.getState();
    const wasThere = before.chats.some((chat) => chat.id === openChat);
    if (openChat !== null && wasThere && !now.chats.some((chat) => chat.id === openChat)) page.setState({ openChat: null });
    if (openChat === null && now.arrived.chats && !before.arrived.chats) {
      const lively = now.chats.find((chat) => chat.activity === 'waiting') ?? now.chats.find((chat) => chat.activity === 'running');
      if (lively) page.setState({ openChat: lively.id });
    }
  });
}
