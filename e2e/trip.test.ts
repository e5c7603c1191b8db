import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyConversation, reduceConversation } from '#shared/conversation/state.ts';
import { openTables } from '../electron/storage/tables.ts';
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

test('one message goes through the whole house: model, decision, both eras, answer, log', async () => {
  const h = await open();
  model.script([
    {
      text: 'Let me see.',
      calls: [
        { name: 'assistant__get_weather', arguments: { city: '北京' } },
        { name: 'shop__get_alerts', arguments: { time_range: '3d' } },
      ],
    },
    { text: ['It is ', 'sunny.'], usage: { inputTokens: 11, outputTokens: 3 } },
  ]);
  await h.send('weather and alerts?');
  const weather = await h.waiting('tool-call', 'get_weather');
  expect(weather).toMatchObject({
    argumentsText: '{"city":"北京","unit":"celsius"}',
    adjusted: [{ pointer: '/unit', how: 'default' }],
    reason: 'no-rule',
  });
  await h.answer(weather, 'allow');
  await h.answer(await h.waiting('tool-call', 'get_alerts'), 'allow');
  const turn = await h.ended();
  expect(turn).toMatchObject({ outcome: 'answered', rounds: 2, inputTokens: 11 });
  expect(h.calls('chat-1').map((c) => [c.serverKey, c.toolName, c.status])).toEqual([
    ['assistant', 'get_weather', 'done'],
    ['shop', 'get_alerts', 'done'],
  ]);
  expect(turn.parts.at(-1)).toMatchObject({ kind: 'text', text: 'It is sunny.' });
  const [, second] = model.requests;
  const messages = second?.body.messages as { role: string; tool_call_id?: string; content?: string }[];
  expect(messages.filter((m) => m.role === 'tool')).toHaveLength(2);
  expect(messages.find((m) => m.role === 'tool')?.content).toContain('22');
  const log = openTables(h.host.database).log.readTurns('chat-1', 100).events;
  expect(log.reduce(reduceConversation, emptyConversation).turns).toEqual(h.state('conversation', { conversationId: 'chat-1' }).turns);
});

for (const era of ['modern', 'legacy']) {
  test(`I3 in the ${era} era the bytes on the wire are the bytes of the decision, and no others leave`, async () => {
    const h = await open({ rec: recorder(era === 'legacy' ? { RECORDER_ERA: 'legacy' } : {}) });
    await h.admit('rec');
    expect(h.state('servers', {}).find((s) => s.key === 'rec')?.state).toMatchObject({ status: 'ready', era });
    model.script([{ calls: [{ name: 'rec__echo', arguments: { text: 'línea "1"\n\u202e二' } }] }, { text: 'ok' }]);
    await h.send('echo');
    const decision = await h.waiting('tool-call');
    expect(callsReceived(record)).toEqual([]);
    await h.answer(decision, 'allow');
    await h.ended();
    const [call, ...more] = callsReceived(record);
    expect(more).toEqual([]);
    expect(call?.line).toContain(`"arguments":${decision.argumentsText}`);
    expect(call?.line).not.toContain('permit');
  });
}

test('a denied call puts nothing on the wire and the model is told', async () => {
  const h = await open({ rec: recorder() });
  await h.admit('rec');
  model.script([{ calls: [{ name: 'rec__echo', arguments: { text: 'x' } }] }, { text: 'fine' }]);
  await h.send('echo');
  await h.answer(await h.waiting('tool-call'), 'deny');
  await h.ended();
  expect(callsReceived(record)).toEqual([]);
  expect(h.calls('chat-1')[0]?.status).toBe('denied');
  expect(JSON.stringify(model.requests[1]?.body.messages)).toContain('did not allow this call');
});

test('edited arguments are asked about anew and they alone are sent; what does not fit the tool is refused with words', async () => {
  const h = await open({ rec: recorder() });
  await h.admit('rec');
  model.script([{ calls: [{ name: 'rec__echo', arguments: { text: 'milk' } }] }, { text: 'ok' }]);
  await h.send('echo');
  const first = await h.waiting('tool-call');
  await expect(h.decisions.request('decision.amend', { id: first.id, text: '{"text": 7' })).rejects.toMatchObject({
    failure: { code: 'invalid-arguments' },
  });
  await expect(h.decisions.request('decision.amend', { id: first.id, text: '{}' })).rejects.toMatchObject({
    failure: { code: 'invalid-arguments' },
  });
  await h.decisions.request('decision.amend', { id: first.id, text: '{ "text": "oat milk" }' });
  const second = await h.waiting('tool-call', 'oat milk');
  expect(second).toMatchObject({ argumentsText: '{"text":"oat milk"}', reason: 'edited' });
  expect(second.id).not.toBe(first.id);
  await h.answer(second, 'allow');
  await h.ended();
  expect(callsReceived(record).map((c) => c.params?.arguments)).toEqual([{ text: 'oat milk' }]);
  expect(h.calls('chat-1')[0]).toMatchObject({ edited: true, argumentsText: '{"text":"oat milk"}' });
  expect(JSON.stringify(model.requests[1]?.body.messages)).toContain('oat milk');
});

