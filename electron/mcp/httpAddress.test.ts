import { expect, test } from 'vitest';
import { expandAddress } from './httpAddress.ts';
import { withSecrets } from './secretReferences.ts';

const environment = { HOST: 'evil.example', TOKEN: 't0k', P: '../a b&c', DOTS: '..', EMPTY: '', 'secret:S': 's3cret' };
const read = (url: string, headers: Record<string, string> = {}) => {
  const address = expandAddress({ url, headers }, environment, '/home/p');
  return address.ok ? { url: address.url.href, headers: address.headers } : address.problem;
};

test('UB8 variables and secrets are put into path, query and headers, with defaults, and each stays one piece', () => {
  expect(read('https://a.example/${P}/x?k=${TOKEN}&d=${NONE:-e f}&s=${secret:S}')).toMatchObject({
    url: 'https://a.example/..%2Fa%20b%26c/x?k=t0k&d=e%20f&s=s3cret',
  });
  expect(read('https://a.example/v/${DOTS}/x')).toMatchObject({ url: 'https://a.example/x' });
  expect(read('https://a.example/', { Authorization: 'Bearer ${secret:S}', 'x-b': '${EMPTY:-none}' })).toMatchObject({
    headers: { Authorization: 'Bearer s3cret', 'x-b': 'none' },
  });
});

test.each([
  ['https://${HOST}/mcp', 'bad-address'],
  ['https://a.example:${TOKEN}/', 'bad-address'],
  ['${HOST}', 'bad-address'],
  ['https://$HOST/', 'bad-address'],
  ['https://u:p@a.example/', 'bad-address'],
  ['file:///etc/passwd', 'bad-address'],
  ['https:\\\\a.example', 'bad-address'],
  ['https://a.example/${NONE}', 'variable-unset'],
  ['https://a.example/${secret:NONE}', 'secret-missing'],
])('I9 %s is told as %s', (url, code) => {
  expect(read(url)).toMatchObject({ code });
});

test.each([
  ['Host', 'x'],
  ['content-length', '1'],
  ['Mcp-Session-Id', 'x'],
  ['Transfer-Encoding', 'chunked'],
  ['bad name', 'x'],
  ['x-split', 'a\r\nx-other: b'],
])('a header that would cut a request in two or belongs to the transport is refused: %s', (name, value) => {
  expect(read('https://a.example/', { [name]: value })).toMatchObject({ code: 'bad-entry' });
});

test('S44 nothing of the environment passes for a secret, and a key store that can’t be read is told as that', async () => {
  const entry = { command: 'x', args: ['${secret:S}'], env: { A: '${secret:T}' } };
  const found = await withSecrets({ 'secret:S': 'forged', PATH: '/bin' }, entry, {
    get: async (name) => (name === 'T' ? 'kept' : undefined),
  });
  expect(found).toEqual({ PATH: '/bin', 'secret:S': undefined, 'secret:T': 'kept' });
  const locked = withSecrets({}, entry, { get: () => Promise.reject(new Error('locked: CANARY')) });
  await expect(locked).rejects.toMatchObject({ problem: { code: 'secret-missing', detail: 'secret:S cannot be read from the key store' } });
});

test('S46 the key of a model lies in the same vault, and no entry can name it', async () => {
  const entry = { url: 'https://a.example/', headers: { X: '${secret:provider:openai}' } };
  const asked: string[] = [];
  const get = async (name: string): Promise<string> => {
    asked.push(name);
    return 'CANARY';
  };
  const found = await withSecrets({}, entry, { get });
  expect([found, asked]).toEqual([{ 'secret:provider:openai': undefined }, []]);
});
