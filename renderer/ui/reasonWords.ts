import { reasons } from '#shared/i18n/en/reasons.ts';
import type { Translate } from '../i18n.ts';

type ReasonKey = keyof typeof reasons;
const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patterns = (Object.entries(reasons) as [ReasonKey, string][]).map(([key, sentence]) => {
  const pieces = sentence.split(/\{(\w+)\}/);
  const source = pieces.map((piece, at) => (at % 2 === 1 ? `(?<${piece}>.+)` : escape(piece))).join('');
  return { key, pattern: new RegExp(`^${source}$`, 's') };
});

/** A sentence that main wrote about a call or a tool, in the person's language; any other text as it is. */
export function reasonInWords(t: Translate, text: string): string {
  // The sentences are short; what is long is a result.
  if (text.length > 4000) return text;
  for (const { key, pattern } of patterns) {
    const found = pattern.exec(text);
    if (found) return t(key, found.groups ?? {});
  }
  return text;
}
