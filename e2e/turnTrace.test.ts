import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestHost, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { fixture, makeFolder } from './paths.ts';

let model: ModelServer;
let folder: ReturnType<typeof makeFolder>;
let house: TestHost | undefined;

async function open(mcpServers: Readonly<Record<string, unknown>> = {}): Promise<TestHost> {
  folder = makeFolder(mcpServers);
  house = await openTestHost(folder.dir, { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' });
  return house;
}
const recorder = () => fixture('recorder', { RECORD_FILE: path.join(makeFolder().dir, 'record') });
const call = (name: string, args: unknown) => ({ calls: [{ name, arguments: args }] });

beforeEach(async () => {
  model = await startModelServer();
});
afterEach(async () => {
  await house?.close();
  house = undefined;
  folder.remove();
  await model.close();
});

test('a turn can be read as a waterfall, and each round as the model saw it, without the key', async () => {
  const h = await open({ rec: recorder() });
  await h.admit('rec');
  model.script([
    { ...call('rec__slow', { ms: 60 }), usage: { inputTokens: 50, outputTokens: 7 } },
    { text: 'awake', usage: { inputTokens: 70, outputTokens: 2 } },
  ]);
  await h.send('sleep');
  await h.answer(await h.waiting('tool-call'), 'allow');
  const { id: turnId } = await h.ended();
  const key = { conversationId: 'chat-1', turnId };
  const trace = await h.chat.request('turn.trace', key);
  expect(trace).toMatchObject({ question: 'sleep', outcome: 'answered' });
  expect(trace.spans.map((span) => span.kind)).toEqual(['model', 'decision', 'call', 'model']);
  const [first, decision, made, second] = trace.spans;
  expect(first).toMatchObject({ round: 0, inputTokens: 50, outputTokens: 7, requestBytes: expect.any(Number) as number });
  expect(decision).toMatchObject({ what: 'tool-call', outcome: 'allowed', by: 'person' });
  expect((decision?.endedAt ?? 0) - (decision?.startedAt ?? 0)).toBeGreaterThanOrEqual(800);
  expect(made).toMatchObject({ end: 'done', sent: true, argumentBytes: 9 });
  expect((made?.endedAt ?? 0) - (made?.startedAt ?? 0)).toBeGreaterThanOrEqual(55);
  expect(second).toMatchObject({ round: 1, inputTokens: 70 });
  for (const span of trace.spans) expect(span.startedAt).toBeGreaterThanOrEqual(trace.startedAt);
  const request = await h.chat.request('turn.modelRequest', { ...key, round: 1 });
  expect(request.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool']);
  expect(request.tools.find((tool) => tool.name === 'rec__slow')).toMatchObject({ parameters: { type: 'object' } });
  expect(JSON.stringify(request)).not.toContain('CANARY');
  const sent = model.requests[1]?.body.messages as { role: string; content?: string }[];
  expect(request.system).toBe(sent.find((message) => message.role === 'system')?.content);
  await expect(h.chat.request('turn.modelRequest', { ...key, round: 2 })).rejects.toMatchObject({ failure: { code: 'not-found' } });
});

test('a long chat keeps each message once, and every round can still be read whole', async () => {
  const h = await open();
  model.script(() => ({ text: 'a long enough answer to be worth keeping once '.repeat(20) }));
  for (let n = 0; n < 12; n++) {
    await h.send(`question ${n}`);
    await h.ended();
  }
  const turns = h.state('conversation', { conversationId: 'chat-1' }).turns;
  const read = (at: number) => h.chat.request('turn.modelRequest', { conversationId: 'chat-1', turnId: turns[at]?.id ?? '', round: 0 });
  expect((await read(11)).messages).toHaveLength(23);
  expect((await read(3)).messages.at(-1)).toMatchObject({ role: 'user', text: 'question 3' });
  // Twelve questions, one answer (all twelve are the same), the system text, the tools.
  expect(h.host.database.prepare('SELECT count(*) AS n FROM model_part').get()).toEqual({ n: 15 });
});

test('a request whose model never answered is kept as well', async () => {
  const h = await open();
  model.script([{ status: 401, body: { error: { message: 'no' } } }]);
  await h.send('hello');
  const { id: turnId, outcome } = await h.ended();
  expect(outcome).toBe('failed');
  const request = await h.chat.request('turn.modelRequest', { conversationId: 'chat-1', turnId, round: 0 });
  expect(request.messages).toEqual([{ role: 'user', text: 'hello' }]);
  expect((await h.chat.request('turn.trace', { conversationId: 'chat-1', turnId })).spans).toMatchObject([{ kind: 'model', round: 0 }]);
});
