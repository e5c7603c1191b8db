import { describe, expect, it } from 'vitest';
import type { ProviderDraft, ProvidersState } from '#shared/models/providers.ts';
import { TopicHub } from '../ipc/topicHub.ts';
import { type Cipher, createVault } from '../secrets/vault.ts';
import { openDatabase } from '../storage/database.ts';
import { openTables } from '../storage/tables.ts';
import type { ModelFetch } from './http.ts';
import { createModels, type Models } from './models.ts';
import { Providers } from './providers.ts';

const KEY = 'CANARY-KEY-4f9c2b7e81';
const turned = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 0x5a);
const cipher: Cipher = {
  encrypt: (text) => Promise.resolve(turned(Buffer.from(text))),
  decrypt: (bytes) => Promise.resolve(Buffer.from(turned(bytes)).toString()),
};
const draft: ProviderDraft = {
  preset: 'custom',
  name: 'House',
  baseUrl: 'https://one.example/v1',
  api: 'openai',
  models: ['m1', 'm2'],
  enabled: true,
};

interface House {
  readonly providers: Providers;
  readonly models: Models;
  readonly state: () => ProvidersState;
  readonly asked: { readonly url: string; readonly headers: Headers }[];
  readonly stored: () => string;
  readonly reopened: () => House;
}
const answer = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

function open(
  reply: (url: string) => Response = () => answer({ data: [{ id: 'm1' }, { id: 'm2' }] }),
  opened = openDatabase(':memory:', 'x'),
  keychain = true,
): House {
  const { db } = opened;
  const tables = openTables(db);
  const hub = new TopicHub();
  const asked: House['asked'] = [];
  const fetch: ModelFetch = (url, init) => {
    asked.push({ url, headers: new Headers(init.headers) });
    return Promise.resolve(reply(url));
  };
  const vault = createVault(tables.secrets, () => Promise.resolve(keychain ? cipher : undefined));
  const providers = new Providers({
    table: tables.providers,
    vault,
    hub,
    localEndpoints: [],
    fetch,
    report: (error) => expect(error).toBeUndefined(),
  });
  return {
    providers,
    models: createModels({ environment: {}, providers, fetch }),
    state: () => hub.state('providers', {}),
    asked,
    stored: () =>
      JSON.stringify([db.prepare('SELECT * FROM provider').all(), db.prepare('SELECT name, CAST(body AS TEXT) FROM secret').all()]),
    reopened: () => open(reply, opened, keychain),
  };
}

describe('the providers a person sets up', () => {
  it('are kept over a restart, in their order, and their models can be chosen', () => {
    const house = open();
    expect([house.providers.save(draft), house.providers.save({ ...draft, name: 'Second' })]).toEqual([
      { id: 'custom' },
      { id: 'custom-2' },
    ]);
    const again = house.reopened();
    expect(again.state().providers.map(({ id, name, hasKey }) => [id, name, hasKey])).toEqual([
      ['custom', 'House', false],
      ['custom-2', 'Second', false],
    ]);
    expect(again.models.views().map((view) => view.id)).toEqual(['custom/m1', 'custom/m2', 'custom-2/m1', 'custom-2/m2', 'demo/demo']);
    expect(again.models.views()[0]).toEqual({
      id: 'custom/m1',
      provider: 'configured',
      group: 'House',
      name: 'm1',
      origin: 'https://one.example',
      sendsOut: true,
    });
  });

  it('offer nothing while switched off, and nothing once removed', () => {
    const { providers, models } = open();
    providers.save(draft);
    providers.save({ ...draft, id: 'custom', enabled: false });
    expect(models.views().map((view) => view.id)).toEqual(['demo/demo']);
    providers.save({ ...draft, id: 'custom' });
    expect(models.selectedId(null)).toBe('custom/m1');
    providers.remove('custom');
    expect(models.selectedId('custom/m1')).toBe('demo/demo');
    expect(() => providers.save({ ...draft, id: 'custom' })).toThrow('not-found');
  });

  it('S44 the key is in no row, no topic and no view, and is sent with the model’s request all the same', async () => {
    const house = open();
    house.providers.save(draft);
    await house.providers.setKey('custom', ` ${KEY}\n`);
    expect(house.state()).toMatchObject({ providers: [{ hasKey: true }], keysIn: 'keychain' });
    expect([house.stored(), JSON.stringify(house.state()), JSON.stringify(house.models.views())].join()).not.toContain(KEY);
    const again = house.reopened();
    expect(await again.providers.test('custom', () => undefined)).toEqual({ ok: true, models: 2 });
    expect(again.asked[0]?.headers.get('authorization')).toBe(`Bearer ${KEY}`);
    await again.providers.setKey('custom', '');
    expect(again.state().providers[0]?.hasKey).toBe(false);
  });

  it('S44 without a keychain the key is gone after a restart, and that is known', async () => {
    const house = open(undefined, undefined, false);
    house.providers.save(draft);
    await house.providers.setKey('custom', KEY);
    expect(house.state()).toMatchObject({ providers: [{ hasKey: true }], keysIn: 'memory' });
    expect(house.reopened().state().providers[0]?.hasKey).toBe(false);
  });

  it('S46 another origin drops the key; another path of the same one keeps it', async () => {
    const { providers, state } = open();
    providers.save(draft);
    await providers.setKey('custom', KEY);
    providers.save({ ...draft, id: 'custom', baseUrl: 'https://one.example/v2' });
    expect(state().providers[0]?.hasKey).toBe(true);
    providers.save({ ...draft, id: 'custom', baseUrl: 'https://one.example:8443/v1' });
    expect(state().providers[0]?.hasKey).toBe(false);
    providers.save({ ...draft, id: 'custom' });
    expect(await providers.keyOf('custom', 'https://one.example')).toBeUndefined();
  });

  it('S46 a row that was changed behind the app’s back gets no key for its new address', async () => {
    const opened = openDatabase(':memory:', 'x');
    const house = open(undefined, opened);
    house.providers.save(draft);
    await house.providers.setKey('custom', KEY);
    opened.db.prepare("UPDATE provider SET body = replace(body, 'one.example', 'evil.example')").run();
    const again = house.reopened();
    await again.providers.test('custom', () => undefined);
    expect(again.asked.map(({ url, headers }) => [url, headers.has('authorization')])).toEqual([['https://evil.example/v1/models', false]]);
  });

  it('a row that no longer reads is left out and left alone', () => {
    const opened = openDatabase(':memory:', 'x');
    opened.db.prepare('INSERT INTO provider VALUES (?, ?)').run('odd', '{"id":"odd"}');
    const house = open(undefined, opened);
    house.providers.save(draft);
    expect(house.state().providers.map(({ id }) => id)).toEqual(['custom']);
    expect(house.stored()).toContain('odd');
  });
});

