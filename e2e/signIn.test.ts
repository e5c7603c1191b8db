import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { until } from './harness.ts';
import { AuthServer } from './http/authServer.ts';
import { listen } from './http/listening.ts';
import { settled, stateOf } from './http/oneServer.ts';
import { asks, kept, problemOf, signInHouse, signInOf } from './http/signInHouse.ts';

const at = signInHouse();

for (const newer of [false, true]) {
  test(`AUT-1 AUT-7 AUT-11 a ${newer ? 'newer' : 'older'} server that lets nobody in starts after one sign-in: found in order, for this resource, the token in the header alone`, async () => {
    const far = await at.guarded({ newer });
    const house = await at.signedIn(far);
    expect(stateOf(house)).toMatchObject({ status: 'ready', era: newer ? 'modern' : 'legacy' });
    expect(at.auth.asked).toEqual(['resource', 'metadata', 'register', 'authorize', 'token']);
    const url = new URL(at.browser.opened[0] ?? '');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ resource: far.url, code_challenge_method: 'S256', response_type: 'code' });
    expect(at.auth.tokenRequests[0]?.get('resource')).toBe(far.url);
    const [token = ''] = at.auth.issued.map((issued) => issued.token);
    const last = far.received.at(-1);
    expect(last?.headers.authorization).toBe(`Bearer ${token}`);
    expect(JSON.stringify(far.received.map((r) => [r.path, r.body]))).not.toContain(token);
    expect((await at.one.callDo()).status).toBe('done');
  });
}

test('AUT-3 of several authorization servers the person picks one on the card, and that one is gone to', async () => {
  const other = await AuthServer.start();
  at.keep(other);
  const far = await at.guarded({ issuers: () => [at.auth.url, other.url] });
  far.guard.needs = (_rpc, _method) => at.auth.issued.length + other.issued.length === 0;
  const house = await at.one.open({ url: far.url });
  const card = await house.waiting('sign-in');
  expect(card.issuers).toEqual([at.auth.url, other.url]);
  await house.decisions.request('decision.amend', { id: card.id, text: other.url });
  const second = await house.waiting('sign-in', `"issuer":"${other.url}"`);
  expect(second.url.startsWith(other.url)).toBe(true);
  await house.answer(second, 'allow');
  await house.waiting('tools');
  expect([at.auth.tokenRequests.length, other.tokenRequests.length]).toEqual([0, 1]);
  expect(at.browser.opened).toEqual([second.url]);
});

test('AUT-4 a client that the person registered comes first, then the document, then registering now; with none of them it says what is missing', async () => {
  at.auth.script.metadata = (metadata) => ({ ...metadata, registration_endpoint: undefined, client_id_metadata_document_supported: true });
  const far = await at.guarded();
  const house = await at.one.open({ url: far.url });
  expect(await problemOf(house)).toMatchObject({ code: 'no-client-id' });
  await house.chat.request('settings.change', { change: { clientMetadataUrl: 'https://steward.example/client.json' } });
  void house.chat.request('server.signIn', { serverKey: 'far' });
  const byDocument = await house.waiting('sign-in');
  expect(new URL(byDocument.url).searchParams.get('client_id')).toBe('https://steward.example/client.json');
  expect(new URL(new URL(byDocument.url).searchParams.get('redirect_uri') ?? '').pathname).toBe('/callback');
  await house.answer(byDocument, 'cancel');
  await house.chat.request('server.setSignIn', {
    serverKey: 'far',
    choice: { clientId: 'known-beforehand', withoutPkce: false },
    clientSecret: 'CANARY-CLIENT-SECRET',
  });
  expect(signInOf(house)).toMatchObject({ choice: { clientId: 'known-beforehand' }, hasClientSecret: true });
  void house.chat.request('server.signIn', { serverKey: 'far' });
  await house.answer(await house.waiting('sign-in'), 'allow');
  await house.waiting('tools');
  const sent = at.auth.received.find((r) => r.path === '/token')?.headers.authorization ?? '';
  expect(Buffer.from(sent.replace('Basic ', ''), 'base64').toString()).toBe('known-beforehand:CANARY-CLIENT-SECRET');
  expect(JSON.stringify(house.state('servers', {}))).not.toContain('CANARY');
});

test('AUT-5 this host registers as a native application, and a refusal names its reason', async () => {
  at.auth.script.fail = (step) => (step === 'register' ? 400 : undefined);
  const far = await at.guarded();
  const house = await at.one.open({ url: far.url });
  expect(await problemOf(house)).toEqual({ code: 'registration-refused', detail: 'HTTP 400' });
  const asked = JSON.parse(at.auth.received.find((r) => r.path === '/register')?.body ?? '{}') as Record<string, unknown>;
  expect(asked).toMatchObject({ application_type: 'native', token_endpoint_auth_method: 'none', client_name: 'Steward' });
});

test('AUT-12 a token that lasts is asked for where the authorization server offers one', async () => {
  at.auth.script.metadata = (metadata) => ({ ...metadata, scopes_supported: ['offline_access', 'read'] });
  const house = await at.one.open({ url: (await at.guarded({ challengeScope: 'read' })).url });
  expect((await house.waiting('sign-in')).scopes).toEqual(['read', 'offline_access']);
});

