import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { nodeFetch } from '../net/nodeHttp.ts';
import { checkAddress, reachOf } from './addresses.ts';
import { createAuthFetch, type AuthNetwork } from './authFetch.ts';
import { checkedFetchHits } from './checkedForTests.ts';

const hostile = [
  'javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://a.example/',
  'ms-msdt:/id',
  'search-ms:query=x',
  'smb://a.example/x',
  'ssh://-oProxyCommand=x',
  'tel:1',
  'mailto:a@b.example',
  'steward:open',
  'about:blank',
  'blob:https://a.example/x',
  'view-source:https://a.example',
  'ws://a.example',
  'http://a.example/authorize',
  'http://192.168.0.9/authorize',
  'HTTPS:/a.example',
  'https:\\\\a.example',
  'https://user:secret@a.example/',
  'https://a.example/$(calc)\n--flag',
  ' https://a.example/',
  'https://a.example/\u202egpj',
  '-https://a.example',
  '"; calc; "',
  '$(calc)',
  '',
];
for (const address of hostile)
  test(`S39 ${JSON.stringify(address)} is no address to go to, and the error names the field`, () => {
    expect(() => checkAddress('authorization_endpoint', address, 'public')).toThrow(/authorization_endpoint/);
  });

test('S39 https is taken as it is written, and plain http only within this computer for a server that is there', () => {
  expect(checkAddress('x', 'https://a.example/authorize?tenant=1', 'public').href).toBe('https://a.example/authorize?tenant=1');
  expect(checkAddress('x', 'http://127.0.0.1:8080/a', 'loopback').port).toBe('8080');
  expect(() => checkAddress('x', 'http://127.0.0.1:8080/a', 'public')).toThrow('x');
});

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.9.9.9', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['[::ffff:7f00:1]', 'loopback'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['2002:7f00:1::', 'loopback'],
  ['10.1.2.3', 'private'],
  ['172.31.0.1', 'private'],
  ['192.168.1.1', 'private'],
  ['::ffff:192.168.1.1', 'private'],
  ['fd00::1', 'private'],
  ['169.254.169.254', 'special'],
  ['::ffff:169.254.169.254', 'special'],
  ['fe80::1%eth0', 'special'],
  ['0.0.0.0', 'special'],
  ['::', 'special'],
  ['224.0.0.1', 'special'],
  ['255.255.255.255', 'special'],
  ['8.8.8.8', 'public'],
  ['172.32.0.1', 'public'],
  ['2606:4700::1111', 'public'],
] as const)('S43 %s leads to what is %s', (address, reach) => {
  expect(reachOf(address)).toBe(reach);
});

test('S43 no way of writing or naming it leads a public server’s sign-in inwards: zero hits', async () => {
  const hits = await checkedFetchHits(async (port) => {
    const flips: Record<string, string[]> = { 'inner.example': ['127.0.0.1'], 'both.example': ['93.184.216.34', '127.0.0.1'] };
    const network: AuthNetwork = {
      fetch: (url, init) => nodeFetch(new URL(url), init ?? {}, { address: '127.0.0.1' }), // as a name would that leads there by then
      pinned: (url, init, address) => nodeFetch(url, init, { address }),
      lookup: async (name) => flips[name] ?? Promise.reject(new Error('ENOTFOUND')),
    };
    const fetch = createAuthFetch(network, 'public');
    for (const host of [
      '127.0.0.1',
      '0x7f.1',
      '2130706433',
      '017700000001',
      '[::ffff:127.0.0.1]',
      '[::1]',
      'localhost',
      'inner.example',
      'both.example',
    ])
      for (const scheme of ['https', 'http']) await expect(fetch(`${scheme}://${host}:${port}/`)).rejects.toThrow();
  });
  expect(hits).toEqual([]);
});

test('S43 the address that was checked is the one connected to, whatever the name says a moment later', async () => {
  const server = http.createServer((_request, response) => response.end('{"here":true}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const pinned: string[] = [];
  let asked = 0;
  const network: AuthNetwork = {
    fetch: () => Promise.reject(new Error('not this way')),
    pinned: (_url, _init, address) => {
      pinned.push(address);
      // The very request, over plain HTTP for want of a certificate: the name resolves nowhere, the address decides.
      return nodeFetch(new URL(`http://flip.example:${port}/`), {}, { address: '127.0.0.1' });
    },
    lookup: async () => [++asked === 1 ? '93.184.216.34' : '127.0.0.1'],
  };
  const fetch = createAuthFetch(network, 'public');
  expect(await (await fetch(`https://flip.example:${port}/`)).json()).toEqual({ here: true });
  await expect(fetch(`https://flip.example:${port}/`)).rejects.toMatchObject({ code: 'private-address' });
  expect([pinned, asked]).toEqual([['93.184.216.34'], 2]);
  server.closeAllConnections();
  server.close();
});

test('S43 a redirect is not followed, a long or slow answer is cut, and a server of this computer may be asked', async () => {
  const server = http.createServer((request, response) => {
    if (request.url === '/to') response.writeHead(302, { location: '/inner' }).end();
    else if (request.url === '/long') response.end('x'.repeat(2000));
    else if (request.url !== '/slow') response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const network: AuthNetwork = { fetch: (url, init) => fetch(url, init), lookup: async () => [] };
  const asking = createAuthFetch(network, 'loopback', { bytes: 1000, ms: 300 });
  await expect(asking(`${base}/to`)).rejects.toMatchObject({ code: 'redirect' });
  await expect(asking(`${base}/long`)).rejects.toMatchObject({ code: 'message-too-large' });
  await expect(asking(`${base}/slow`)).rejects.toMatchObject({ code: 'timeout' });
  expect(await (await asking(`${base}/`)).json()).toEqual({});
  server.closeAllConnections();
  server.close();
});
