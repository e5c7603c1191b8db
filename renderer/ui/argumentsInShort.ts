import { excerpt } from '../ui/format.ts';
import { tokenise } from '../ui/jsonLines.ts';

/** JSON in one line as a person would note it down: `city: "Beijing", days: 3`. For a glance only; the exact text is elsewhere. */
export function argumentsInShort(text: string, length: number): string {
  const tokens = tokenise(text.slice(0, length * 4)).filter((token) => token.kind !== 'space');
  const isObject = tokens[0]?.text === '{';
  const shown = isObject ? tokens.slice(1, tokens.at(-1)?.text === '}' ? -1 : undefined) : tokens;
  const words = shown.map(({ kind, text: word }) => (kind === 'punctuation' ? `${word} ` : kind === 'key' ? word.slice(1, -1) : word));
  return excerpt(words.join(''), length);
}
