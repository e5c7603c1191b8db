import * as z from 'zod';
import { ChatHit } from '../conversation/search.ts';
import { request, type Audiences } from './define.ts';

const chat: Audiences = ['chat'];
const Id = z.string().min(1).max(200);

/** What a person does with whole chats beyond writing in them. */
export const chatRequests = {
  /**
   * Makes a chat that holds what this one does up to a turn, with `keep` including it. Without, what was attached to it waits there for the
   * next message.
   */
  'chat.branch': request(
    chat,
    z.strictObject({ conversationId: Id, turnId: Id, keep: z.boolean() }),
    z.object({ conversationId: z.string(), attachmentIds: z.array(z.string()) }),
  ),
  'chat.pin': request(chat, z.strictObject({ conversationId: Id, pinned: z.boolean() }), z.void()),
  /** Questions and answers that hold every word, newest first; `more` says that there are others. */
  'chat.search': request(
    chat,
    z.strictObject({ query: z.string().min(1).max(200) }),
    z.object({ hits: z.array(ChatHit), more: z.boolean() }),
  ),
} as const;
