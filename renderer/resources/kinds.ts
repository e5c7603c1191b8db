/** How a text is shown when it is to be read; `source` is plain text, and everything that could run is only ever that (S32). */
export type TextKind = 'markdown' | 'json' | 'csv' | 'source';

const byType: readonly (readonly [RegExp, TextKind])[] = [
  [/^text\/(x-)?markdown$/, 'markdown'],
  [/^(application\/json|text\/json|application\/[\w.+-]+\+json)$/, 'json'],
  [/^(text\/csv|text\/tab-separated-values|application\/csv)$/, 'csv'],
];
const byEnd: Readonly<Record<string, TextKind>> = { md: 'markdown', markdown: 'markdown', json: 'json', csv: 'csv', tsv: 'csv' };
const longestReadable = 200_000;

/** The kind by media type, or by the end of the address where the type says nothing. Very long texts are shown as they are. */
export function textKind(mimeType: string, uri: string, text: string): TextKind {
  if (text.length > longestReadable) return 'source';
  const type = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const known = byType.find(([pattern]) => pattern.test(type))?.[1];
  if (known) return known;
  if (type !== '' && type !== 'text/plain') return 'source';
  return byEnd[/\.(\w+)$/.exec(uri.split(/[?#]/, 1)[0] ?? '')?.[1]?.toLowerCase() ?? ''] ?? 'source';
}
