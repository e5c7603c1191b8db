import { useCallback } from 'react';
import type { LoadMedia } from './ui/BinaryBlock.tsx';
import type { LoadText } from './ui/restOf.ts';
import type { ReadLink } from './ui/ResourceLink.tsx';
import { usePageParts } from './ipc/hooks.ts';

/** How the cards of one conversation get the pictures and sounds of their results. */
export function useLoadMedia(conversationId: string): LoadMedia {
  const { client } = usePageParts();
  return useCallback((id) => client.request('call.media', { conversationId, id }), [client, conversationId]);
}

/** How the cards of one turn get what the page has not of a long result. */
export function useLoadText(conversationId: string, turnId: string): LoadText {
  const { client } = usePageParts();
  return useCallback(
    async (callId, block, from) => (await client.request('call.text', { conversationId, turnId, callId, block, from })).text,
    [client, conversationId, turnId],
  );
}

/** How a resource that a result names is read: through the server whose result it is. */
export function useReadLink(): ReadLink {
  const { client } = usePageParts();
  return useCallback(async (serverKey, uri) => (await client.request('resource.read', { serverKey, uri })).contents, [client]);
}
