import type { chatRequests } from '#shared/ipc/chatRequests.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import type { Attachments } from '../conversation/attachments.ts';
import type { Conversations } from '../conversation/conversations.ts';

export interface ChatHandlerParts {
  readonly conversations: Conversations;
  readonly attachments: Attachments;
  readonly newId: () => string;
}

/** The handlers of what a person does with whole chats. */
export function createChatHandlers({ conversations, attachments, newId }: ChatHandlerParts): Pick<Handlers, keyof typeof chatRequests> {
  return {
    'chat.branch': async (place) => {
      const conversationId = newId();
      conversations.branch(place, conversationId);
      return { conversationId, attachmentIds: attachments.waiting(conversationId) };
    },
    'chat.pin': async ({ conversationId, pinned }) => conversations.pin(conversationId, pinned),
    'chat.search': async ({ query }) => conversations.search(query),
  };
}
