import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { callsReceived, fixture, makeFolder, received } from './paths.ts';
import { createClient } from '../renderer/ipc/client.ts';

let model: ModelServer;
let folder: ReturnType<typeof makeFolder>;
let h: TestHost | undefined;
let record: string;

beforeEach(async () => {
  model = await startModelServer();
  folder = makeFolder();
  record = path.join(folder.dir, 'record');
});
afterEach(async () => {
  await h?.close();
  h = undefined;
  await model.close();
  folder.remove();
});
async function open(mcpServers: Readonly<Record<string, unknown>>): Promise<TestHost> {
  h = await openTestHost(makeFolder(mcpServers).dir, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' });
  return h;
}
const recorder = (env: Readonly<Record<string, string>> = {}) => fixture('recorder', { RECORD_FILE: record, ...env });
const stateOf = (house: TestHost, key: string) => house.state('servers', {}).find((s) => s.key === key)?.state.status;

test('UB2 nothing is asked of an older server before its handshake is done', async () => {
  const house = await open({ rec: recorder({ RECORDER_ERA: 'legacy' }) });
  await house.admit('rec');
  const methods = received(record).map((m) => m.method);
  const initialized = methods.indexOf('notifications/initialized');
  expect(methods.indexOf('initialize')).toBeLessThan(initialized);
  expect(methods.indexOf('tools/list')).toBeGreaterThan(initialized);
});

test('UB3 a server whose list fails does not touch another', async () => {
  const house = await open({ bad: fixture('scripted', { MODE: 'list-error' }), rec: recorder() });
  await house.answer(await house.waiting('server-trust', '"serverKey":"bad"'), 'allow');
  await house.admit('rec');
  model.script([{ calls: [{ name: 'rec__add', arguments: { a: 1, b: 2 } }] }, { text: 'three' }]);
  await house.send('add');
  await house.answer(await house.waiting('tool-call'), 'allow');
  expect((await house.ended()).outcome).toBe('answered');
  expect(callsReceived(record)).toHaveLength(1);
  expect(stateOf(house, 'bad')).not.toBe('ready');
});

test('UB13 a chat does not wait for a server that starts slowly: the first turn goes with what is there', async () => {
  const house = await open({ slow: fixture('scripted', { MODE: 'slow-start', DELAY_MS: '8000' }) });
  await house.answer(await house.waiting('server-trust'), 'allow');
  await until(() => stateOf(house, 'slow') === 'starting', 'the start');
  model.script([{ text: 'at once' }]);
  await house.send('hello');
  expect((await house.ended()).outcome).toBe('answered');
  expect(stateOf(house, 'slow')).toBe('starting');
  expect(JSON.stringify(model.requests[0]?.body)).toContain('assistant__get_weather');
});

test('UE4 a call given up by the set limit blames the limit, and the same connection goes on', async () => {
  const house = await open({ rec: recorder() });
  await house.admit('rec');
  await house.chat.request('settings.change', { change: { callTimeoutSeconds: 1 } });
  model.script([
    { calls: [{ name: 'rec__slow', arguments: { ms: 30_000 } }] },
    { calls: [{ name: 'rec__add', arguments: { a: 1, b: 2 } }] },
    { text: 'three' },
  ]);
  await house.send('slow, then add');
  await house.answer(await house.waiting('tool-call', 'slow'), 'allow');
  await house.answer(await house.waiting('tool-call', '"toolName":"add"'), 'allow');
  await house.ended();
  expect(house.calls('chat-1').map((c) => c.status)).toEqual(['timed-out', 'done']);
  expect(JSON.stringify(model.requests[1]?.body.messages)).toContain('no answer came within 1 seconds');
  expect(stateOf(house, 'rec')).toBe('ready');
});

test('UE7 a question that waits is in main: a page that comes later, or anew, is shown it', async () => {
  const house = await open({ rec: recorder() });
  await house.admit('rec');
  model.script([{ calls: [{ name: 'rec__echo', arguments: { text: 'x' } }] }, { text: 'ok' }]);
  await house.send('echo');
  const waiting = await house.waiting('tool-call');
  const later = createClient({
    request: (name, input) => house.host.routes.decisions.request(name, input),
    watch: (name, key, receive) => house.host.routes.decisions.watch(name, key, receive) ?? (() => undefined),
  }).watch('decisions', {});
  later.subscribe(() => undefined);
  expect(later.getSnapshot().map((d) => d.id)).toEqual([waiting.id]);
  await house.answer(waiting, 'deny');
  await house.ended();
});
