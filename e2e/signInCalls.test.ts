import { expect, test } from 'vitest';
import { until, type TestHost } from './harness.ts';
import { AuthServer } from './http/authServer.ts';
import { stateOf } from './http/oneServer.ts';
import { asks, signInHouse, signInOf } from './http/signInHouse.ts';

const at = signInHouse();

test('UC5 a 401 that only comes at a call starts one sign-in, and the call is answered after it with exactly one effect', async () => {
  const far = await at.guarded({ needs: (rpc) => rpc === 'tools/call', challengeScope: 'do:it' });
  const house = await at.one.admit({ url: far.url });
  const called = at.one.callDo();
  const card = await house.waiting('sign-in');
  expect(card).toMatchObject({ serverKey: 'far', reason: 'sign-in', issuer: at.auth.url, scopes: ['do:it'] });
  expect(at.browser.opened).toEqual([]);
  expect(stateOf(house)?.status).toBe('ready');
  await house.answer(card, 'allow');
  expect((await called).status).toBe('done');
  expect(at.browser.opened).toEqual([card.url]);
  expect(far.effects).toHaveLength(1);
  expect(far.received.filter((r) => r.rpc === 'tools/call').map((r) => r.headers.authorization)).toEqual([
    undefined,
    `Bearer ${at.auth.issued[0]?.token}`,
  ]);
  // Each of the two sends has spent a permission of its own, on disk.
  expect(house.host.database.prepare('SELECT spent_at IS NOT NULL AS spent FROM decision_round').all()).toEqual([{ spent: 1 }]);
  await until(() => signInOf(house)?.state === 'signed-in', 'the sign-in to be shown');
});

test('F21 a declined sign-in ends the call as not taken, and the next call asks nobody again until the person wants it', async () => {
  const far = await at.guarded({ needs: (rpc) => rpc === 'tools/call' });
  const house = await at.one.admit({ url: far.url });
  const called = at.one.callDo();
  await house.answer(await house.waiting('sign-in'), 'deny');
  const first = await called;
  expect(first.status).toBe('protocol-error');
  expect(first.text).toContain('sign-in needed');
  expect((await at.one.callDo()).text).toContain('sign-in needed');
  expect(asks(house)).toEqual([]);
  expect([at.browser.opened, far.effects]).toEqual([[], []]);
  void house.chat.request('server.signIn', { serverKey: 'far' });
  await house.answer(await house.waiting('sign-in'), 'allow');
  await until(() => signInOf(house)?.state === 'signed-in', 'the sign-in');
  expect((await at.one.callDo()).status).toBe('done');
  expect(far.effects).toHaveLength(1);
});

test('AUT-13 a token that allows too little leads to one question for more, with all rights together, and a no is remembered', async () => {
  const far = await at.guarded({ scope: (rpc) => (rpc === 'tools/call' ? 'write' : undefined), challengeScope: 'read' });
  const house = await at.signedIn(far);
  const called = at.one.callDo();
  const card = await house.waiting('sign-in');
  expect(card).toMatchObject({ reason: 'more-rights', scopes: ['read', 'write'], newScopes: ['write'] });
  await house.answer(card, 'deny');
  expect((await called).text).toContain('sign-in needed');
  expect((await at.one.callDo()).text).toContain('sign-in needed');
  expect(asks(house)).toEqual([]);
  expect(far.effects).toEqual([]);
});

test('AUT-13 more rights that are granted let the call through once; a server that never has enough is not asked for ever', async () => {
  let isGreedy = false;
  const far = await at.guarded({
    scope: (rpc) => (rpc === 'tools/call' ? (isGreedy ? 'never' : 'write') : undefined),
    challengeScope: 'read',
  });
  const house = await at.signedIn(far);
  const called = at.one.callDo();
  await house.answer(await house.waiting('sign-in'), 'allow');
  expect((await called).status).toBe('done');
  expect(far.effects).toHaveLength(1);
  isGreedy = true;
  at.auth.script.scope = (scope) => scope.replace(/ ?never/, '');
  const again = at.one.callDo();
  await house.answer(await house.waiting('sign-in', 'never'), 'allow');
  expect((await again).text).toContain('sign-in needed');
  expect(far.effects).toHaveLength(1);
  expect(asks(house)).toEqual([]);
  expect(far.received.filter((r) => r.rpc === 'tools/call').length).toBeLessThan(6);
});

