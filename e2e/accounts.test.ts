import { expect, test } from 'vitest';
import { until } from './harness.ts';
import { stateOf } from './http/oneServer.ts';
import { signInHouse } from './http/signInHouse.ts';

const at = signInHouse();

test('CAC-3 what one account was promised for itself is never shown to another: lists, and what was suggested, are asked for anew after another sign-in', async () => {
  const accountOf = (authorization: string | undefined): string =>
    `account${at.auth.issued.findIndex(({ token }) => `Bearer ${token}` === authorization) + 1}`;
  const kept = { ttlMs: 3_600_000, cacheScope: 'private' };
  const far = await at.guarded({
    newer: true,
    ofAccount: (rpc, authorization) => {
      const account = accountOf(authorization);
      const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };
      switch (rpc) {
        case 'server/discover':
          return { ...kept, supportedVersions: ['2026-07-28'], capabilities };
        case 'tools/list':
          return { ...kept, tools: [{ name: 'do', description: `Of ${account}.`, inputSchema: { type: 'object' } }] };
        case 'resources/list':
          return { ...kept, resources: [{ uri: `mail://${account}`, name: account }] };
        case 'resources/templates/list':
          return { ...kept, resourceTemplates: [] };
        case 'prompts/list':
          return { ...kept, prompts: [{ name: account }] };
        case 'completion/complete':
          return { completion: { values: [account] } };
        default:
          return undefined;
      }
    },
  });
  const house = await at.signedIn(far);
  const complete = async () =>
    (
      await house.chat.request('resource.complete', {
        serverKey: 'far',
        uriTemplate: 'mail://{box}',
        name: 'box',
        value: '',
        context: {},
      })
    ).values;
  const offered = () =>
    JSON.stringify([
      house.state('servers', {}).find((s) => s.key === 'far')?.tools,
      house.state('resources', {}),
      house.state('prompts', {}),
    ]);
  await house.chat.request('resource.list', { refresh: false });
  await house.chat.request('prompt.list', { refresh: false });
  await until(() => offered().includes('mail://account1') && offered().includes('"name":"account1"'), 'the lists of the first account');
  expect([await complete(), await complete()]).toEqual([['account1'], ['account1']]);
  const askedOnce = far.received.filter((r) => r.rpc === 'completion/complete').length;
  expect(askedOnce).toBe(1); // the second came from memory

  await house.chat.request('server.signOut', { serverKey: 'far' });
  void house.chat.request('server.signIn', { serverKey: 'far' });
  await house.answer(await house.waiting('sign-in'), 'allow');
  await house.answer(await house.waiting('tools', 'account2'), 'allow');
  await until(() => offered().includes('mail://account2'), 'the lists of the second account');
  expect(offered()).not.toContain('account1');
  expect(await complete()).toEqual(['account2']);

  // Signing in anew without signing out may be another account too.
  void house.chat.request('server.signIn', { serverKey: 'far' });
  await house.answer(await house.waiting('sign-in'), 'allow');
  await house.answer(await house.waiting('tools', 'account3'), 'allow');
  await until(() => stateOf(house)?.status === 'ready' && offered().includes('mail://account3'), 'the lists of the third account');
  expect(offered()).not.toMatch(/account[12]/);
  expect(await complete()).toEqual(['account3']);
}, 60_000);
