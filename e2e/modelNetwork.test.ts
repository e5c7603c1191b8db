import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProviderDraft } from '#shared/models/providers.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { makeFolder } from './paths.ts';

const far: ProviderDraft = { preset: 'custom', name: 'Far', baseUrl: 'http://models.example/v1', api: 'openai', models: [], enabled: true };
let model: ModelServer;
let folder: ReturnType<typeof makeFolder>;
let house: TestHost | undefined;
let proxy: http.Server;
/** What the proxy was asked to reach. */
let through: string[];
beforeEach(async () => {
  model = await startModelServer();
  folder = makeFolder();
  through = [];
  proxy = http.createServer((request, response) => {
    through.push(`${request.method} ${request.url}`);
    const { pathname } = new URL(request.url ?? '');
    const { method, headers } = request;
    const on = http.request(`${new URL(model.url).origin}${pathname}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy()).pipe(response);
    });
    response.on('close', () => on.destroy());
    request.pipe(on.on('error', () => response.destroy()));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterEach(async () => {
  await house?.close();
  house = undefined;
  await model.close();
  proxy.close();
  proxy.closeAllConnections();
  folder.remove();
});
async function open(baseUrl: string): Promise<TestHost> {
  house = await openTestHost(folder.dir, { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: 'scripted' });
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  await house.chat.request('settings.change', { change: { proxy: 'manual', proxyUrl } });
  return house;
}

test('what goes to a model elsewhere goes by the proxy of Settings, and each piece of its answer is there before the next one was made', async () => {
  const h = await open('http://models.example/v1');
  model.script([{ text: ['first', ' piece'], finish: null, hang: 'body' }]);
  await h.send('hello');
  await until(() => JSON.stringify(h.turn('chat-1')).includes('first piece'), 'the text of an answer that has not ended');
  expect(h.turn('chat-1')?.outcome).toBe('open');
  expect(through).toEqual(['POST http://models.example/v1/chat/completions']);
  await h.chat.request('conversation.stop', { conversationId: 'chat-1' });
  await h.ended();
  expect(await model.requests[0]?.ended).toBe('client-closed');
});

test('the list of models of a provider goes by the proxy too, with its key, and a model on this computer is reached past it', async () => {
  const h = await open(model.url);
  const { id } = await h.chat.request('provider.save', far);
  await h.chat.request('provider.setKey', { id, key: 'CANARY-OTHER' });
  expect(await h.chat.request('provider.models', { id })).toEqual({ ok: true, models: ['scripted'] });
  expect(through).toEqual(['GET http://models.example/v1/models']);
  expect(model.arrivals.at(-1)?.headers.authorization).toBe('Bearer CANARY-OTHER');
  model.script([{ text: 'near' }]);
  await h.send('hello');
  expect((await h.ended()).outcome).toBe('answered');
  expect(through).toHaveLength(1);
});

test('a proxy that is not there is told as such, and the key goes nowhere', async () => {
  const h = await open('http://models.example/v1');
  await h.chat.request('settings.change', { change: { proxyUrl: 'http://127.0.0.1:1' } });
  const { id } = await h.chat.request('provider.save', far);
  expect(await h.chat.request('provider.models', { id })).toMatchObject({ ok: false, code: 'model-unreachable' });
  expect([through, model.arrivals]).toEqual([[], []]);
});