test('AUT-21 a server that says nothing of itself has its own origin for authorization server, at the paths of its time', async () => {
  const far = await at.guarded({ isSilent: true });
  const house = await at.one.open({ url: far.url });
  expect(await problemOf(house)).toEqual({ code: 'registration-refused', detail: 'HTTP 404' });
  expect(far.received.filter((r) => r.path !== '/mcp').map((r) => r.path)).toEqual([
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/register',
  ]);
  await house.chat.request('server.setSignIn', { serverKey: 'far', choice: { clientId: 'mine', withoutPkce: false } });
  void house.chat.request('server.signIn', { serverKey: 'far' });
  const card = await house.waiting('sign-in');
  expect(new URL(card.url).origin).toBe(new URL(far.url).origin);
  expect([new URL(card.url).pathname, new URL(card.url).searchParams.get('resource')]).toEqual(['/authorize', far.url]);
});

test('UC7 AUT-20 a header that the person has set and the server refuses is said so, and no sign-in starts', async () => {
  for (const status of [401, 403]) {
    const far = await at.guarded(status === 403 ? { needs: () => false, scope: () => 'x' } : {});
    const house = await at.one.open({ url: far.url, headers: { Authorization: 'Bearer of-my-own' } });
    expect(await settled(house)).toMatchObject({ status: 'failed', problem: { code: 'header-refused' } });
    expect([signInOf(house), asks(house), at.auth.asked]).toEqual([undefined, [], []]);
  }
});

test('S42 an entry that leads elsewhere drops the tokens, and the new place never sees them', async () => {
  const far = await at.guarded();
  const elsewhere = await at.guarded();
  const house = await at.signedIn(far);
  expect(kept(house).some((name) => name.startsWith('sign-in:far:'))).toBe(true);
  await house.chat.request('server.save', { key: 'far', entry: { url: elsewhere.url } });
  await house.answer(await house.waiting('server-trust'), 'allow');
  await house.waiting('sign-in');
  expect(kept(house)).toEqual([]);
  expect(JSON.stringify(elsewhere.received.map((r) => r.headers))).not.toContain('CANARY');
});

test('S42 a redirect to another origin takes neither token nor header along: it sees nothing', async () => {
  const inner: string[] = [];
  const trap = await listen((_request, response) => {
    inner.push('hit');
    response.writeHead(200).end();
  });
  at.keep(trap);
  const far = await at.guarded();
  const house = await at.signedIn(far);
  for (const status of [302, 307, 308]) {
    far.guard.redirect = (rpc) => (rpc === 'tools/call' ? { status, location: `${trap.url}/mcp` } : undefined);
    expect((await at.one.callDo()).status).toBe('protocol-error');
  }
  expect(house.state('servers', {}).length).toBeGreaterThan(0);
  expect(inner).toEqual([]);
});

test('signing out revokes the tokens, drops them and asks nobody until the person wants to sign in again', async () => {
  const far = await at.guarded();
  const house = await at.signedIn(far);
  const [before] = at.auth.issued;
  await house.chat.request('server.signOut', { serverKey: 'far' });
  await until(() => stateOf(house)?.status === 'sign-in', 'the server to want a sign-in');
  expect([before?.gone, kept(house), asks(house), signInOf(house)?.state]).toEqual([true, [], [], 'needed']);
  void house.chat.request('server.signIn', { serverKey: 'far' });
  await house.answer(await house.waiting('sign-in'), 'allow');
  await until(() => stateOf(house)?.status === 'ready', 'the server to be ready again');
});

test('a token that the server refuses right after the sign-in is not asked for over and over', async () => {
  const far = await at.guarded({ needs: () => true });
  at.auth.scopeOf = () => undefined;
  const house = await at.one.open({ url: far.url });
  await house.answer(await house.waiting('sign-in'), 'allow');
  expect(await problemOf(house)).toMatchObject({ code: 'still-refused' });
  expect([stateOf(house)?.status, asks(house), at.browser.opened.length]).toEqual(['sign-in', [], 1]);
});

test('S45 no secret of a sign-in is in a page, the journal, the traffic, the log of the host or on disk', async () => {
  const far = await at.guarded({ challengeScope: 'read' });
  far.guard.echo = true;
  const house = await at.signedIn(far);
  await at.one.callDo();
  const secrets = [
    ...at.auth.secrets(),
    ...at.browser.opened.flatMap((url) => [new URL(url).searchParams.get('state') ?? '']),
    ...at.auth.tokenRequests.flatMap((params) => [params.get('code') ?? '', params.get('code_verifier') ?? '']),
  ].filter(Boolean);
  expect(secrets.length).toBeGreaterThan(4);
  const journal = await house.chat.request('journal.page', { filter: {}, limit: 500 });
  expect(journal.entries.some(({ entry }) => entry.what === 'tokens-set' && entry.serverKey === 'far')).toBe(true);
  const traffic = await house.chat.request('traffic.page', { serverKey: 'far', after: 0 });
  expect(JSON.stringify(traffic)).toContain('[redacted]');
  const shown = JSON.stringify([journal, traffic, house.state('servers', {}), house.state('settings', {}), house.state('secrets', {})]);
  const disk = readdirSync(house.dir).map((name) => readFileSync(path.join(house.dir, name)).toString('latin1'));
  for (const secret of secrets)
    expect([shown.includes(secret), disk.some((text) => text.includes(secret))], secret).toEqual([false, false]);
});
