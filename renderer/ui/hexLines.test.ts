import { expect, test } from 'vitest';
import { hexLines } from './hexLines.ts';

test('S23 bytes are shown by number, sixteen a line, with what of them is ASCII', () => {
  const bytes = new TextEncoder().encode('{"text":"a \u202e b"}');
  expect(hexLines(bytes)).toEqual([
    '000000  7b 22 74 65 78 74 22 3a 22 61 20 e2 80 ae 20 62  {"text":"a ... b',
    '000010  22 7d                                            "}',
  ]);
  expect(hexLines(new Uint8Array())).toEqual([]);
});
