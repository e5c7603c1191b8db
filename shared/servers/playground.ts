import type { ConversationFrame } from '../conversation/events.ts';
import { emptyConversation, reduceConversation, type ConversationState } from '../conversation/state.ts';

/** The place of calls that a person makes by hand: no chat, so no chat of this id exists. */
export const playgroundChat = 'playground';
/** Runs that are kept until the app ends. */
const kept = 10;

/** Runs by hand, told in the words of a conversation: each is a turn with one call. Never stored. */
export const emptyPlayground: ConversationState = emptyConversation;
export function reducePlayground(state: ConversationState, frame: ConversationFrame): ConversationState {
  const next = reduceConversation(state, frame);
  return next.turns.length > kept ? { ...next, turns: next.turns.slice(-kept) } : next;
}
