import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until, type TestHost } from './harness.ts';
import { AuthServer } from './http/authServer.ts';
import type { Protected } from './http/protectedServer.ts';
import { asks, problemOf, signInHouse, signInOf } from './http/signInHouse.ts';

const at = signInHouse();
let idp: AuthServer;
beforeEach(async () => {
  idp = await AuthServer.start();
  idp.script.answer = (answer, params) =>
    params.get('grant_type') === exchange
      ? { access_token: leave(params), issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag', token_type: 'N_A' }
      : { ...answer, id_token: idToken() };
  idp.script.grant = (params) => (params.get('grant_type') === exchange ? undefined : 'unsupported_grant_type');
  at.auth.script.grant = (params) => (claims(params.get('assertion') ?? '')['aud'] === at.auth.url ? undefined : 'invalid_grant');
});
afterEach(() => idp.close());

const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
const claims = (jwt: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
let count = 0;
/** A JWT that nobody checks the signature of; each is another text. */
const jwtOf = (kind: string, body: object): string =>
  `${[{ alg: 'none' }, body].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.CANARY-${kind}-${count++}`;
let lasts = 3600;
const idToken = (more: object = {}): string =>
  jwtOf('ID', { iss: idp.url, aud: 'at-company', sub: 'ann', exp: Math.floor(Date.now() / 1000) + lasts, ...more });
const leave = (params: URLSearchParams): string =>
  jwtOf('LEAVE', { aud: params.get('audience'), resource: params.get('resource'), client_id: 'at-server' });

async function begun(far: Protected): Promise<TestHost> {
  lasts = 3600;
  const house = await at.one.open({ url: far.url });
  await house.answer(await house.waiting('sign-in'), 'cancel');
  await until(() => asks(house).length === 0, 'the question to be gone');
  await house.chat.request('server.setSignIn', {
    serverKey: 'far',
    choice: {
      clientId: 'at-server',
      withoutPkce: false,
      grant: { kind: 'company', issuer: '', idpIssuer: idp.url, idpClientId: 'at-company' },
    },
    clientSecret: 'CANARY-SERVER-SECRET',
    companySecret: 'CANARY-COMPANY-SECRET',
  });
  void house.chat.request('server.signIn', { serverKey: 'far' });
  return house;
}

test('AUT-18 one sign-in at the company opens the server: its page on the card, then leave for this server alone, then the token', async () => {
  const far = await at.guarded({ challengeScope: 'files:read', newer: true });
  const house = await begun(far);
  const card = await house.waiting('sign-in');
  expect([new URL(card.url).origin, card.issuer, card.scopes]).toEqual([idp.url, idp.url, ['openid']]);
  expect(new URL(card.url).searchParams.has('resource')).toBe(false);
  await house.answer(card, 'allow');
  await house.answer(await house.waiting('tools'), 'allow');
  expect((await at.one.callDo()).status).toBe('done');
  const asked = idp.tokenRequests.find((params) => params.get('grant_type') === exchange);
  expect(Object.fromEntries(asked ?? [])).toMatchObject({
    requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    audience: at.auth.url,
    resource: far.url,
    scope: 'files:read',
    client_id: 'at-company',
  });
  const [granted] = at.auth.tokenRequests;
  expect(granted?.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  expect(claims(granted?.get('assertion') ?? '')).toMatchObject({ aud: at.auth.url, resource: far.url });
  expect(at.auth.received.at(-1)?.headers.authorization).toBe(`Basic ${Buffer.from('at-server:CANARY-SERVER-SECRET').toString('base64')}`);
  expect(at.browser.opened).toEqual([card.url]);
  expect(far.received.some((r) => r.body.includes('io.modelcontextprotocol/enterprise-managed-authorization'))).toBe(true);
  // The word of who the person is stays between the host and the company.
  const idTokens = idp.shown.filter((text) => text.includes('CANARY-ID'));
  expect(idTokens).toHaveLength(1);
  expect(JSON.stringify([at.auth.received, far.received])).not.toContain('CANARY-ID');
  const journal = await house.chat.request('journal.page', { filter: {}, limit: 500 });
  expect(journal.entries.some(({ entry }) => entry.what === 'token-fetched' && entry.details?.['how'] === 'company')).toBe(true);
  const traffic = await house.chat.request('traffic.page', { serverKey: 'far', after: 0 });
  const shown = JSON.stringify([journal, traffic, house.state('servers', {}), house.state('settings', {}), house.state('decisions', {})]);
  const disk = readdirSync(house.dir).map((name) => readFileSync(path.join(house.dir, name)).toString('latin1'));
  for (const text of [shown, ...disk])
    for (const secret of ['CANARY-ID', 'CANARY-LEAVE', 'CANARY-SERVER-SECRET', 'CANARY-COMPANY-SECRET', 'CANARY-TOKEN'])
      expect(text.includes(secret), secret).toBe(false);
});

test('AUT-18 tokens that run out are had anew by the word that still counts, with nobody asked; one that counts no more asks the person', async () => {
  at.auth.script.expiresIn = 30;
  const house = await begun(await at.guarded());
  idp.script.noRefresh = true;
  await house.answer(await house.waiting('sign-in'), 'allow');
  await house.answer(await house.waiting('tools'), 'allow');
  expect((await at.one.callDo()).status).toBe('done');
  expect(at.auth.tokenRequests.length).toBeGreaterThan(1);
  expect(at.browser.opened).toHaveLength(1);
  idp.script.grant = () => 'invalid_grant';
  at.auth.expireAll();
  void at.one.callDo('chat-2').catch(() => undefined);
  const again = await house.waiting('sign-in');
  expect(new URL(again.url).origin).toBe(idp.url);
  idp.script.grant = () => undefined;
  await house.answer(again, 'allow');
  await until(() => at.browser.opened.length === 2 && signInOf(house)?.state === 'signed-in', 'the person to be in again');
});

const refusals: readonly (readonly [string, string, () => void])[] = [
  ['the company refuses to vouch', 'access_denied', () => (idp.script.grant = () => 'access_denied')],
  ['leave that is for another authorization server', 'aud', () => wrongLeave({ aud: 'https://other.example' })],
  ['a word for another client', 'id_token: aud', () => wrongWord({ aud: 'somebody-else' })],
  ['a word by somebody else', 'id_token: iss', () => wrongWord({ iss: 'https://other.example' })],
  ['no word at all', 'id_token', () => (idp.script.answer = (answer) => answer)],
];
const wrongWord = (more: object): void => {
  idp.script.answer = (answer) => ({ ...answer, id_token: idToken(more) });
};
const wrongLeave = (more: object): void => {
  idp.script.answer = (answer, params) =>
    params.get('grant_type') === exchange
      ? { access_token: jwtOf('LEAVE', more), issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag', token_type: 'N_A' }
      : { ...answer, id_token: idToken() };
};
for (const [what, detail, spoil] of refusals)
  test(`AUT-18 ${what}: it ends with the reason, and the authorization server is shown nothing`, async () => {
    const house = await begun(await at.guarded());
    spoil();
    await house.answer(await house.waiting('sign-in'), 'allow');
    expect(await problemOf(house)).toEqual({ code: 'company-refused', detail });
    expect([at.auth.tokenRequests, asks(house)]).toEqual([[], []]);
    expect(JSON.stringify(house.state('servers', {}))).not.toContain('TEXT-OF-SERVER');
  });

test('AUT-18 an authorization server that takes no leave of this company ends it with its code, and a declined card asks nobody again', async () => {
  const house = await begun(await at.guarded());
  at.auth.script.grant = () => 'invalid_grant';
  await house.answer(await house.waiting('sign-in'), 'allow');
  expect(await problemOf(house)).toEqual({ code: 'token-refused', detail: 'invalid_grant' });
  void house.chat.request('server.signIn', { serverKey: 'far' });
  await house.answer(await house.waiting('sign-in'), 'deny');
  await until(() => asks(house).length === 0, 'the card to be gone');
  await house.chat.request('server.test', { serverKey: 'far' });
  expect([asks(house), at.browser.opened.length]).toEqual([[], 1]);
});

test('AUT-18 S43 the company may be where the person says, but its own pages may not lead the host inwards', async () => {
  idp.script.metadata = (metadata) => ({ ...metadata, token_endpoint: 'http://169.254.169.254/token' });
  const house = await begun(await at.guarded());
  expect(await problemOf(house)).toEqual({ code: 'bad-address', detail: expect.stringContaining('token_endpoint') });
  expect(idp.tokenRequests).toEqual([]);
});
