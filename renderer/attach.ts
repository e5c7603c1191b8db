import type { Failure } from '#shared/ipc/failure.ts';
import { failureOf } from './ipc/client.ts';
import type { PageParts } from './ipc/hooks.ts';
import { newChat } from './store.ts';

/** The chat that things are attached to: the open one, or the one that does not exist yet. */
export const attachTarget = ({ page }: PageParts): string => page.getState().openChat ?? newChat;

function tell({ page }: PageParts, key: string, failure: Failure | undefined): void {
  page.setState((s) => ({ sendFailures: { ...s.sendFailures, [key]: failure } }));
}

/** Reads a resource and attaches it to the next message of the open chat; undefined when that failed, with the reason beside the composer. */
export async function attachResource(parts: PageParts, serverKey: string, uri: string): Promise<string | undefined> {
  const conversationId = attachTarget(parts);
  tell(parts, conversationId, undefined);
  try {
    return (await parts.client.request('attachment.addResource', { conversationId, serverKey, uri })).id;
  } catch (thrown) {
    tell(parts, conversationId, failureOf(thrown));
    return undefined;
  }
}

/** The context panel beside the conversation, where there is room for it. */
export function showContext({ page }: PageParts): void {
  if (window.innerWidth >= 1100) page.setState({ panel: 'context' });
}
