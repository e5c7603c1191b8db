import { expect, test } from 'vitest';
import { readLink } from './link.ts';

test.each([
  ['https://example.com', 'example.com', 'example.com'],
  ['https://example.com:8443/a?b=c#d', 'example.com', 'example.com'],
  ['HTTPS://Example.COM/A', 'Example.COM', 'example.com'],
  ['https://bücher.example/x', 'bücher.example', 'xn--bcher-kva.example'],
  ['https://xn--80ak6aa92e.com/', 'xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
  ['https://[::1]:8/x', '[::1]', '[::1]'],
])('S35 ELI-7 of %j the host %j is marked, looked up as %j, and nothing of the text is lost', (text, host, asciiHost) => {
  const link = readLink(text, false);
  if ('refused' in link) throw new Error(link.refused);
  expect(link).toMatchObject({ host, asciiHost });
  expect(link.before + link.host + link.after).toBe(text);
});

test.each([
  ['http://example.com', 'not-https'],
  ['http://localhost:3000/x', 'not-https'],
  ['javascript:alert(1)', 'not-a-link'],
  ['file:///etc/passwd', 'not-a-link'],
  ['data:text/html,x', 'not-a-link'],
  ['https:example.com', 'not-a-link'],
  ['https:///example.com', 'not-a-link'],
  ['//example.com', 'not-a-link'],
  ['https://user@example.com', 'user-info'],
  ['https://user:pass@example.com', 'user-info'],
  ['https://example.com@evil.example/', 'user-info'],
  ['https://exa\u200bmple.com', 'hidden-characters'],
  ['https://example.com/\u202egpj.exe', 'hidden-characters'],
  ['https://example.com/a b', 'hidden-characters'],
  ['https://example.com\\@evil.example', 'hidden-characters'],
  ['https://example.com/\n', 'hidden-characters'],
  [`https://example.com/${'a'.repeat(2048)}`, 'too-long'],
])('S35 %j is never opened: %s', (text, refused) => {
  expect(readLink(text, false)).toEqual({ refused });
});

test('S35 plain http is for a server and a page on this very computer only', () => {
  expect(readLink('http://localhost:3000/x', true)).toMatchObject({ asciiHost: 'localhost' });
  expect(readLink('http://127.0.0.1/x', true)).toMatchObject({ asciiHost: '127.0.0.1' });
  expect(readLink('http://example.com', true)).toEqual({ refused: 'not-https' });
  expect(readLink('http://localhost.evil.example', true)).toEqual({ refused: 'not-https' });
});
