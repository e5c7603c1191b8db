import { createPublicKey, generateKeyPairSync, verify, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { SignInGrant, SignInSecrets } from '#shared/servers/signInChoice.ts';
import { until, type TestHost } from './harness.ts';
import { stateOf } from './http/oneServer.ts';
import type { Protected } from './http/protectedServer.ts';
import { ProofDesk } from './http/proofDesk.ts';
import { asks, problemOf, signInHouse, signInOf } from './http/signInHouse.ts';

const at = signInHouse();
const claims = (jwt: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
const jwtOf = (body: object): string =>
  [{ alg: 'none' }, body].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.') + '.CANARY-SIGNATURE';
const soon = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

/** The server is met in the browser's way first, as every new entry is; then the person chooses another. */
async function choose(house: TestHost, grant: SignInGrant, secrets: SignInSecrets = {}, boundOnly = false): Promise<void> {
  const choice = { clientId: 'steward-machine', withoutPkce: false, grant, boundOnly };
  await house.chat.request('server.setSignIn', { serverKey: 'far', choice, ...secrets });
}
async function begun(far: Protected): Promise<TestHost> {
  const house = await at.one.open({ url: far.url });
  await house.answer(await house.waiting('sign-in'), 'cancel');
  await until(() => asks(house).length === 0, 'the question to be gone');
  return house;
}
const tested = (house: TestHost) => house.chat.request('server.test', { serverKey: 'far' });
/** Everything that pages see, the journal says, the traffic holds and the disk keeps, as one text. */
async function everything(house: TestHost): Promise<string> {
  const journal = await house.chat.request('journal.page', { filter: {}, limit: 500 });
  const traffic = await house.chat.request('traffic.page', { serverKey: 'far', after: 0 });
  const log = await house.chat.request('server.log', { serverKey: 'far' });
  const shown = JSON.stringify([
    journal,
    traffic,
    log,
    house.state('servers', {}),
    house.state('settings', {}),
    house.state('decisions', {}),
  ]);
  const disk = readdirSync(house.dir).map((name) => readFileSync(path.join(house.dir, name)).toString('latin1'));
  return [shown, ...disk].join('\n');
}
async function facts(house: TestHost, what: string) {
  const { entries } = await house.chat.request('journal.page', { filter: {}, limit: 500 });
  return entries.map(({ entry }) => entry).filter((entry) => entry.what === what);
}
const basic = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

test('AUT-17 with a client secret the host gets in by itself: no browser, no question, the issuer kept, each token in the journal', async () => {
  at.auth.script.grant = (_params, authorization) =>
    authorization === basic('steward-machine', 'CANARY-CLIENT-SECRET') ? undefined : 'invalid_client';
  const far = await at.guarded({ challengeScope: 'jobs:run', newer: true });
  const house = await begun(far);
  await choose(house, { kind: 'client-secret', issuer: '' }, { clientSecret: 'CANARY-CLIENT-SECRET' });
  void tested(house);
  await house.answer(await house.waiting('tools'), 'allow');
  expect((await at.one.callDo()).status).toBe('done');
  const asked = at.auth.tokenRequests.at(-1);
  expect([asked?.get('grant_type'), asked?.get('scope'), asked?.get('resource')]).toEqual(['client_credentials', 'jobs:run', far.url]);
  expect([at.browser.opened, far.effects.length]).toEqual([[], 1]);
  expect(signInOf(house)).toMatchObject({ state: 'signed-in', secrets: ['clientSecret'], choice: { grant: { issuer: at.auth.url } } });
  expect(await facts(house, 'token-fetched')).toMatchObject([
    {
      serverKey: 'far',
      by: 'automatic',
      details: { how: 'client-secret', issuer: new URL(at.auth.url).host, scopes: ['jobs:run'], bound: false },
    },
  ]);
  expect(JSON.stringify(far.received.find((r) => r.rpc === 'tools/list' && r.headers.authorization)?.body)).toContain(
    'io.modelcontextprotocol/oauth-client-credentials',
  );
  const all = await everything(house);
  for (const secret of ['CANARY-CLIENT-SECRET', ...at.auth.secrets()]) expect(all.includes(secret), secret).toBe(false);
});

test('AUT-17 a wrong secret is refused once and stays so until the person changes something, and no text of the server is shown', async () => {
  at.auth.script.grant = (_params, authorization) => (authorization === basic('steward-machine', 'right') ? undefined : 'invalid_client');
  const house = await begun(await at.guarded());
  await choose(house, { kind: 'client-secret', issuer: at.auth.url }, { clientSecret: 'wrong!' });
  await tested(house);
  expect(await problemOf(house)).toEqual({ code: 'token-refused', detail: 'invalid_client' });
  await tested(house);
  expect([at.auth.tokenRequests.length, asks(house)]).toEqual([1, []]);
  expect(JSON.stringify(house.state('servers', {}))).not.toContain('TEXT-OF-SERVER');
  await choose(house, { kind: 'client-secret', issuer: at.auth.url }, { clientSecret: 'right' });
  void tested(house);
  await house.waiting('tools');
});

test('AUT-17 the credentials go to the authorization server they are for and to no other, whatever the server says', async () => {
  const far = await at.guarded({ issuers: () => ['http://127.0.0.1:9'] });
  far.guard.issuers = () => [at.auth.url];
  const house = await begun(far);
  await choose(house, { kind: 'client-secret', issuer: 'https://login.example' }, { clientSecret: 'CANARY-CLIENT-SECRET' });
  await tested(house);
  expect(await problemOf(house)).toEqual({ code: 'issuer-mismatch', detail: 'authorization_servers' });
  expect(at.auth.tokenRequests).toEqual([]);
  await choose(house, { kind: 'client-secret', issuer: at.auth.url }, { clientSecret: '' });
  await tested(house);
  expect(await problemOf(house)).toEqual({ code: 'no-secret', detail: 'clientSecret' });
});

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keys: readonly (readonly [string, string, KeyObject, string, string | undefined])[] = [
  ['a PKCS #8 key', ec.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), ec.publicKey, 'ES256', undefined],
  ['a JWK with a name', JSON.stringify({ ...ec.privateKey.export({ format: 'jwk' }), kid: 'key-7' }), ec.publicKey, 'ES256', 'key-7'],
];
for (const [what, text, publicKey, alg, kid] of keys)
  test(`AUT-17 with ${what} the host shows who it is by a signed word for this authorization server alone, a new one each time`, async () => {
    at.auth.script.metadata = (metadata) => ({
      ...metadata,
      authorization_endpoint: undefined,
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['RS256', 'ES256'],
    });
    at.auth.script.expiresIn = 30; // less than the minute before which it is renewed
    const far = await at.guarded();
    const house = await at.one.open({ url: far.url });
    expect(await problemOf(house)).toMatchObject({ code: 'metadata', detail: 'authorization_endpoint' });
    await choose(house, { kind: 'client-key', issuer: at.auth.url }, { clientKey: text });
    void tested(house);
    await house.answer(await house.waiting('tools'), 'allow');
    const words = at.auth.tokenRequests.map((params) => params.get('client_assertion') ?? '');
    expect(words.length).toBeGreaterThan(1);
    expect(new Set(words.map((word) => claims(word)['jti'])).size).toBe(words.length);
    for (const word of words) {
      const [head = '', body = '', signature = ''] = word.split('.');
      expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ alg, typ: 'JWT', ...(kid ? { kid } : {}) });
      expect(claims(word)).toMatchObject({ iss: 'steward-machine', sub: 'steward-machine', aud: at.auth.url });
      expect(Number(claims(word)['exp']) - Number(claims(word)['iat'])).toBe(60);
      const key = { key: createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })), dsaEncoding: 'ieee-p1363' } as const;
      expect(verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
    }
    const all = await everything(house);
    const d = String(ec.privateKey.export({ format: 'jwk' }).d);
    for (const secret of [d, text.slice(40, 80), ...words, ...at.auth.secrets()]) expect(all.includes(secret), secret).toBe(false);
  });

