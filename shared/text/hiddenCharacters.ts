// Controls, formats, private use, lone surrogates, unassigned; whatever a font may ignore; blanks that are not the space.
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** Characters that cannot be seen or that move their neighbours, as a fresh expression to match all of them (S24). */
export const hiddenCharacters = (): RegExp => new RegExp(hidden.source, hidden.flags);

/** The code of a character, e.g. `U+202E`. */
export const codeOf = (character: string): string => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A name from elsewhere for a line of our own words where only plain text can stand: hidden characters as codes, at most `most` characters. */
export function plainName(name: string, most = 60): string {
  const seen = name.replace(hiddenCharacters(), (character) => `[${codeOf(character)}]`);
  const characters = [...seen];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : seen;
}