describe('the test of a provider', () => {
  const testOf = async (reply: (url: string) => Response, rest: Partial<ProviderDraft> = {}): Promise<unknown> => {
    const { providers } = open(reply);
    const { id } = providers.save({ ...draft, ...rest });
    await providers.setKey(id, KEY);
    return providers.test(id, () => undefined);
  };
  it.each<[number, unknown, string]>([
    [401, { error: { message: `bad key ${KEY}` } }, 'model-key'],
    [404, 'page not found', 'model-missing'],
    [500, '', 'model-overloaded'],
    [302, '', 'model-error'],
    [200, '<!doctype html>', 'model-error'],
    [200, { hello: 1 }, 'model-error'],
  ])('F32 an answer with status %i and %j is told as a code, without the key', async (status, body, code) => {
    const reply = (): Response => (typeof body === 'string' ? new Response(body, { status }) : answer(body, status));
    const result = await testOf(reply);
    expect(result).toMatchObject({ ok: false, code });
    expect(JSON.stringify(result)).not.toContain(KEY);
  });
  it('F28 an endpoint that cannot be reached is told as one', async () => {
    const refuse = (): Response => {
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    };
    expect(await testOf(refuse)).toMatchObject({ ok: false, code: 'model-unreachable' });
  });
  it('where the list is open to everybody, the key itself is tried', async () => {
    const reply = (url: string): Response => (url.endsWith('/key') ? answer({ error: { message: 'no' } }, 401) : answer({ data: [] }));
    expect(await testOf(reply, { preset: 'openrouter' })).toMatchObject({ ok: false, code: 'model-key' });
  });
  it('an endpoint without a list is asked for a word by its first model', async () => {
    const { providers, models, asked } = open((url) =>
      url.endsWith('/models') ? answer({}, 404) : answer({ choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] }),
    );
    providers.save(draft);
    expect(await providers.test('custom', (id) => models.provider(id))).toEqual({ ok: true });
    expect(asked.map(({ url }) => url)).toEqual(['https://one.example/v1/models', 'https://one.example/v1/chat/completions']);
  });
  it('a messages endpoint is asked at its own address, with its own header', async () => {
    const { providers, asked } = open();
    providers.save({ ...draft, api: 'anthropic' });
    await providers.setKey('custom', KEY);
    expect(await providers.models('custom')).toEqual({ ok: true, models: ['m1', 'm2'] });
    expect([asked[0]?.url, asked[0]?.headers.get('x-api-key'), asked[0]?.headers.get('anthropic-version')]).toEqual([
      'https://one.example/v1/models?limit=1000',
      KEY,
      '2023-06-01',
    ]);
  });
  it('names that hold what the eye does not see are left out of a list', async () => {
    const { providers } = open(() =>
      answer({ data: [{ id: 'good' }, { id: 'bad\u202ename' }, { id: '' }, { id: 7 }, null, { id: 'models/g-1' }] }),
    );
    providers.save(draft);
    expect(await providers.models('custom')).toEqual({ ok: true, models: ['good', 'g-1'] });
  });
});
