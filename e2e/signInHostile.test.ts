import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { nodeStack } from '../electron/net/hostFetch.ts';
import { until } from './harness.ts';
import { asks, kept, problemOf, signInHouse } from './http/signInHouse.ts';

const at = signInHouse();

const hostile = [
  'javascript:alert(1)',
  'file:///etc/passwd',
  'vbscript:x',
  'data:text/html,x',
  'ms-msdt:/id',
  'http://login.example/authorize',
  '$(calc.exe)',
  'https://login.example/$(calc)\nx',
  '-a https://login.example',
  'https://user:word@login.example/',
];
test('AUT-14 S39 no address of a hostile authorization server is opened, for a browser or by the host, and the field at fault is named', async () => {
  const far = await at.guarded();
  let [field, address] = ['authorization_endpoint', hostile[0]];
  at.auth.script.metadata = (metadata) => ({ ...metadata, [field]: address });
  const house = await at.one.open({ url: far.url });
  for (const name of ['authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint'])
    for (const bad of hostile) {
      [field, address] = [name, bad];
      await house.chat.request('server.signIn', { serverKey: 'far' });
      expect(await problemOf(house), bad).toEqual({ code: 'bad-address', detail: expect.stringContaining(name) });
    }
  expect([at.browser.opened, asks(house), at.auth.tokenRequests, at.auth.registered.size]).toEqual([[], [], [], 0]);
});

test('AUT-15 S40 the answer of a hostile authorization server comes once, to this very path of this computer, and nothing listens before or after', async () => {
  const far = await at.guarded();
  const house = await at.one.open({ url: far.url });
  const card = await house.waiting('sign-in');
  const redirect = new URL(new URL(card.url).searchParams.get('redirect_uri') ?? '');
  const registered = JSON.parse(at.auth.received.find((r) => r.path === '/register')?.body ?? '{}') as { redirect_uris?: string[] };
  expect([redirect.protocol, redirect.hostname, registered.redirect_uris]).toEqual(['http:', '127.0.0.1', [redirect.href]]);
  await expect(fetch(redirect)).rejects.toThrow();
  const tries: number[] = [];
  at.auth.script.callback = (query) => {
    const attempt = (to: URL, init?: RequestInit): Promise<void> => fetch(to, init).then((r) => void tries.push(r.status));
    tried = Promise.all([
      attempt(new URL('/other', redirect)),
      attempt(redirect, { method: 'POST' }),
      attempt(new URL(`${redirect.pathname}/x?state=${query.get('state')}`, redirect)),
    ]);
    query.set('error_description', '<script>TEXT-OF-SERVER</script>');
  };
  let tried: Promise<unknown> = Promise.resolve();
  await house.answer(card, 'allow');
  await house.waiting('tools');
  await tried.catch(() => undefined);
  expect(tries.every((status) => status === 404)).toBe(true);
  await until(() => at.browser.pages.length > 0, 'the page of the answer');
  expect(at.browser.pages.join()).not.toContain('TEXT-OF-SERVER');
  await expect(fetch(redirect)).rejects.toThrow();
});

test('AUT-16 S43 a hostile server leads discovery inwards by its documents, its challenge or a redirect: nothing there is reached', async () => {
  const hits: string[] = [];
  const inner = createServer((socket) => {
    hits.push('connection');
    socket.destroy();
  });
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
  const { port } = inner.address() as AddressInfo;
  // The server answers as one of the internet would, by a name; the canary is on this computer.
  const public_ = 'mcp.example';
  const places: string[] = [
    `http://127.0.0.1:${port}/`,
    `https://[::ffff:127.0.0.1]:${port}/`,
    `https://0x7f.1:${port}/`,
    `https://localhost:${port}/`,
  ];
  let place = places[0] ?? '';
  const asked: string[] = [];
  const network = {
    ...nodeStack,
    fetch: async (input: string | URL): Promise<Response> => {
      const url = new URL(input);
      asked.push(url.href);
      if (url.hostname !== public_) return fetch(url);
      if (url.pathname === '/mcp')
        return new Response('', { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${place}"` } });
      return new Response('', { status: 302, headers: { location: place } });
    },
  };
  at.with({ network });
  for (const one of places) {
    place = one;
    const house = await at.one.open({ url: `https://${public_}/mcp` });
    const problem = await problemOf(house);
    expect(['bad-address', 'private-address'], `${one}: ${problem.code}`).toContain(problem.code);
    expect([kept(house), asks(house)]).toEqual([[], []]);
  }
  expect([hits, asked.filter((url) => new URL(url).hostname !== public_)]).toEqual([[], []]);
  await new Promise((resolve) => inner.close(resolve));
});
