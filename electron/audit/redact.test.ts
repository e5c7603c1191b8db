import { expect, test } from 'vitest';
import { argumentsPrint, maskArgs, maskText, previewOf, resultPrint } from './redact.ts';

test.each([
  ['a member named like a secret', { api_key: 'CANARY', to: 'x' }],
  ['all below a member named like a secret', { credentials: { user: ['CANARY'] } }],
  ['deep in a list', { items: [{ headers: [{ Authorization: 'CANARY' }] }] }],
  ['a bearer header in a text', { text: 'send Authorization: Bearer CANARY please' }],
  ['a known prefix', { text: 'use sk-CANARY-1234567890abcdef' }],
  ['a password in an address', { url: 'https://me:CANARY@example.com/' }],
  ['a query of an address', { url: 'https://example.com/?q=CANARY&page=2' }],
  ['an assignment', { command: 'export MY_TOKEN=CANARY; run' }],
  ['a private key', { text: '-----BEGIN RSA PRIVATE KEY-----\nCANARY\n-----END RSA PRIVATE KEY-----' }],
  ['a long opaque word', { text: 'xCANARY0123456789abcdefghij' }],
  ['a name that is itself a secret', { 'sk-CANARY-1234567890': 1 }],
  ['beyond what a preview shows', { text: `${'word '.repeat(60)}CANARY` }],
])('S45 a preview of arguments masks %s', (_title, args) => {
  const { preview, digest, bytes } = argumentsPrint(JSON.stringify(args));
  expect(preview).not.toContain('CANARY');
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(bytes).toBe(Buffer.byteLength(JSON.stringify(args)));
});

test('a preview keeps what a person needs to recognise a call', () => {
  expect(previewOf('{"city":"北京","unit":"celsius","days":3,"tags":["a","b"]}')).toBe(
    '{"city":"北京","unit":"celsius","days":3,"tags":["a","b"]}',
  );
});

test('names that only sound like a secret are not masked, those that are one are', () => {
  const open = { keyword: 'index', author: 'Tom', max_tokens: 9, is_private: true };
  expect(JSON.parse(previewOf(JSON.stringify(open)))).toEqual(open);
  for (const name of [
    'key',
    'apiKey',
    'api_keys',
    'x-auth',
    'Authorization',
    'authToken',
    'password2',
    'PIN',
    'session_id',
    'refreshToken',
  ])
    expect(previewOf(JSON.stringify({ [name]: 'x1' }))).toBe(JSON.stringify({ [name]: '•••' }));
});

test('a preview is short whatever the arguments are, and text that is no JSON has none', () => {
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`n${n}`, 'text '.repeat(50)]));
  expect(previewOf(JSON.stringify(wide)).length).toBeLessThanOrEqual(601);
  expect(previewOf(`${'['.repeat(2000)}${']'.repeat(2000)}`).length).toBeLessThanOrEqual(601);
  expect(previewOf('no json: CANARY')).toBe('');
});

test('S45 a secret does not escape by standing where a long text is cut', () => {
  const secret = 'sk-CANARYCANARYCANARYCANARY9';
  for (let at = 1960; at < 2010; at++) expect(maskText(`${'a '.repeat(at / 2)}${secret}`)).not.toContain('CANARY');
});

test('S45 words of a command line that carry a secret are masked, paths are not', () => {
  expect(maskArgs(['--api-key', 'CANARY', '--token=CANARY', '/home/me/a-long-folder-name/server.mjs', '-y', 'DB_PASSWORD=CANARY'])).toEqual(
    ['--api-key', '•••', '--token=•••', '/home/me/a-long-folder-name/server.mjs', '-y', 'DB_PASSWORD=•••'],
  );
});

test('S45 a result leaves its digest and size and nothing of its text', () => {
  const print = resultPrint(
    [
      { kind: 'text', text: 'CANARY' },
      { kind: 'structured', json: '{"a":"CANARY"}' },
    ],
    40,
  );
  expect(print).toEqual({ digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string, bytes: 40 });
  expect(resultPrint([{ kind: 'text', text: 'CANARX' }], 40).digest).not.toBe(print.digest);
});