test('S18 an untrusted server does not run before its review, and the model knows nothing of its tools before they are accepted', async () => {
  const h = await open({ rec: recorder() });
  model.script(() => ({ text: 'hi' }));
  const review = await h.waiting('server-trust');
  expect(review).toMatchObject({ serverKey: 'rec', command: process.execPath, changed: false });
  expect(existsSync(record)).toBe(false);
  await h.answer(review, 'allow');
  const tools = await h.waiting('tools');
  expect(tools).toMatchObject({ change: 'new', serverKey: 'rec' });
  await h.send('hello');
  await h.ended();
  expect(JSON.stringify(model.requests[0]?.body)).not.toContain('rec__');
  await h.answer(tools, 'allow');
  await h.send('hello again');
  await until(() => model.requests[1], 'the second request');
  expect(JSON.stringify(model.requests[1]?.body)).toContain('rec__echo');
});

test('a denied server stays down over a restart and is asked about again only when the person wishes', async () => {
  const h = await open({ rec: recorder() });
  await h.answer(await h.waiting('server-trust'), 'deny');
  await until(() => h.state('servers', {}).find((s) => s.key === 'rec')?.state.status === 'untrusted', 'untrusted');
  await h.close();
  house = await openTestHost(folder.dir);
  expect(house.state('servers', {}).find((s) => s.key === 'rec')?.state).toEqual({ status: 'untrusted', denied: true });
  expect(house.state('decisions', {})).toEqual([]);
  await house.chat.request('server.review', { key: 'rec' });
  await house.waiting('server-trust');
  expect(existsSync(record)).toBe(false);
});

for (const era of ['modern', 'legacy']) {
  test(`S19 a changed definition is quarantined while the server runs (${era}): the model no longer sees it, and it can't be called`, async () => {
    const defs = path.join(path.dirname(record), 'defs.json');
    const tool = { name: 'echo', description: 'one', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } };
    writeFileSync(defs, JSON.stringify([tool]));
    const h = await open({ rec: recorder({ DEFS_FILE: defs, ...(era === 'legacy' ? { RECORDER_ERA: 'legacy' } : {}) }) });
    await h.admit('rec');
    model.script([{ calls: [{ name: 'rec__echo', arguments: { text: 'x' } }] }, { text: 'ok' }, { text: 'ok' }]);
    await h.send('echo');
    const call = await h.waiting('tool-call');
    writeFileSync(defs, JSON.stringify([{ ...tool, description: 'two' }]));
    const change = await h.waiting('tools', '"change":"changed"');
    expect(change).toMatchObject({ change: 'changed', tools: [{ name: 'echo', change: 'changed' }] });
    await h.answer(call, 'allow');
    await h.ended();
    expect(h.calls('chat-1')[0]?.status).toBe('not-sent');
    expect(callsReceived(record)).toEqual([]);
    await h.send('more');
    await h.ended();
    expect(JSON.stringify(model.requests.at(-1)?.body.tools ?? [])).not.toContain('rec__echo');
  });
}

test('UE1 CAN-1 Stop ends the turn at once and the server hears of it', async () => {
  const h = await open({ rec: recorder() });
  await h.admit('rec');
  model.script([{ calls: [{ name: 'rec__slow', arguments: { ms: 60_000 } }] }]);
  await h.send('slow');
  await h.answer(await h.waiting('tool-call'), 'allow');
  await until(() => callsReceived(record).length === 1, 'the call on the wire');
  const began = Date.now();
  await h.chat.request('conversation.stop', { conversationId: 'chat-1' });
  const turn = await h.ended();
  expect(Date.now() - began).toBeLessThan(5000);
  expect(turn.outcome).toBe('stopped');
  expect(h.calls('chat-1')[0]?.status).toBe('cancelled');
  await until(() => received(record).some((m) => m.method === 'notifications/cancelled'), 'the cancellation on the wire');
});

test('always allow: the next call of this very definition asks nobody, in this chat only when so said', async () => {
  const h = await open({ rec: recorder() });
  await h.admit('rec');
  model.script((_request, index) => (index % 2 === 0 ? { calls: [{ name: 'rec__add', arguments: { a: index, b: 1 } }] } : { text: 'ok' }));
  await h.send('add');
  await h.answer(await h.waiting('tool-call'), 'allow-chat');
  await h.ended();
  await h.send('add again');
  await h.ended();
  expect(callsReceived(record)).toHaveLength(2);
  expect(h.calls('chat-1')[0]).toMatchObject({ status: 'done', verdict: { kind: 'allowed', by: 'rule' } });
  await h.send('add', 'chat-2');
  await h.answer(await h.waiting('tool-call'), 'allow-always');
  await h.ended('chat-2');
  await h.send('add', 'chat-3');
  expect((await h.ended('chat-3')).outcome).toBe('answered');
  for (const rule of h.state('rules', {})) await h.chat.request('rule.revoke', { id: rule.id });
  await h.send('add', 'chat-4');
  await h.answer(await h.waiting('tool-call'), 'deny');
});

test('a bundled server that is switched off is unknown to the model, over a restart too, until it is switched on', async () => {
  const h = await open();
  model.script(() => ({ text: 'ok' }));
  await h.chat.request('server.setDisabled', { key: 'shop', disabled: true });
  await h.send('hi');
  await h.ended();
  expect(JSON.stringify(model.requests[0]?.body)).not.toContain('shop__');
  await h.close();
  house = await openTestHost(folder.dir, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' });
  expect(house.state('servers', {}).find((s) => s.key === 'shop')?.state).toEqual({ status: 'off' });
  await house.chat.request('server.setDisabled', { key: 'shop', disabled: false });
  await house.send('hi', 'chat-2');
  await house.ended('chat-2');
  expect(JSON.stringify(model.requests[1]?.body)).toContain('shop__');
});
