import { expect, test } from 'vitest';
import { contentPolicy, headersFor, locate, pageUrl } from './appFiles.ts';

test.each([
  [pageUrl('chat'), 'index.html'],
  [pageUrl('decisions'), 'decisions.html'],
  ['app://chat/assets/index-a1B2.js', 'assets/index-a1B2.js'],
])('%s is a file of the build', (href, file) => {
  expect(locate(href)).toBe(file);
});

test.each([
  'app://chat/../package.json',
  'app://chat/%2e%2e/package.json',
  'app://chat/assets/..%2f..%2fx.js',
  'app://chat/assets/a/b.js',
  'app://chat/assets/.js',
  'app://chat/assets/x.js%00',
  'app://chat/assets\\x.js.map',
  'app://chat/index.html',
  'app://chat/decisions.html',
  'app://decisions/',
  'app://other/',
  'app://chat/?x=1',
  'app://user@chat/',
  'file:///etc/passwd',
  'https://chat/',
  'not a url',
  'app://chat/assets/x.html',
])('S8 %s is no file of the app', (href) => {
  expect(locate(href)).toBeUndefined();
});

test('S8 every file is served under the policy, with its type and nothing sniffed', () => {
  const headers = headersFor('assets/a.js');
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(headers['content-security-policy']).toBe(contentPolicy);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(contentPolicy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|https?:|\*/);
});
