import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Answer } from '#shared/decision/decision.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { callsReceived, fixture, makeFolder } from './paths.ts';

let folder: ReturnType<typeof makeFolder>;
let model: ModelServer;
let house: TestHost | undefined;
afterEach(async () => {
  await house?.close();
  house = undefined;
  await model.close();
  folder.remove();
});

const tool = (name: string, description: string): object => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { n: { type: 'number' } } },
});
const places = () => ({
  record: path.join(folder.dir, 'record'),
  definitions: path.join(folder.dir, 'definitions.json'),
  config: path.join(folder.dir, 'mcp.json'),
});
const define = (name: string, description: string): void => writeFileSync(places().definitions, JSON.stringify([tool(name, description)]));
const configure = (env: Readonly<Record<string, string>> = {}): void => {
  const { record, definitions, config } = places();
  const rec = fixture('recorder', { RECORD_FILE: record, DEFS_FILE: definitions, ...env });
  writeFileSync(config, JSON.stringify({ mcpServers: { rec } }));
};
async function open(): Promise<TestHost> {
  await house?.close();
  return (house = await openTestHost(
    folder.dir,
    { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' },
    { limits: { armMs: 1 } },
  ));
}
async function begin(): Promise<TestHost> {
  folder = makeFolder();
  model = await startModelServer();
  define('pay', 'one');
  configure();
  const host = await open();
  await host.admit('rec');
  return host;
}
/** What becomes of one and the same call: asked about, or answered by what stands. */
async function outcome(host: TestHost, conversationId: string, name = 'rec__pay'): Promise<string> {
  await until(() => host.state('servers', {}).find((s) => s.key === 'rec')?.state.status === 'ready', 'the server');
  model.script((request) => (request.body.messages?.at(-1)?.role === 'user' ? { calls: [{ name, arguments: { n: 1 } }] } : { text: 'ok' }));
  await host.send('go', conversationId);
  const asked = await until(() => {
    if (host.state('decisions', {}).some((d) => d.kind === 'tool-call')) return 'asked';
    const turn = host.turn(conversationId);
    return turn !== undefined && turn.outcome !== 'open' && 'ended';
  }, 'a question or an end');
  if (asked === 'ended') return host.calls(conversationId).at(-1)?.status ?? 'none';
  return 'asked';
}
async function answer(host: TestHost, conversationId: string, given: Answer): Promise<void> {
  await host.answer(await host.waiting('tool-call'), given);
  await host.ended(conversationId);
}
const stop = async (host: TestHost, conversationId: string): Promise<void> => {
  await host.chat.request('conversation.stop', { conversationId });
  await host.ended(conversationId);
};

const table: readonly (readonly [Answer, here: string, elsewhere: string])[] = [
  ['allow', 'asked', 'asked'],
  ['allow-chat', 'done', 'asked'],
  ['allow-always', 'done', 'done'],
  ['deny', 'asked', 'asked'],
];
test.each(table)(
  'S27 after the answer %s and a restart the same call is %s in its chat and %s in another',
  { timeout: 60_000 },
  async (given, here, elsewhere) => {
    let host = await begin();
    expect(await outcome(host, 'first')).toBe('asked');
    await answer(host, 'first', given);
    const sent = callsReceived(places().record).length;
    expect(sent).toBe(given === 'deny' ? 0 : 1);
    host = await open();
    for (const [conversationId, expected] of [
      ['first', here],
      ['second', elsewhere],
    ] as const) {
      expect([conversationId, await outcome(host, conversationId)]).toEqual([conversationId, expected]);
      if (expected === 'asked') await stop(host, conversationId);
    }
    const allowed = [here, elsewhere].filter((one) => one === 'done').length;
    expect(callsReceived(places().record)).toHaveLength(sent + allowed);
  },
);

test('S27 a rule for always dies with the definition, the launch and the name it was given for, over restarts too', {
  timeout: 60_000,
}, async () => {
  let host = await begin();
  await outcome(host, 'first');
  await answer(host, 'first', 'allow-always');
  expect(await outcome(host, 'first')).toBe('done');

  define('pay', 'two');
  host = await open();
  await host.answer(await host.waiting('tools'), 'allow');
  expect(await outcome(host, 'a')).toBe('asked');
  await answer(host, 'a', 'allow-always');
  expect(await outcome(host, 'a')).toBe('done');

  define('pay_again', 'two');
  host = await open();
  await host.answer(await host.waiting('tools'), 'allow');
  expect(await outcome(host, 'b', 'rec__pay_again')).toBe('asked');
  await answer(host, 'b', 'allow-always');

  await host.close();
  configure({ OTHER: '1' });
  host = await open();
  await host.answer(await host.waiting('server-trust'), 'allow');
  const next = await until(
    () =>
      host.state('decisions', {}).find((d) => d.kind === 'tools') ??
      host.state('servers', {}).some((s) => s.key === 'rec' && s.state.status === 'ready'),
    'the server or a review of its tools',
  );
  if (next !== true) await host.answer(next, 'allow');
  expect(await outcome(host, 'c', 'rec__pay_again')).toBe('asked');
});

test('S27 a rule that denies stands over a restart, a change of the definition, and the removal of its server', {
  timeout: 60_000,
}, async () => {
  let host = await begin();
  const draft = { effect: 'deny' as const, serverKey: 'rec', toolName: 'pay', onlyReads: false, afterReading: [] };
  await host.chat.request('rule.save', { draft });
  define('pay', 'changed');
  host = await open();
  await host.answer(await host.waiting('tools'), 'allow');
  expect(await outcome(host, 'a')).toBe('denied');
  await host.chat.request('server.remove', { key: 'rec' });
  configure();
  host = await open();
  await host.admit('rec');
  expect(await outcome(host, 'b')).toBe('denied');
  expect(callsReceived(places().record)).toEqual([]);
});
