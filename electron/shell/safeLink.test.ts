import { expect, test } from 'vitest';
import { safeLink } from './safeLink.ts';

test.each(['https://example.org/', 'https://example.org/a?b=c#d', 'HTTPS://EXAMPLE.ORG/x'])('%s may be offered to the browser', (href) => {
  expect(safeLink(href)?.protocol).toBe('https:');
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'file:///etc/passwd',
  'smb://host/share',
  '\\\\host\\share',
  'ms-settings:about',
  'vscode://x',
  'data:text/html,x',
  'blob:https://x/1',
  'app://chat/',
  'http://example.org/',
  'https://user:pw@example.org/',
  'https://user@example.org/',
  'https://exa\tmple.org/',
  'https://example.org/\u0000',
  'https://example.org/\u202e',
  ' https://example.org/',
  'mailto:a@example.org',
  'https:///example.org',
  'https:example.org',
  'https:/example.org',
  '',
  `https://example.org/${'a'.repeat(3000)}`,
])('S5 %j never reaches the opener', (href) => {
  expect(safeLink(href)).toBeUndefined();
});
