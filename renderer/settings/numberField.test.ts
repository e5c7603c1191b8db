import { expect, test } from 'vitest';
import { readNumber } from './numberField.ts';

test('a number field takes whole numbers within its bounds and nothing else', () => {
  expect([' 25 ', '1', '500'].map((text) => readNumber(text, 1, 500))).toEqual([25, 1, 500]);
  for (const text of ['', '0', '501', '1.5', '-3', '1e2', 'ten', '٣', '99999999999'])
    expect(readNumber(text, 1, 500), text).toBeUndefined();
});
