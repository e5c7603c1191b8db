import { expect, test } from 'vitest';
import { until } from './harness.ts';
import type { AuthStep } from './http/authServer.ts';
import { stateOf } from './http/oneServer.ts';
import { asks, kept, problemOf, signInHouse } from './http/signInHouse.ts';

const at = signInHouse();

for (const step of ['resource', 'metadata', 'register', 'authorize', 'token'] as const satisfies readonly AuthStep[]) {
  test(`F24 the network is lost at the step "${step}": the flow ends with a reason, nothing is kept, nothing listens, and a new try works`, async () => {
    at.auth.script.fail = (at) => (at === step ? 'cut' : undefined);
    const far = await at.guarded();
    // Only where the browser never comes back is its time waited for.
    if (step === 'authorize') at.with({ limits: { signInMs: 4000 } });
    const house = await at.one.open({ url: far.url });
    if (step === 'authorize' || step === 'token') await house.answer(await house.waiting('sign-in'), 'allow');
    expect(await problemOf(house)).toMatchObject(
      step === 'authorize' ? { code: 'timeout' } : { code: 'network', detail: expect.stringContaining(': cut') },
    );
    expect([kept(house), asks(house), stateOf(house)?.status]).toEqual([[], [], 'sign-in']);
    await expect(fetch(new URL(redirectOf(at.browser.opened[0])))).rejects.toThrow();
    delete at.auth.script.fail;
    void house.chat.request('server.signIn', { serverKey: 'far' });
    await house.answer(await house.waiting('sign-in'), 'allow');
    await until(() => stateOf(house)?.status === 'ready', 'the server to be ready');
    const states = at.browser.opened.map((url) => new URL(url).searchParams.get('state'));
    expect(new Set(states).size).toBe(states.length);
  });
}

test('F24 the browser that does not open, and the server that is out of order while renewing, end with a reason too', async () => {
  at.with({ openBrowser: async () => false });
  const house = await at.one.open({ url: (await at.guarded()).url });
  await house.answer(await house.waiting('sign-in'), 'allow');
  expect(await problemOf(house)).toMatchObject({ code: 'browser' });
  expect(kept(house)).toEqual([]);
});

const answers: readonly (readonly [string, string, (query: URLSearchParams) => void])[] = [
  ['S40 AUT-9 another state', 'state-mismatch', (query) => query.set('state', 'x'.repeat(43))],
  ['S40 AUT-9 no state', 'state-mismatch', (query) => query.delete('state')],
  ['S41 AUT-8 another issuer', 'response-mismatch', (query) => query.set('iss', 'https://other.example')],
  ['S41 AUT-8 an issuer with a slash too many', 'response-mismatch', (query) => query.set('iss', `${query.get('iss')}/`)],
  ['S41 AUT-8 no issuer although it was promised', 'response-mismatch', (query) => query.delete('iss')],
  ['S41 two codes', 'response-mismatch', (query) => query.append('code', 'other')],
];
for (const [what, code, change] of answers)
  test(`${what} in the browser’s answer: it is thrown away, no token is asked for, and nothing of it is shown`, async () => {
    at.auth.script.callback = (query) => {
      change(query);
      query.set('error_description', '<script>TEXT-OF-SERVER</script>');
    };
    const house = await at.one.open({ url: (await at.guarded()).url });
    await house.answer(await house.waiting('sign-in'), 'allow');
    expect(await problemOf(house)).toMatchObject({ code });
    expect(at.auth.tokenRequests).toEqual([]);
    expect(JSON.stringify([at.browser.pages, house.state('servers', {})])).not.toContain('TEXT-OF-SERVER');
  });

test('S41 an error of the authorization server is told by its code alone, and only when the answer is truly from it', async () => {
  at.auth.script.callback = (query) => {
    query.delete('code');
    query.set('error', 'access_denied');
    query.set('error_description', 'TEXT-OF-SERVER');
  };
  const house = await at.one.open({ url: (await at.guarded()).url });
  await house.answer(await house.waiting('sign-in'), 'allow');
  expect(await problemOf(house)).toEqual({ code: 'refused', detail: 'access_denied' });
});

test('S41 AUT-6 a server that does not announce PKCE is refused until the person allows it; one that announces another way always', async () => {
  at.auth.script.metadata = (metadata) => ({ ...metadata, code_challenge_methods_supported: undefined });
  const house = await at.one.open({ url: (await at.guarded()).url });
  expect(await problemOf(house)).toMatchObject({ code: 'no-pkce' });
  expect(at.auth.registered.size).toBe(0);
  await house.chat.request('server.setSignIn', { serverKey: 'far', choice: { clientId: '', withoutPkce: true } });
  at.auth.script.metadata = (metadata) => ({ ...metadata, code_challenge_methods_supported: ['plain'] });
  await house.chat.request('server.signIn', { serverKey: 'far' });
  expect(await problemOf(house)).toMatchObject({ code: 'no-pkce' });
  at.auth.script.metadata = (metadata) => ({ ...metadata, code_challenge_methods_supported: undefined });
  void house.chat.request('server.signIn', { serverKey: 'far' });
  await house.answer(await house.waiting('sign-in'), 'allow');
  await house.waiting('tools');
  expect(new URL(at.browser.opened[0] ?? '').searchParams.get('code_challenge_method')).toBe('S256');
});

test('AUT-2 an authorization server that calls itself otherwise, and a resource that is another server, are refused', async () => {
  at.auth.script.metadata = (metadata) => ({ ...metadata, issuer: 'https://other.example' });
  const house = await at.one.open({ url: (await at.guarded()).url });
  expect(await problemOf(house)).toMatchObject({ code: 'issuer-mismatch' });
  at.auth.script.resource = (metadata) => ({ ...metadata, resource: 'https://other.example/mcp' });
  await house.chat.request('server.signIn', { serverKey: 'far' });
  expect(await problemOf(house)).toMatchObject({ code: 'resource-mismatch' });
  expect([at.auth.registered.size, at.browser.opened]).toEqual([0, []]);
});

const redirectOf = (url: string | undefined): string =>
  new URL(url ?? 'http://x?redirect_uri=http://127.0.0.1:9').searchParams.get('redirect_uri') ?? '';
