import type { Failure } from '#shared/ipc/failure.ts';
import { failureOf } from '../ipc/client.ts';
import type { PageParts } from '../ipc/hooks.ts';
import { newChat, type PageState } from '../store.ts';

/** The key under which a chat's draft and failures are kept. */
export const chatKey = (openChat: string | null): string => openChat ?? newChat;

const without = <V>(record: Readonly<Record<string, V>>, key: string): Readonly<Record<string, V>> => {
  const { [key]: gone, ...others } = record;
  return others;
};

/**
 * Sends a text in the open chat, which is made first if there is none. The draft is kept until main has taken the text,
 * so that a failure costs nothing: it is kept too, and shown beside the draft. `leaveOut` names always attached resources to do without.
 */
export async function sendMessage(
  parts: PageParts,
  text: string,
  alsoAttached: readonly string[] = [],
  leaveOut: readonly { readonly serverKey: string; readonly uri: string }[] = [],
): Promise<void> {
  const { client, page } = parts;
  const from = chatKey(page.getState().openChat);
  if (text.trim() === '' || page.getState().sending[from]) return;
  // What the person sees attached now goes along; its topic may be a moment behind what was just attached.
  const shown = (parts.topics.store.getState().attachments[from] ?? []).map(({ id }) => id);
  const attachmentIds = [...new Set([...shown, ...alsoAttached])];
  mark(parts, from, true, undefined);
  let key = from;
  try {
    if (from === newChat) {
      const { conversationId } = await client.request('chat.create', {});
      key = conversationId;
      page.setState((s) => adopt(s, conversationId));
    }
    await client.request('conversation.send', {
      conversationId: key,
      text,
      ...(attachmentIds.length === 0 ? {} : { attachmentIds }),
      ...(leaveOut.length === 0 ? {} : { leaveOut: [...leaveOut] }),
    });
    page.setState((s) => ({ drafts: s.drafts[key] === text ? without(s.drafts, key) : s.drafts }));
    mark(parts, key, false, undefined);
  } catch (thrown) {
    mark(parts, key, false, failureOf(thrown));
  }
}

/** The new chat exists now: what was written for it moves along, and it stays open unless another was opened meanwhile. */
function adopt(s: PageState, conversationId: string): Partial<PageState> {
  return {
    drafts: { ...without(s.drafts, newChat), [conversationId]: s.drafts[newChat] ?? '' },
    sending: { ...without(s.sending, newChat), [conversationId]: true },
    openChat: s.openChat === null ? conversationId : s.openChat,
  };
}

function mark({ page }: PageParts, key: string, sending: boolean, failure: Failure | undefined): void {
  page.setState((s) => ({ sending: { ...s.sending, [key]: sending }, sendFailures: { ...s.sendFailures, [key]: failure } }));
}

/** Keeps what is being written; writing on makes an old failure go away. */
export function writeDraft({ page }: PageParts, text: string): void {
  page.setState((s) => {
    const key = chatKey(s.openChat);
    return { drafts: { ...s.drafts, [key]: text }, sendFailures: { ...s.sendFailures, [key]: undefined } };
  });
}

/** Asks for the turns before the earliest one known; `onArrived` is told before they are shown. */
export async function loadEarlier({ client, page, topics }: PageParts, conversationId: string, onArrived: () => void): Promise<void> {
  const known = page.getState().earlier[conversationId];
  const first = known?.turns[0] ?? topics.store.getState().conversations[conversationId]?.turns[0];
  if (!first) return;
  try {
    const { turns, earlier } = await client.request('conversation.page', { conversationId, beforeTurnId: first.id });
    onArrived();
    page.setState((s) => ({
      earlier: { ...s.earlier, [conversationId]: { turns: [...turns, ...(s.earlier[conversationId]?.turns ?? [])], earlier } },
    }));
  } catch (thrown) {
    page.setState({ toast: { kind: 'failed', failure: failureOf(thrown) } });
  }
}