test('F25 tokens that run out are renewed once for all who wait, before they have', async () => {
  at.auth.script.expiresIn = 61;
  const far = await at.guarded();
  const house = await at.signedIn(far);
  const [before] = at.auth.issued;
  at.auth.script.expiresIn = 3600;
  await new Promise((resolve) => setTimeout(resolve, 1100)); // less than a minute is left now
  await Promise.all(Array.from({ length: 5 }, () => house.chat.request('server.test', { serverKey: 'far' })));
  expect(at.auth.asked.filter((step) => step === 'refresh')).toHaveLength(1);
  expect(at.auth.tokenRequests.at(-1)?.get('resource')).toBe(far.url);
  expect(far.received.at(-1)?.headers.authorization).not.toBe(`Bearer ${before?.token}`);
});

test('F25 a token that counts no more is renewed once for five calls, and each of them has one effect', async () => {
  const far = await at.guarded();
  const house = await at.signedIn(far);
  at.auth.expireAll();
  const ends = await fiveCalls(house);
  expect(ends).toEqual(Array.from({ length: 5 }, () => 'done'));
  expect(far.effects).toHaveLength(5);
  expect(at.auth.asked.filter((step) => step === 'refresh')).toHaveLength(1);
  expect(asks(house)).toEqual([]);
});

test('F25 when the sign-in can’t be renewed, all waiting calls end as sign-in needed and one question waits', async () => {
  const far = await at.guarded();
  const house = await at.signedIn(far);
  at.auth.script.refusesRefresh = true;
  at.auth.expireAll();
  const ends = await fiveCalls(house);
  expect(ends).toEqual(Array.from({ length: 5 }, () => 'protocol-error'));
  expect(JSON.stringify(house.calls('chat-1'))).toContain('sign-in needed');
  const card = await house.waiting('sign-in');
  expect([asks(house).length, at.auth.asked.filter((step) => step === 'refresh').length, far.effects.length]).toEqual([1, 1, 0]);
  at.auth.script.refusesRefresh = false;
  await house.answer(card, 'allow');
  await until(() => signInOf(house)?.state === 'signed-in', 'the sign-in');
  expect((await at.one.callDo()).status).toBe('done');
});

/** Five calls of one round, all allowed; how each of them ended. */
async function fiveCalls(house: TestHost): Promise<readonly (string | undefined)[]> {
  at.one.model.script([{ calls: Array.from({ length: 5 }, (_, n) => ({ name: 'far__do', arguments: { n } })) }, { text: 'ok' }]);
  await house.send('do it five times');
  await until(() => house.state('decisions', {}).filter((d) => d.kind === 'tool-call').length === 5, 'five questions');
  const cards = house.state('decisions', {}).filter((d) => d.kind === 'tool-call');
  await Promise.all(cards.map((card) => house.answer(card, 'allow')));
  await house.ended();
  return house.calls('chat-1').map((call) => call.status);
}

test('AUT-10 a server that goes by another authorization server now gets no token of the old one: the person signs in anew there', async () => {
  const other = await AuthServer.start();
  at.keep(other);
  const far = await at.guarded();
  const house = await at.signedIn(far);
  at.auth.expireAll();
  at.auth.script.resource = (metadata) => ({ ...metadata, authorization_servers: [other.url] });
  const called = at.one.callDo();
  const card = await house.waiting('sign-in');
  expect(card.issuer).toBe(other.url);
  await house.answer(card, 'deny');
  expect((await called).text).toContain('sign-in needed');
  expect(other.registered.size).toBe(1);
  expect([other.tokenRequests.length, at.auth.asked.filter((step) => step === 'refresh').length]).toEqual([0, 0]);
});

test('F24 a refresh that the network loses keeps the sign-in: the call ends, and the next one works', async () => {
  const far = await at.guarded();
  const house = await at.signedIn(far);
  at.auth.expireAll();
  at.auth.script.fail = (at) => (at === 'refresh' ? 'cut' : undefined);
  const called = at.one.callDo();
  await house.answer(await house.waiting('sign-in'), 'cancel');
  expect((await called).text).toContain('sign-in needed');
  delete at.auth.script.fail;
  expect((await at.one.callDo()).status).toBe('done');
  expect([far.effects.length, asks(house)]).toEqual([1, []]);
});
