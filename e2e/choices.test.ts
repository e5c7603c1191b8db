import { afterEach, expect, test } from 'vitest';
import type { JournalEntry } from '#shared/journal/journal.ts';
import type { ProviderDraft } from '#shared/models/providers.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { listenModern } from './http/mcpServers.ts';
import { fixture, makeFolder } from './paths.ts';

const canary = 'CANARY-9d8c7b6a';
let folder: ReturnType<typeof makeFolder>;
let house: TestHost;
afterEach(async () => {
  await house.close();
  folder.remove();
});
async function open(mcpServers: Readonly<Record<string, unknown>> = {}, more: Parameters<typeof openTestHost>[2] = {}): Promise<void> {
  folder = makeFolder(mcpServers);
  house = await openTestHost(folder.dir, {}, more);
}
async function entries(kinds: readonly JournalEntry['kind'][]): Promise<JournalEntry[]> {
  const page = await house.chat.request('journal.page', { filter: {}, limit: 500 });
  const all = page.entries.map(({ entry }) => entry).reverse();
  return all.filter(({ kind }) => kinds.includes(kind));
}
const tried = (serverKey: string) => house.chat.request('server.test', { serverKey });

test('S45 I8 providers, keys and secrets are journalled as facts, each with its name and never with its value', async () => {
  await open();
  const draft: ProviderDraft = {
    preset: 'custom',
    name: 'House',
    baseUrl: 'https://a.example/v1',
    api: 'openai',
    models: [],
    enabled: true,
  };
  const { id } = await house.chat.request('provider.save', draft);
  await house.chat.request('provider.setKey', { id, key: canary });
  await house.chat.request('provider.setKey', { id, key: `${canary}-2` });
  await house.chat.request('provider.save', { ...draft, id, models: ['m'] });
  await house.chat.request('provider.save', { ...draft, id, models: ['m'] });
  await house.chat.request('provider.save', { ...draft, id, models: ['m'], baseUrl: 'https://b.example/v1' });
  await house.chat.request('provider.remove', { id });
  await house.chat.request('secret.set', { name: 'TOKEN', value: canary });
  await house.chat.request('secret.set', { name: 'TOKEN', value: `${canary}-2` });
  await house.chat.request('secret.remove', { name: 'TOKEN' });
  await house.chat.request('secret.remove', { name: 'NEVER' });
  const facts = await entries(['provider', 'secret']);
  expect(facts.map(({ what, details }) => [what, details])).toEqual([
    ['provider-added', { provider: id, name: 'House', origin: 'https://a.example', api: 'openai' }],
    ['key-set', { provider: id }],
    ['key-replaced', { provider: id }],
    ['provider-changed', { provider: id, name: 'House', changed: ['models'] }],
    ['key-removed', { provider: id }],
    ['provider-moved', { provider: id, name: 'House', from: 'https://a.example', to: 'https://b.example' }],
    ['provider-removed', { provider: id, name: 'House', origin: 'https://b.example' }],
    ['secret-set', { name: 'TOKEN' }],
    ['secret-replaced', { name: 'TOKEN' }],
    ['secret-removed', { name: 'TOKEN' }],
  ]);
  expect(JSON.stringify(facts)).not.toContain(canary);
  expect(await house.chat.request('journal.verify', {})).toMatchObject({ intact: true });
});

test('tools and bundled servers switched off and on are journalled, once for each change', async () => {
  await open({ rec: fixture('recorder') });
  await house.admit('rec');
  for (const enabled of [false, false, true])
    await house.chat.request('server.setToolEnabled', { serverKey: 'rec', toolName: 'echo', enabled });
  const [bundled] = house.state('servers', {}).filter((server) => server.bundled);
  for (const disabled of [true, false]) await house.chat.request('server.setDisabled', { key: bundled?.key ?? '', disabled });
  await house.chat.request('settings.change', { change: { callsPerMinute: 600 } });
  const facts = (await entries(['trust', 'setting'])).filter(({ what }) => what !== 'trusted' && what !== 'accepted');
  expect(facts.map(({ what, serverKey, toolName }) => [what, serverKey, toolName])).toEqual([
    ['tool-off', 'rec', 'echo'],
    ['tool-on', 'rec', 'echo'],
    ['server-off', bundled?.key, undefined],
    ['server-on', bundled?.key, undefined],
    ['callsPerMinute', undefined, undefined],
  ]);
});

test('I3 a test starts nothing that was not reviewed; then it says what happened, whether the server works, is off, or cannot be reached', async () => {
  const far = await listenModern();
  const gone = await listenModern();
  await gone.close();
  try {
    await open({ far: { url: far.url }, gone: { url: gone.url }, off: { command: 'x', disabled: true } }, { limits: { backoffMs: 50 } });
    expect(await tried('far')).toEqual({ outcome: 'untrusted' });
    expect(await tried('off')).toEqual({ outcome: 'off' });
    expect(far.received).toEqual([]);
    await house.answer(await house.waiting('server-trust', '"serverKey":"far"'), 'deny');
    expect(await tried('far')).toEqual({ outcome: 'untrusted' });
    await house.answer(await house.waiting('server-trust', '"serverKey":"far"'), 'allow');
    const review = await house.waiting('tools', '"serverKey":"far"');
    expect(await tried('far')).toMatchObject({ outcome: 'answered', tools: 4, review: 4 });
    await house.answer(review, 'allow');
    await until(
      () =>
        house
          .state('servers', {})
          .find((s) => s.key === 'far')
          ?.tools.every((tool) => tool.accepted),
      'the tools',
    );
    expect(await tried('far')).toMatchObject({ outcome: 'answered', tools: 4, review: 0 });
    await house.answer(await house.waiting('server-trust', '"serverKey":"gone"'), 'allow');
    expect(await tried('gone')).toMatchObject({ outcome: 'failed', problem: { code: 'net-refused' } });
    await far.close();
    expect(await tried('far')).toMatchObject({ outcome: 'failed' });
  } finally {
    await far.close();
  }
});