test('AUT-17 what is no private key is refused when it is put in, and nothing of it is kept', async () => {
  const house = await begun(await at.guarded());
  await expect(choose(house, { kind: 'client-key', issuer: '' }, { clientKey: 'CANARY-NO-KEY' })).rejects.toMatchObject({
    failure: { code: 'invalid-input', detail: 'bad-key' },
  });
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await expect(choose(house, { kind: 'client-key', issuer: '' }, { clientKey: small })).rejects.toThrow();
  expect(signInOf(house)).toMatchObject({ secrets: [], choice: { grant: { kind: 'browser' } } });
  expect(await everything(house)).not.toContain('CANARY-NO-KEY');
});

test('a token from elsewhere is exchanged once; one that has run out, or is for somebody else, is told and not tried again', async () => {
  at.auth.script.grant = (params) => (claims(params.get('assertion') ?? '')['aud'] === at.auth.url ? undefined : 'invalid_grant');
  at.auth.script.metadata = (metadata) => ({
    ...metadata,
    registration_endpoint: undefined,
    token_endpoint_auth_methods_supported: ['none'],
  });
  const house = await at.one.open({ url: (await at.guarded()).url });
  const grant = { kind: 'assertion', issuer: at.auth.url } as const;
  await choose(house, grant, { assertion: jwtOf({ aud: at.auth.url, exp: soon(-60) }) });
  await tested(house);
  expect(await problemOf(house)).toEqual({ code: 'assertion-expired', detail: 'exp' });
  expect(at.auth.tokenRequests).toEqual([]);
  await choose(house, grant, { assertion: jwtOf({ aud: 'https://wrong.example', exp: soon(60) }) });
  await tested(house);
  expect(await until(() => signInOf(house)?.problem?.code === 'token-refused' && signInOf(house)?.problem, 'the no')).toMatchObject({
    detail: 'invalid_grant',
  });
  expect(at.auth.tokenRequests.map((params) => params.get('grant_type'))).toEqual(['urn:ietf:params:oauth:grant-type:jwt-bearer']);
  await choose(house, grant, { assertion: jwtOf({ aud: at.auth.url, exp: soon(60) }) });
  void tested(house);
  await house.answer(await house.waiting('tools'), 'allow');
  expect((await at.one.callDo()).status).toBe('done');
  expect(at.auth.tokenRequests.at(-1)?.get('client_id')).toBe('steward-machine');
  expect(await everything(house)).not.toContain('CANARY-SIGNATURE');
});

