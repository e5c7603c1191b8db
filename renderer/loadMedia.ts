import { useCallback } from 'react';
import type { LoadMedia } from './ui/BinaryBlock.tsx';
import { usePageParts } from './ipc/hooks.ts';

/** How the cards of one conversation get the pictures and sounds of their results. */
export function useLoadMedia(conversationId: string): LoadMedia {
  const { client } = usePageParts();
  return useCallback((id) => client.request('call.media', { conversationId, id }), [client, conversationId]);
}
