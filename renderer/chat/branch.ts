import { failureOf } from '../ipc/client.ts';
import type { PageParts } from '../ipc/hooks.ts';
import { openChat } from './chatDeeds.ts';
import { sendMessage } from './send.ts';

export interface TurnPlace {
  readonly conversationId: string;
  readonly turnId: string;
}

/** Opens a new chat that holds this one up to a turn and with it. */
export async function branchHere(parts: PageParts, place: TurnPlace): Promise<void> {
  const branch = await branchOff(parts, place, true);
  if (branch) openChat(parts, branch.conversationId);
}

/** Opens a new chat that holds what came before a turn, with its question and what was attached to it ready to be changed. */
export async function editQuestion(parts: PageParts, place: TurnPlace, question: string): Promise<void> {
  const branch = await branchOff(parts, place, false);
  if (!branch) return;
  parts.page.setState((s) => ({ drafts: { ...s.drafts, [branch.conversationId]: question } }));
  openChat(parts, branch.conversationId);
}

/** The same, and sends it at once, to the model that is chosen now. */
export async function answerAgain(parts: PageParts, place: TurnPlace, question: string): Promise<void> {
  const branch = await branchOff(parts, place, false);
  if (!branch) return;
  parts.page.setState((s) => ({ drafts: { ...s.drafts, [branch.conversationId]: question } }));
  openChat(parts, branch.conversationId);
  await sendMessage(parts, question, branch.attachmentIds);
}

async function branchOff({ client, page }: PageParts, { conversationId, turnId }: TurnPlace, keep: boolean) {
  try {
    return await client.request('chat.branch', { conversationId, turnId, keep });
  } catch (thrown) {
    page.setState({ toast: { kind: 'failed', failure: failureOf(thrown) } });
    return undefined;
  }
}
