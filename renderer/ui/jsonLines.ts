export type TokenKind = 'bracket' | 'punctuation' | 'key' | 'string' | 'number' | 'literal' | 'space' | 'other';
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}
/** One line of the readable view; `depth` is its indentation. */
export interface JsonLine {
  readonly depth: number;
  readonly tokens: readonly Token[];
}

// One alternative per kind; the last takes whatever is no JSON, so that no character is ever lost.
const pattern = /([[\]{}])|([,:])|("[^"\\]*(?:\\[^][^"\\]*)*"?)|(-?\d[\d.eE+-]*)|(true|false|null)|([ \t\r\n]+)|([^])/gu;
const kinds: readonly TokenKind[] = ['bracket', 'punctuation', 'string', 'number', 'literal', 'space', 'other'];

/** Cuts any text into the tokens of JSON. The tokens joined are the text itself, even if it is no JSON (S23). */
export function tokenise(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(pattern)) {
    const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)] ?? 'other';
    const last = tokens.at(-1);
    if (kind === 'other' && last?.kind === 'other') tokens[tokens.length - 1] = { kind, text: last.text + match[0] };
    else tokens.push({ kind, text: match[0] });
  }
  return tokens.map((token, at) =>
    token.kind === 'string' && tokens[nextSolid(tokens, at + 1)]?.text === ':' ? { ...token, kind: 'key' } : token,
  );
}

/** Where the next token that is no white space stands. */
function nextSolid(tokens: readonly Token[], from: number): number {
  let at = from;
  while (tokens[at]?.kind === 'space') at += 1;
  return at;
}

/** The longest list or object of plain values, in characters, that stays on one line. */
const longestFlat = { '[': 64, '{': 40 } as const;

/** Where what is opened at `open` ends, if it is empty or short and holds plain values only; -1 otherwise. */
function endOfFlat(tokens: readonly Token[], open: number): number {
  const longest = tokens[open]?.text === '[' ? longestFlat['['] : longestFlat['{'];
  let length = 0;
  for (let at = open + 1; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind === 'bracket') return token.text === ']' || token.text === '}' ? at : -1;
    length += token?.kind === 'space' ? 0 : (token?.text.length ?? 0);
    if (length > longest) return -1;
  }
  return -1;
}

/** Lays JSON text out in lines. Only the layout is added: all tokens of all lines joined are the text itself. */
export function toJsonLines(text: string): readonly JsonLine[] {
  const tokens = tokenise(text);
  const lines: { depth: number; tokens: Token[] }[] = [];
  let line: Token[] = [];
  let depth = 0;
  let flatUntil = -1;
  const startLine = (): void => {
    line = [];
    lines.push({ depth, tokens: line });
  };
  startLine();
  tokens.forEach((token, at) => {
    const isFlat = at <= flatUntil;
    const isOpening = !isFlat && token.kind === 'bracket' && (token.text === '[' || token.text === '{');
    if (!isFlat && token.kind === 'bracket' && !isOpening) {
      depth = Math.max(0, depth - 1);
      startLine();
    }
    line.push(token);
    if (isOpening) flatUntil = endOfFlat(tokens, at);
    if (isOpening && flatUntil < at) {
      depth += 1;
      startLine();
    } else if (!isFlat && token.text === ',') {
      startLine();
    }
  });
  return lines.filter((l, at) => l.tokens.length > 0 || at === 0);
}

const escape = /\\u[0-9a-fA-F]{4}|\\[^]/gu;

/** Cuts a string token at its escapes, so that they can be told from the rest. The pieces joined are the token. */
export function splitEscapes(text: string): readonly { readonly text: string; readonly isEscape: boolean }[] {
  const pieces: { text: string; isEscape: boolean }[] = [];
  let from = 0;
  for (const match of text.matchAll(escape)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), isEscape: false });
    pieces.push({ text: match[0], isEscape: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isEscape: false });
  return pieces;
}
