import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RuleDraft } from '#shared/policy/policy.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer, type Round } from './modelServer.ts';
import { callsReceived, fixture, makeFolder } from './paths.ts';

let model: ModelServer;
let folder: ReturnType<typeof makeFolder>;
let house: TestHost;
let place: string;
let chat = '';
let chats = 0;
const record = (): string => path.join(place, 'record');
const definitions = (): string => path.join(place, 'definitions.json');
const tools = (description: string): object[] =>
  ['write', 'read'].map((name) => ({
    name,
    description,
    inputSchema: { type: 'object', properties: { path: { type: 'string' }, n: { type: 'number' } } },
  }));
const define = (description: string, more: object = {}): void =>
  writeFileSync(definitions(), JSON.stringify(tools(description).map((tool) => ({ ...tool, ...more }))));

beforeAll(async () => {
  place = mkdtempSync(path.join(os.tmpdir(), 'steward-rules-'));
  define('one');
  model = await startModelServer();
  folder = makeFolder({ rec: fixture('recorder', { RECORD_FILE: record(), DEFS_FILE: definitions() }) });
  house = await openTestHost(folder.dir, { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' });
  await house.admit('rec');
});
afterAll(async () => {
  await house.close();
  folder.remove();
  rmSync(place, { recursive: true, force: true });
  await model.close();
});
beforeEach(async () => {
  await house.chat.request('conversation.stop', { conversationId: chat || 'none' });
  for (const rule of house.state('rules', {})) await house.chat.request('rule.revoke', { id: rule.id });
  for (const decision of house.state('decisions', {}).filter((d) => d.kind === 'rule')) await house.answer(decision, 'deny');
  await until(() => house.state('decisions', {}).length === 0, 'nothing to be asked');
  chat = `chat-${++chats}`;
  writeFileSync(record(), '');
});

const draft = (more: Partial<RuleDraft> = {}): RuleDraft => ({
  effect: 'deny',
  serverKey: 'rec',
  toolName: 'write',
  onlyReads: false,
  afterReading: [],
  ...more,
});
const save = (more: Partial<RuleDraft> = {}) => house.chat.request('rule.save', { draft: draft(more) });
/** Saves a rule that allows, with the yes that it takes. */
async function allow(more: Partial<RuleDraft> = {}): Promise<void> {
  expect(await save({ effect: 'allow', ...more })).toEqual({ asked: true });
  await house.answer(await house.waiting('rule'), 'allow');
  await until(() => house.state('rules', {}).some((r) => r.effect === 'allow'), 'the rule');
}
type Call = NonNullable<Round['calls']>[number];
const write = (file = '/a/x'): Call => ({ name: 'rec__write', arguments: { path: file } });
/** Runs a turn in which the model asks for these rounds of calls and then ends. */
async function turn(...rounds: Call[][]): Promise<void> {
  const left = rounds.map((calls): Round => ({ calls }));
  model.script(() => left.shift() ?? { text: 'ok' });
  await house.send('go', chat);
}
const ends = async (): Promise<string[]> => {
  await house.ended(chat);
  return house.calls(chat).map((c) => c.status);
};

test('I6 S28 a rule that allows takes a yes on the decision page; the chat page alone makes none', async () => {
  expect(await save({ effect: 'allow' })).toEqual({ asked: true });
  const asked = await house.waiting('rule');
  expect(asked).toMatchObject({ serverKey: 'rec', covers: ['write'], rule: { effect: 'allow', toolName: 'write' } });
  expect(house.state('rules', {})).toEqual([]);
  await save({ effect: 'allow', toolName: 'read' });
  expect(house.state('decisions', {}).map((d) => d.kind === 'rule' && d.covers)).toEqual([['read']]);
  await house.answer(await house.waiting('rule'), 'deny');
  expect(house.state('rules', {})).toEqual([]);
  await expect(save({ effect: 'allow', toolName: 'nope' })).rejects.toMatchObject({ failure: { code: 'not-found' } });
  await expect(save({ serverKey: 'nope' })).rejects.toMatchObject({ failure: { code: 'not-found' } });
  await expect(save({ expiresAt: 1 })).rejects.toMatchObject({ failure: { code: 'invalid-input' } });
});

test('a rule with a condition answers what fits it and nothing else', async () => {
  await allow({ constraint: { pointer: '/path', how: 'starts-with', value: '/a/' } });
  await turn([write('/a/x'), write('/b/x'), write('/a/../b')]);
  await until(() => house.state('decisions', {}).length === 2, 'two questions');
  expect(callsReceived(record()).map((c) => c.params?.arguments)).toEqual([{ path: '/a/x' }]);
  for (const decision of house.state('decisions', {})) await house.answer(decision, 'deny');
  expect(await ends()).toEqual(['done', 'denied', 'denied']);
});

test('S27 a rule that denies answers for a whole server, by name, whatever its definition', async () => {
  await save({ effect: 'deny', toolName: undefined });
  await turn([write()]);
  expect(await ends()).toEqual(['denied']);
  expect(callsReceived(record())).toEqual([]);
});

test('S27 a no to a call stands for the very same call in the same turn, and the model is told', async () => {
  await turn([write()], [write()], [write('/b')]);
  await house.answer(await house.waiting('tool-call'), 'deny');
  const next = await house.waiting('tool-call');
  expect(next.argumentsText).toBe('{"path":"/b"}');
  await house.answer(next, 'deny');
  expect(await ends()).toEqual(['denied', 'denied', 'denied']);
  expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain('did not allow this call');
});

test('S30 after another server has said something the rule pauses and the card says why; Always allow then covers it', async () => {
  await allow();
  const weather: Call = { name: 'assistant__get_weather', arguments: { city: '北京' } };
  await turn([weather, write('/same-round')], [write('/after')]);
  await house.answer(await house.waiting('tool-call', 'get_weather'), 'allow');
  const asked = await house.waiting('tool-call', 'write');
  expect(asked).toMatchObject({ argumentsText: '{"path":"/after"}', reason: 'read-elsewhere', readFrom: ['assistant'] });
  expect(callsReceived(record()).map((c) => c.params?.arguments)).toEqual([{ path: '/same-round' }]);
  await house.answer(asked, 'allow-always');
  expect(await ends()).toEqual(['done', 'done', 'done']);
  expect(house.state('rules', {}).at(-1)).toMatchObject({ toolName: 'write', afterReading: ['assistant'] });

  chat += 'b';
  await turn([weather], [write('/again')]);
  await house.answer(await house.waiting('tool-call', 'get_weather'), 'allow');
  expect(await ends()).toEqual(['done', 'done']);
});

test('S30 a tool that only reads is not paused', async () => {
  await allow({ onlyReads: true });
  await turn([{ name: 'assistant__get_weather', arguments: { city: '北京' } }], [write()]);
  await house.answer(await house.waiting('tool-call', 'get_weather'), 'allow');
  expect(await ends()).toEqual(['done', 'done']);
});

test('the preview says which of the latest calls the rule would have answered, by the function that answers them', async () => {
  await turn([write('/p/1'), write('/q/1')]);
  await until(() => house.state('decisions', {}).length === 2, 'two questions');
  for (const decision of house.state('decisions', {})) await house.answer(decision, 'allow');
  await ends();
  const preview = await house.chat.request('rule.preview', {
    draft: draft({ effect: 'allow', constraint: { pointer: '/path', how: 'starts-with', value: '/p/' } }),
  });
  expect(preview).toMatchObject({ effect: 'allow', covers: ['write'], calls: [{ toolName: 'write', argumentsText: '{"path":"/p/1"}' }] });
  expect(preview.lookedAt).toBeGreaterThan(1);
  await save({ effect: 'deny' });
  expect((await house.chat.request('rule.preview', { draft: draft({ effect: 'allow' }) })).calls).toEqual([]);
  expect(house.state('rules', {})).toHaveLength(1);
});

test('editing takes the place of the old rule', async () => {
  await save({ effect: 'deny' });
  const [old] = house.state('rules', {});
  await save({ effect: 'ask', ...(old ? { replaces: old.id } : {}) });
  expect(house.state('rules', {}).map((r) => r.effect)).toEqual(['ask']);
});

test('calls of one round to one tool are allowed together, and each goes once', async () => {
  await turn([write('/1'), write('/2'), { name: 'rec__read', arguments: { path: '/3' } }]);
  await until(() => house.state('decisions', {}).length === 3, 'three questions');
  const ids = house.state('decisions', {}).map((d) => d.id);
  const [first, second, other] = ids as [string, string, string];
  await house.decisions.request('decision.painted', { ids });
  await until(() => house.state('decisions', {}).every((d) => d.armed), 'the cards to take answers');
  await expect(house.decisions.request('decision.allowTogether', { ids: [first, other] })).rejects.toMatchObject({
    failure: { code: 'invalid-input' },
  });
  await house.decisions.request('decision.allowTogether', { ids: [first, second] });
  await house.answer({ id: other }, 'deny');
  expect(await ends()).toEqual(['done', 'done', 'denied']);
  expect(callsReceived(record())).toHaveLength(2);
});

test('S29 a server that calls its tool harmless is asked about like any other', async () => {
  define('one', { annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } });
  await house.answer(await house.waiting('tools', '"change":"changed"'), 'allow');
  await until(
    () =>
      house
        .state('servers', {})
        .find((s) => s.key === 'rec')
        ?.tools.every((t) => t.accepted && t.raw.includes('readOnlyHint')),
    'the tools',
  );
  await allow();
  await turn([{ name: 'assistant__get_weather', arguments: { city: '北京' } }], [write()]);
  await house.answer(await house.waiting('tool-call', 'get_weather'), 'allow');
  const asked = await house.waiting('tool-call', 'write');
  expect(asked.reason).toBe('read-elsewhere');
  await house.answer(asked, 'deny');
  await ends();
});

test('S20 a definition that changes while its question is open voids the answer, and the wire sees no call', async () => {
  await turn([write()]);
  const asked = await house.waiting('tool-call');
  define('changed meanwhile');
  const change = await house.waiting('tools', '"change":"changed"');
  await house.answer(asked, 'allow');
  expect(await ends()).toEqual(['not-sent']);
  expect(callsReceived(record())).toEqual([]);
  await house.answer(change, 'allow');
});

test('S19 S27 an always-rule stops asking until the definition changes, and a no outlives the server', async () => {
  await turn([write()]);
  await house.answer(await house.waiting('tool-call'), 'allow-always');
  expect(await ends()).toEqual(['done']);
  chat += 'b';
  await turn([write()]);
  expect(await ends()).toEqual(['done']);
  await save({ effect: 'deny', toolName: 'read' });

  define('two');
  await house.answer(await house.waiting('tools', '"change":"changed"'), 'allow');
  await until(
    () =>
      house
        .state('servers', {})
        .find((s) => s.key === 'rec')
        ?.tools.every((t) => t.accepted && t.description === 'two'),
    'the new definitions',
  );
  chat += 'c';
  await turn([write()]);
  const again = await house.waiting('tool-call');
  expect(again.reason).toBe('definition-changed');
  await house.answer(again, 'deny');
  await ends();

  const config = path.join(folder.dir, 'mcp.json');
  const text = readFileSync(config, 'utf8');
  await house.chat.request('server.remove', { key: 'rec' });
  await until(() => !house.state('servers', {}).some((s) => s.key === 'rec'), 'the server to leave');
  expect(house.state('rules', {}).map((r) => [r.effect, r.toolName])).toEqual([['deny', 'read']]);
  writeFileSync(config, text);
  await house.admit('rec');
  chat += 'd';
  await turn([{ name: 'rec__read', arguments: {} }, write()]);
  await house.answer(await house.waiting('tool-call', 'write'), 'deny');
  expect(await ends()).toEqual(['denied', 'denied']);
});
