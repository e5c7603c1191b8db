/** JSON text without `//` and block comments and without commas before a closing bracket, as VS Code writes it; texts in it stay as they are. */
export function withoutComments(text: string): string {
  const plain = text.replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, (_all, string: string | undefined) => string ?? ' ');
  return plain.replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g, (_all, string: string | undefined) => string ?? '');
}
