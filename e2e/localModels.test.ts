import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findLocalModels } from '../electron/models/localModels.ts';
import { openTestHost, until } from './harness.ts';
import { startModelServer } from './modelServer.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Something that listens on a port of this computer. */
async function listening(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  endings.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}
const json =
  (body: unknown): RequestListener =>
  (_req, res) =>
    res.setHeader('content-type', 'application/json').end(JSON.stringify(body));
const found = async (listener: RequestListener): Promise<readonly string[]> => {
  const views = await findLocalModels([{ id: 'local.x', name: 'X', port: await listening(listener) }]);
  return views[0]?.models ?? [];
};

test('models on this computer are found in either list, and those that only embed are left out', async () => {
  expect(await found(json({ object: 'list', data: [{ id: 'llama3:8b' }, { id: 'nomic-embed-text' }] }))).toEqual(['llama3:8b']);
  const tags: RequestListener = (req, res) =>
    req.url === '/api/tags' ? json({ models: [{ name: 'qwen3:4b' }] })(req, res) : res.writeHead(404).end();
  expect(await found(tags)).toEqual(['qwen3:4b']);
});

test.each<[string, RequestListener]>([
  ['a web page', (_req, res) => res.setHeader('content-type', 'text/html').end('<p>hello')],
  ['other JSON', json({ hello: 'world' })],
  ['broken JSON', (_req, res) => res.setHeader('content-type', 'application/json').end('{"data":[')],
  ['a redirect', (_req, res) => res.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
  ['an endless body', (_req, res) => res.setHeader('content-type', 'application/json').write('[')],
])('what is behind a port and answers with %s is no model, after half a second at most', async (_what, listener) => {
  const began = Date.now();
  expect(await found(listener)).toEqual([]);
  expect(Date.now() - began).toBeLessThan(2500);
});

test('nobody but 127.0.0.1 is asked, and a closed port is no trouble', async () => {
  const asked: string[] = [];
  const views = await findLocalModels([{ id: 'local.x', name: 'X', port: 11434 }], (url) => {
    asked.push(url);
    return Promise.reject(new TypeError('fetch failed'));
  });
  expect([views, asked]).toEqual([[], ['http://127.0.0.1:11434/v1/models', 'http://127.0.0.1:11434/api/tags']]);
});

test('a model found at the start can be chosen and answers, but is never chosen by itself', async () => {
  const server = await startModelServer(['small']);
  endings.push(() => server.close());
  const dir = await mkdtemp(path.join(os.tmpdir(), 'steward-local-'));
  endings.push(() => rm(dir, { recursive: true, force: true }));
  const port = Number(new URL(server.url).port);
  const host = await openTestHost(dir, {}, { localEndpoints: [{ id: 'local.ollama', name: 'Ollama', port }] });
  endings.push(() => host.close());
  await until(() => host.state('models', {}).models.find((model) => model.provider === 'local'), 'the local model');
  expect(host.state('providers', {}).local).toEqual([{ id: 'local.ollama', name: 'Ollama', baseUrl: server.url, models: ['small'] }]);
  expect(host.state('models', {}).selected).toBe('demo/demo');
  server.script([{ text: 'from here' }]);
  await host.chat.request('settings.change', { change: { model: 'local.ollama/small' } });
  await host.send('hello');
  expect((await host.ended()).parts).toMatchObject([{ kind: 'text', text: 'from here' }]);
});

test('a chosen local model that is not running is not replaced by one that would send text elsewhere', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'steward-local-'));
  endings.push(() => rm(dir, { recursive: true, force: true }));
  const away = await startModelServer();
  endings.push(() => away.close());
  const host = await openTestHost(dir, { OPENAI_BASE_URL: away.url });
  endings.push(() => host.close());
  await host.chat.request('settings.change', { change: { model: 'local.ollama/small' } });
  await expect(host.send('a secret')).rejects.toThrow('no-model');
  expect(away.requests).toEqual([]);
});
