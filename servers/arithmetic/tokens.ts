import { ArithmeticProblem, type Num } from './numbers.ts';

/** A piece of an expression. */
export type Token =
  | { readonly kind: 'number'; readonly value: Num }
  | { readonly kind: 'name'; readonly text: FunctionName | 'print' }
  | { readonly kind: 'sign' | 'end'; readonly text: string };

/** Functions that an expression may call. */
export const functionNames = ['abs', 'round', 'min', 'max', 'sum', 'pow'] as const;
export type FunctionName = (typeof functionNames)[number];

const allowed = `Only arithmetic is possible: numbers, + - * / // % **, parentheses, and ${functionNames.join(', ')}.`;
const patterns = {
  space: /[ \t\r\n]+|#[^\n]*/y,
  number: /(?:\d+(?:_\d+)*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y,
  name: /[\p{L}_][\p{L}\p{N}_]*/uy,
  sign: /\*\*|\/\/|[-+*/%(),[\]]/y,
} as const;

const lineBreak = 'line break';

/**
 * Cuts an expression into tokens, the last one `end`. Throws `ArithmeticProblem` at the first character that has no place in arithmetic.
 * A line break outside brackets is a token of its own, since it ends an expression.
 */
export function tokenize(code: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let open = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const text = pattern.exec(code)?.[0];
    if (text !== undefined) at += text.length;
    return text;
  };
  while (at < code.length) {
    const space = take(patterns.space);
    if (space !== undefined) {
      if (space.includes('\n') && open === 0 && tokens.length > 0) tokens.push({ kind: 'sign', text: lineBreak });
      continue;
    }
    const digits = take(patterns.number);
    if (digits !== undefined) {
      tokens.push({ kind: 'number', value: toNumber(digits) });
      continue;
    }
    const name = take(patterns.name);
    if (name !== undefined) {
      if (!isKnown(name)) throw unavailable(name);
      tokens.push({ kind: 'name', text: name });
      continue;
    }
    const text = take(patterns.sign);
    if (text === undefined) throw unavailable(String.fromCodePoint(code.codePointAt(at) ?? 0));
    if (text === '(' || text === '[') open += 1;
    if (text === ')' || text === ']') open -= 1;
    tokens.push({ kind: 'sign', text });
  }
  while (isLineBreak(tokens.at(-1))) tokens.pop();
  return [...tokens, { kind: 'end', text: '' }];
}

function isLineBreak(token: Token | undefined): boolean {
  return token?.kind === 'sign' && token.text === lineBreak;
}

/** The problem of a name or character that arithmetic has no place for. */
export function unavailable(text: string): ArithmeticProblem {
  return new ArithmeticProblem(`"${text}" is not available. ${allowed}`);
}

function isKnown(name: string): name is FunctionName | 'print' {
  return name === 'print' || functionNames.some((known) => known === name);
}

function toNumber(text: string): Num {
  const digits = text.replaceAll('_', '');
  if (/^0+[1-9]/.test(digits) && /^\d+$/.test(digits))
    throw new ArithmeticProblem(`"${text}" is not a number: leave out the leading zeros.`);
  return /^\d+$/.test(digits) ? BigInt(digits) : Number(digits);
}
