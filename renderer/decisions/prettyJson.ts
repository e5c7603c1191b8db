import { toJsonLines } from '../ui/jsonLines.ts';

/** JSON text broken into lines for editing. Only white space is added, so that numbers keep every digit and keys their order. */
export const prettyJson = (text: string): string =>
  toJsonLines(text)
    .map(
      ({ depth, tokens }) =>
        '  '.repeat(depth) +
        tokens
          .map((token) => (/^[:,]$/.test(token.text) ? `${token.text} ` : token.text))
          .join('')
          .trim(),
    )
    .join('\n');
