import { expect, test } from 'vitest';
import { countBlocked } from './blockedRequests.ts';

test('S6 what was blocked is counted, and logged by its origin alone, once and not without end', () => {
  const lines: string[] = [];
  const blocked = countBlocked((line) => lines.push(line));
  blocked.add('https://canary.invalid/p.png?secret=CANARY-SECRET');
  blocked.add('https://canary.invalid/other');
  blocked.add('img-src\u001b[2K\n');
  for (let n = 0; n < 100; n += 1) blocked.add(`https://h${n}.invalid/`);
  expect(blocked.count).toBe(103);
  expect(lines.slice(0, 2)).toEqual(['a page was kept from https://canary.invalid', 'a page was kept from img-src??2K?']);
  expect(lines).toHaveLength(20);
});
