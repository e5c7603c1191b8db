import * as z from 'zod';

/** The most hits that one search gives. */
export const mostHits = 50;
const mostWords = 8;
/** Characters of a snippet before and after what was found. */
const around = 36;

export const ChatHit = z.object({
  conversationId: z.string(),
  title: z.string(),
  turnId: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  snippet: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
});
export type ChatHit = z.infer<typeof ChatHit>;
type Snippet = ChatHit['snippet'];

/** A text as it is compared: without the difference of small and capital letters. */
export const fold = (text: string): string => text.toLowerCase();

/** The words of a query, folded, each once. */
export const wordsOf = (query: string): readonly string[] => [...new Set(fold(query).split(/\s+/u).filter(Boolean))].slice(0, mostWords);

/** What stands around the first of these words in a text, in one line, with every one of them marked. */
export function snippetOf(text: string, words: readonly string[]): Snippet {
  const line = text.replace(/\s+/gu, ' ').trim();
  const marks = new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&')).join('|'), 'giu');
  const first = line.search(marks);
  const before = Array.from(line.slice(0, Math.max(0, first)));
  const after = Array.from(line.slice(Math.max(0, first)));
  const start = before.length > around ? `…${before.slice(-around).join('')}` : before.join('');
  const rest = after.length > around * 3 ? `${after.slice(0, around * 3).join('')}…` : after.join('');
  const shown = start + rest;
  const pieces: Snippet = [];
  let at = 0;
  for (const match of words.length === 0 ? [] : shown.matchAll(marks)) {
    if (match[0] === '') continue;
    if (match.index > at) pieces.push({ text: shown.slice(at, match.index), isMatch: false });
    pieces.push({ text: match[0], isMatch: true });
    at = match.index + match[0].length;
  }
  if (at < shown.length) pieces.push({ text: shown.slice(at), isMatch: false });
  return pieces;
}
