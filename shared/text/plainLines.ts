import { codeOf, hiddenCharacters } from './hiddenCharacters.ts';

/** A joiner or a choice of look within an emoji: there it is part of the picture. */
const withinEmoji = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])(?:\u200d(?=\p{Extended_Pictographic})|\ufe0f)/u;

/** The text with each hidden character written out as `⟦U+202E⟧`, but for line feeds, tabs and the insides of emoji (S24). */
export function withHiddenShown(text: string): string {
  const plain = text.replaceAll('\r\n', '\n');
  return plain.replace(hiddenCharacters(), (character, at: number) => {
    if (character === '\n' || character === '\t') return character;
    const before = plain.slice(Math.max(0, at - 2), at);
    const around = `${before}${plain.slice(at, at + 3)}`;
    const match = character === '\u200d' || character === '\ufe0f' ? withinEmoji.exec(around) : null;
    return match && match.index === before.length ? character : `⟦${codeOf(character)}⟧`;
  });
}
