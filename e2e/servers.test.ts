import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ToolCall } from '#shared/conversation/state.ts';
import { callsOf } from '#shared/conversation/state.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { callsReceived, fixture, makeFolder, received } from './paths.ts';

let model: ModelServer;
let folder: ReturnType<typeof makeFolder>;
let house: TestHost | undefined;
let record: string;

async function open(mcpServers: Readonly<Record<string, unknown>> = {}): Promise<TestHost> {
  folder = makeFolder(mcpServers);
  house = await openTestHost(folder.dir, { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' });
  return house;
}
const recorder = (env: Readonly<Record<string, string>> = {}) => fixture('recorder', { RECORD_FILE: record, ...env });
const frames = async (h: TestHost, serverKey: string) => (await h.chat.request('traffic.page', { serverKey, after: 0 })).frames;
const lastRun = (h: TestHost): ToolCall | undefined => {
  const turn = h.state('playground', {}).turns.at(-1);
  return turn && callsOf(turn)[0];
};
const ended = (h: TestHost) => until(() => h.state('playground', {}).turns.at(-1)?.outcome !== 'open' && lastRun(h), 'the run to end');

beforeEach(async () => {
  model = await startModelServer();
  record = path.join(makeFolder().dir, 'record');
});
afterEach(async () => {
  await house?.close();
  house = undefined;
  folder.remove();
  await model.close();
});

for (const era of ['modern', 'legacy']) {
  test(`LOG-3 in the ${era} era the traffic holds what was on the wire, both ways, in pairs`, async () => {
    const h = await open({ rec: recorder(era === 'legacy' ? { RECORDER_ERA: 'legacy' } : {}) });
    await h.admit('rec');
    await h.chat.request('tool.run', { serverKey: 'rec', toolName: 'echo', argumentsText: '{"text":"hello there"}' });
    await h.answer(await h.waiting('tool-call', 'echo'), 'allow');
    await ended(h);
    const all = await frames(h, 'rec');
    const call = all.find((f) => f.method === 'tools/call' && f.direction === 'out');
    const answer = all.find((f) => f.answers === call?.seq);
    expect(answer).toMatchObject({ direction: 'in', kind: 'response', method: 'tools/call', id: call?.id });
    expect(answer?.durationMs).toBeGreaterThan(0);
    expect(answer?.text).toContain('hello there');
    const [onWire] = callsReceived(record);
    expect(JSON.parse(call?.text ?? '')).toEqual(JSON.parse(onWire?.line ?? '0'));
    expect(call?.bytes).toBe(Buffer.byteLength(onWire?.line ?? ''));
    expect(call?.text).not.toContain('app.steward/permit');
    const sent = received(record).filter((m) => m.method !== undefined);
    const lastStart = all.at(-1)?.connection;
    expect(all.filter((f) => f.direction === 'out' && f.connection === lastStart).map((f) => f.method)).toEqual(
      sent.slice(-all.filter((f) => f.direction === 'out' && f.connection === lastStart).length).map((m) => m.method),
    );
  });
}

test('S45 secrets of the entry and under telling names are in no frame, no log and no export', async () => {
  const canary = 'CANARY-SECRET-77';
  const vaulted = 'CANARY-VAULT-99';
  const h = await open({ rec: recorder({ SERVICE_TOKEN: canary, OTHER: '${secret:TOK}' }) });
  await h.chat.request('secret.set', { name: 'TOK', value: vaulted });
  await h.admit('rec');
  await h.chat.request('tool.run', {
    serverKey: 'rec',
    toolName: 'echo',
    argumentsText: `{"text":"say ${canary} ${vaulted} and password=hunter22 aloud"}`,
  });
  await h.answer(await h.waiting('tool-call', 'echo'), 'allow');
  expect((await ended(h)).status).toBe('done');
  const file = path.join(folder.dir, 'out.jsonl');
  const { frames: count } = await h.chat.request('traffic.export', { serverKey: 'rec', path: file });
  const text = readFileSync(file, 'utf8');
  expect(text.trim().split('\n')).toHaveLength(count);
  for (const secret of [canary, vaulted, 'hunter22']) {
    expect(JSON.stringify(await frames(h, 'rec'))).not.toContain(secret);
    expect(JSON.stringify(await h.chat.request('server.log', { serverKey: 'rec' }))).not.toContain(secret);
    expect(text).not.toContain(secret);
  }
  expect(text).toContain('tools/call');
  await expect(h.chat.request('traffic.export', { serverKey: 'rec', path: file })).rejects.toMatchObject({
    failure: { code: 'unavailable' },
  });
  for (const bad of ['relative.jsonl', path.join(folder.dir, '.bashrc')])
    await expect(h.chat.request('traffic.export', { serverKey: 'rec', path: bad })).rejects.toMatchObject({
      failure: { code: 'invalid-input' },
    });
  expect(await h.chat.request('traffic.export', { serverKey: 'rec' })).toEqual({ frames: 0 });
});

test('UB14 UB15 a tool that is switched off is in no request to the model, and can be called by nobody', async () => {
  const h = await open({ rec: recorder() });
  await h.admit('rec');
  await h.chat.request('server.setToolEnabled', { serverKey: 'rec', toolName: 'echo', enabled: false });
  await h.chat.request('server.setToolEnabled', { serverKey: 'assistant', toolName: 'get_weather', enabled: false });
  model.script([{ calls: [{ name: 'rec__echo', arguments: { text: 'x' } }] }, { text: 'ok' }, { text: 'ok' }]);
  await h.send('echo');
  await h.ended();
  for (const request of model.requests) {
    const names = (request.body.tools ?? []).map((t) => t.function.name);
    expect(names).toContain('rec__add');
    expect(names).not.toContain('rec__echo');
    expect(names).not.toContain('assistant__get_weather');
  }
  expect(h.calls('chat-1')[0]?.status).toBe('not-sent');
  await h.chat.request('tool.run', { serverKey: 'rec', toolName: 'echo', argumentsText: '{"text":"x"}' });
  expect((await ended(h)).status).toBe('not-sent');
  expect(callsReceived(record)).toEqual([]);
  await house?.close();
  house = await openTestHost(folder.dir, { OPENAI_API_KEY: 'K', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' });
  const again = house;
  await until(() => again.state('servers', {}).find((s) => s.key === 'rec')?.state.status === 'ready', 'the server to be ready');
  const tools = again.state('servers', {}).find((s) => s.key === 'rec')?.tools;
  expect(tools?.filter((t) => !t.enabled).map((t) => t.name)).toEqual(['echo']);
  await again.chat.request('server.setToolEnabled', { serverKey: 'rec', toolName: 'echo', enabled: true });
  await again.send('now?', 'chat-2');
  await again.ended('chat-2');
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('rec__echo');
});

test('UB14 a tool that is switched off while its question waits is not sent, not even after a yes', async () => {
  const h = await open({ rec: recorder() });
  await h.admit('rec');
  await h.chat.request('tool.run', { serverKey: 'rec', toolName: 'add', argumentsText: '{"a":1,"b":2}' });
  await h.waiting('tool-call', 'add');
  await h.chat.request('server.setToolEnabled', { serverKey: 'rec', toolName: 'add', enabled: false });
  expect((await ended(h)).status).toBe('cancelled');
  expect(h.state('decisions', {})).toEqual([]);
  expect(callsReceived(record)).toEqual([]);
});

test('I1 a run by hand goes through the same door: validated, asked, refused or sent once, and kept as a decision', async () => {
  const h = await open({ rec: recorder() });
  await h.admit('rec');
  await h.chat.request('tool.run', { serverKey: 'rec', toolName: 'add', argumentsText: '{"a":"many"}' });
  expect(await ended(h)).toMatchObject({ status: 'not-sent' });
  await h.chat.request('tool.run', { serverKey: 'rec', toolName: 'add', argumentsText: '{"a":20,"b":22}' });
  const asked = await h.waiting('tool-call', 'add');
  expect(asked).toMatchObject({ conversationId: 'playground', argumentsText: '{"a":20,"b":22}', reason: 'no-rule' });
  await h.answer(asked, 'deny');
  expect((await ended(h)).status).toBe('denied');
  expect(callsReceived(record)).toEqual([]);
  await h.chat.request('tool.run', { serverKey: 'rec', toolName: 'add', argumentsText: '{"a":20,"b":22}' });
  await h.answer(await h.waiting('tool-call', 'add'), 'allow');
  expect(await ended(h)).toMatchObject({ status: 'done', blocks: [{ kind: 'text', text: '42' }], verdict: { by: 'person' } });
  expect(callsReceived(record)).toHaveLength(1);
  const { entries } = await h.chat.request('journal.page', { filter: { query: 'add' }, limit: 20 });
  expect(entries.map(({ entry }) => `${entry.kind} ${entry.what} ${entry.outcome ?? ''}`.trim())).toEqual(
    expect.arrayContaining(['call ended done', 'call ended denied', 'call ended not-sent']),
  );
  const { turnId } = await h.chat.request('tool.run', { serverKey: 'rec', toolName: 'slow', argumentsText: '{"ms":600000}' });
  await h.answer(await h.waiting('tool-call', 'slow'), 'allow');
  await until(() => lastRun(h)?.status === 'running', 'the call to run');
  await h.chat.request('tool.stop', { turnId });
  expect((await ended(h)).status).toBe('cancelled');
  await until(() => received(record).some((m) => m.method === 'notifications/cancelled'), 'the server to hear of it');
});

test('the definition for each kind of model is the one its requests carry', async () => {
  const h = await open({ rec: recorder() });
  await h.admit('rec');
  const definitions = await h.chat.request('tool.definitions', { serverKey: 'rec', toolName: 'nested' });
  model.script([{ text: 'ok' }]);
  await h.send('hi');
  await h.ended();
  const sent = model.requests[0]?.body.tools?.find((t) => t.function.name === 'rec__nested');
  const {
    profile: _profile,
    shape: _shape,
    ...compatible
  } = definitions.find((d) => d.profile.includes('OpenAI-compatible')) ?? { profile: '', shape: '' };
  expect(sent?.function).toEqual(compatible);
  expect(definitions.find((d) => d.shape === 'anthropic')?.profile).toBe('Anthropic');
});

test('S11 imported servers arrive untrusted: nothing of them runs before their review, not even after two restarts', async () => {
  const h = await open({ demo: { command: 'true', disabled: true } });
  const marker = path.join(folder.dir, 'marker');
  const runs = { command: process.execPath, args: ['-e', `require('fs').writeFileSync(${JSON.stringify(marker)}, 'x')`] };
  const foreign = path.join(folder.dir, 'claude_desktop_config.json');
  writeFileSync(foreign, JSON.stringify({ mcpServers: { demo: runs, shop: runs, other: runs } }));
  const found = await h.chat.request('import.read', { path: foreign });
  expect(found.entries.map((e) => e.key)).toEqual(['demo', 'shop', 'other']);
  const { keys } = await h.chat.request('import.apply', { entries: found.entries.map(({ key, entry }) => ({ key, entry })) });
  expect(keys).toEqual(['demo-2', 'shop-2', 'other']);
  await h.waiting('server-trust', 'demo-2');
  await h.waiting('server-trust', 'other');
  for (let start = 0; start < 2; start++) {
    await house?.close();
    house = await openTestHost(folder.dir);
    await house.waiting('server-trust', 'demo-2');
  }
  await sleep(300);
  expect(existsSync(marker)).toBe(false);
  expect(Object.keys((JSON.parse(readFileSync(path.join(folder.dir, 'mcp.json'), 'utf8')) as { mcpServers: object }).mcpServers)).toEqual([
    'demo',
    'demo-2',
    'shop-2',
    'other',
  ]);
});

test('a file that is none, holds nothing or is not there is refused with its reason', async () => {
  const h = await open();
  const file = path.join(folder.dir, 'x.json');
  await expect(h.chat.request('import.read', { path: file })).rejects.toMatchObject({ failure: { code: 'not-found' } });
  await expect(h.chat.request('import.read', { path: 'x.json' })).rejects.toMatchObject({ failure: { code: 'invalid-input' } });
  writeFileSync(file, '{"mcpServers":');
  await expect(h.chat.request('import.read', { path: file })).rejects.toMatchObject({ failure: { code: 'invalid-input' } });
  await expect(h.chat.request('import.read', { path: folder.dir })).rejects.toMatchObject({ failure: { code: 'invalid-input' } });
});
