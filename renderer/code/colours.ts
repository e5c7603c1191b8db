import type { Language } from './names.ts';

/** The kinds of tokens that have a colour of their own; `Markdown.css` has a class `code-KIND` for each. */
export const tokenKinds = [
  'foreground',
  'constant',
  'string',
  'comment',
  'keyword',
  'parameter',
  'function',
  'string-expression',
  'punctuation',
  'link',
] as const;

/** Per line: kind and length of each token in turn, kinds by their place in `tokenKinds`. */
export type ColouredLines = readonly (readonly number[])[];

export interface ColourJob {
  readonly id: number;
  readonly code: string;
  readonly language: Language;
}
export interface ColourAnswer {
  readonly id: number;
  /** Undefined when it could not be done. */
  readonly lines: ColouredLines | undefined;
}