function desk(far: Protected): ProofDesk {
  const proofs = new ProofDesk();
  at.auth.script.proofs = proofs;
  far.guard.proofs = proofs;
  return proofs;
}

test('AUT-19 a server that wants bound tokens gets them: a proof for each request, by a key that is in nothing but the vault', async () => {
  const far = await at.guarded();
  desk(far);
  at.auth.script.expiresIn = 30;
  const house = await at.signedIn(far);
  expect((await at.one.callDo()).status).toBe('done');
  expect(signInOf(house)).toMatchObject({ state: 'signed-in', isBound: true });
  expect(at.auth.tokenRequests.some((params) => params.get('grant_type') === 'refresh_token')).toBe(true);
  const [sent] = far.received.filter((r) => r.rpc === 'tools/call');
  expect(sent?.headers.authorization).toMatch(/^DPoP CANARY-TOKEN-/);
  const all = await everything(house);
  expect([all.includes('privateJwk'), all.includes('"d":"')]).toEqual([false, false]);
  for (const secret of at.auth.secrets()) expect(all.includes(secret)).toBe(false);
});

test('AUT-19 a number that either server wants in the proof is put in; a call goes out anew through the lock, with one effect', async () => {
  const far = await at.guarded();
  const proofs = desk(far);
  proofs.nonce = 'first';
  const house = await at.signedIn(far);
  expect(proofs.challenges).toBeGreaterThan(1);
  const before = proofs.challenges;
  proofs.nonce = 'second';
  expect((await at.one.callDo()).status).toBe('done');
  expect(proofs.challenges).toBe(before + 1);
  expect(far.effects).toHaveLength(1);
  expect(far.received.filter((r) => r.rpc === 'tools/call')).toHaveLength(2);
  expect(signInOf(house)).toMatchObject({ state: 'signed-in' });
});

test('AUT-19 a server that wants another number for ever gets the call three times at most, with no effect and no loop', async () => {
  const far = await at.guarded();
  const proofs = desk(far);
  const house = await at.signedIn(far);
  proofs.nonce = 'one';
  const check = proofs.check.bind(proofs);
  proofs.check = (received, url, token) => {
    if (received.rpc !== 'tools/call') return check(received, url, token);
    proofs.nonce = `another-${Math.random()}`;
    return 'use_dpop_nonce';
  };
  expect((await at.one.callDo()).status).not.toBe('done');
  expect(far.effects).toEqual([]);
  expect(far.received.filter((r) => r.rpc === 'tools/call').length).toBeLessThanOrEqual(3);
  await house.close();
});

test('AUT-19 a proof that is refused, and a token that is not bound although the person takes no others, end with a reason', async () => {
  const far = await at.guarded();
  const proofs = desk(far);
  proofs.refusesAll = true;
  const house = await at.one.open({ url: far.url });
  await house.answer(await house.waiting('sign-in'), 'allow');
  expect(await problemOf(house)).toEqual({ code: 'token-refused', detail: 'invalid_dpop_proof' });
  delete at.auth.script.proofs;
  delete far.guard.proofs;
  at.auth.script.grant = () => undefined;
  await choose(house, { kind: 'client-secret', issuer: at.auth.url }, { clientSecret: 'CANARY-CLIENT-SECRET' }, true);
  await tested(house);
  expect(await problemOf(house)).toEqual({ code: 'not-bound', detail: 'token_type' });
  expect(signInOf(house)?.state).toBe('needed');
});

test('AUT-19 AUT-17 tokens of a machine are bound too, and stay so after they are renewed', async () => {
  const far = await at.guarded({ newer: true });
  desk(far);
  at.auth.script.expiresIn = 30;
  at.auth.script.grant = () => undefined;
  const house = await begun(far);
  await choose(house, { kind: 'client-secret', issuer: '' }, { clientSecret: 'CANARY-CLIENT-SECRET' });
  void tested(house);
  await house.answer(await house.waiting('tools'), 'allow');
  expect((await at.one.callDo()).status).toBe('done');
  expect(at.auth.tokenRequests.length).toBeGreaterThan(1);
  expect(stateOf(house)?.status).toBe('ready');
});
