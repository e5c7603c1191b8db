import { type ChatHit, mostHits, snippetOf, wordsOf } from '#shared/conversation/search.ts';
import type { MessageTable } from '../storage/messageTable.ts';

/** Turns whose question or answer holds every word of a query, newest first, each once; `more` says that there are others. */
export function searchChats(messages: MessageTable, query: string): { readonly hits: ChatHit[]; readonly more: boolean } {
  const words = wordsOf(query);
  // A question and its answer are two messages of one turn.
  const rows = messages.find(words, mostHits * 2 + 1);
  const seen = new Set<string>();
  const hits = rows.flatMap(({ conversationId, title, turnId, at, text }): ChatHit[] => {
    const key = JSON.stringify([conversationId, turnId]);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ conversationId, title, turnId, at, snippet: snippetOf(text, words) }];
  });
  return { hits: hits.slice(0, mostHits), more: hits.length > mostHits || rows.length > mostHits * 2 };
}
