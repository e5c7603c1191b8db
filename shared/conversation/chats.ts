import * as z from 'zod';

/** One line of the chat list. `activity` says what the chat does now. */
export const ChatView = z.object({
  id: z.string(),
  title: z.string(),
  /** Milliseconds since 1970 of its last event. */
  updatedAt: z.number(),
  activity: z.enum(['quiet', 'running', 'waiting']),
  /** The chat that it branched off; that one may be gone. */
  branchedFrom: z.string().optional(),
  /** It stays at the head of the list. */
  pinned: z.boolean().optional(),
});
export type ChatView = z.infer<typeof ChatView>;
export const ChatsEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('chat.changed'), chat: ChatView }),
  z.object({ type: z.literal('chat.removed'), id: z.string() }),
]);
export type ChatsEvent = z.infer<typeof ChatsEvent>;
/** Newest first. */
export type ChatsState = readonly ChatView[];
export const noChats: ChatsState = [];
export function reduceChats(state: ChatsState, event: ChatsEvent): ChatsState {
  const others = state.filter((c) => c.id !== (event.type === 'chat.removed' ? event.id : event.chat.id));
  if (event.type === 'chat.removed') return others;
  const at = others.findIndex((c) => c.updatedAt <= event.chat.updatedAt);
  return at < 0 ? [...others, event.chat] : [...others.slice(0, at), event.chat, ...others.slice(at)];
}
