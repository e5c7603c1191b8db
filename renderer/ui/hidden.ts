import { codeOf, hiddenCharacters } from '#shared/text/hiddenCharacters.ts';

/** A stretch of text; with `code` it is one character that cannot be seen or that moves its neighbours, e.g. `U+202E`. */
export interface Segment {
  readonly text: string;
  readonly code?: string;
}
/** `layout` takes line feeds and tabs as what they are; `single` marks them too, where one line is meant. */
export type LineBreaks = 'layout' | 'single';

/** Cuts a text so that each hidden character stands alone with its code. The texts joined are the text itself, always (S24). */
export function markHidden(text: string, lineBreaks: LineBreaks): readonly Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (const match of text.matchAll(hiddenCharacters())) {
    const character = match[0];
    if (lineBreaks === 'layout' && (character === '\n' || character === '\t')) continue;
    if (match.index > from) segments.push({ text: text.slice(from, match.index) });
    segments.push({ text: character, code: codeOf(character) });
    from = match.index + character.length;
  }
  if (from < text.length) segments.push({ text: text.slice(from) });
  return segments;
}

/** The text with each hidden character written out as its code, for places that take no marks, such as an accessible name. */
export const withCodes = (text: string): string =>
  markHidden(text, 'single')
    .map((segment) => (segment.code === undefined ? segment.text : `⟦${segment.code}⟧`))
    .join('');

/** How many characters `markHidden` would mark. */
export const countHidden = (text: string, lineBreaks: LineBreaks): number =>
  markHidden(text, lineBreaks).filter((s) => s.code !== undefined).length;

const latin = /\p{Script=Latin}/u;
const lookalike = /\p{Script=Cyrillic}|\p{Script=Greek}/u;

/** The words that mix Latin letters with ones that look like them but are others, such as a Cyrillic "а" in "pаypal" (S24). */
export const mixedWords = (text: string): readonly string[] =>
  [...new Set(text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])].filter((word) => latin.test(word) && lookalike.test(word));
