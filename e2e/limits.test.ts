import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { callsReceived, fixture, makeFolder, received } from './paths.ts';

let model: ModelServer;
let folder: ReturnType<typeof makeFolder>;
let h: TestHost;
let record: string;

beforeEach(async () => {
  model = await startModelServer();
  folder = makeFolder();
  record = path.join(folder.dir, 'record');
  const { dir } = makeFolder({ rec: fixture('recorder', { RECORD_FILE: record }) });
  h = await openTestHost(dir, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' });
  await h.admit('rec');
});
afterEach(async () => {
  await h.close();
  await model.close();
  folder.remove();
});
const add = (a: number) => ({ calls: [{ name: 'rec__add', arguments: { a, b: 1 } }] });
/** One call allowed always, so that the rest of a test is about something else. */
async function allowAlways(): Promise<void> {
  model.script([add(-1), { text: 'ok' }]);
  await h.send('add', 'first');
  await h.answer(await h.waiting('tool-call'), 'allow-always');
  await h.ended('first');
}

test('the round limit asks the person: Continue grants as many again, Stop ends the turn', async () => {
  await allowAlways();
  await h.chat.request('settings.change', { change: { maxRounds: 2 } });
  model.script((_request, index) => add(index));
  await h.send('for ever');
  const first = await h.waiting('go-on');
  expect(first).toMatchObject({ reason: 'rounds', rounds: 2, chatTitle: 'for ever' });
  await h.answer(first, 'allow');
  const second = await h.waiting('go-on', '"rounds":4');
  await h.answer(second, 'deny');
  expect((await h.ended()).outcome).toBe('limit');
  expect(callsReceived(record)).toHaveLength(1 + 4);
});

test('UF6 the third identical call asks the person before anything is sent, and a no ends the turn', async () => {
  await allowAlways();
  model.script(() => add(7));
  await h.send('again and again');
  const question = await h.waiting('go-on');
  expect(question).toMatchObject({ reason: 'repeat', serverKey: 'rec', toolName: 'add' });
  expect(callsReceived(record)).toHaveLength(1 + 2);
  await h.answer(question, 'deny');
  expect((await h.ended()).outcome).toBe('limit');
  expect(h.calls('chat-1').map((c) => c.status)).toEqual(['done', 'done', 'not-sent']);
  expect(callsReceived(record)).toHaveLength(1 + 2);
});

test('calls beyond the limit per minute are not sent, nobody is asked about them, and the model is told', async () => {
  await allowAlways();
  await h.chat.request('settings.change', { change: { callsPerMinute: 3 } });
  model.script((_request, index) => (index < 5 + 2 ? add(index) : { text: 'enough' }));
  await h.send('many');
  await h.ended();
  expect(callsReceived(record)).toHaveLength(3);
  expect(h.calls('chat-1').filter((c) => c.status === 'not-sent').length).toBeGreaterThan(1);
  expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain('within a minute');
});

test('F13 LIF-13 a call that takes too long is given up, the server hears of it, and the turn goes on', async () => {
  await h.chat.request('settings.change', { change: { callTimeoutSeconds: 1 } });
  model.script([{ calls: [{ name: 'rec__slow', arguments: { ms: 60_000 } }] }, { text: 'never mind' }]);
  await h.send('slow');
  await h.answer(await h.waiting('tool-call'), 'allow');
  const turn = await h.ended();
  expect(turn.outcome).toBe('answered');
  expect(h.calls('chat-1')[0]?.status).toBe('timed-out');
  await until(() => received(record).some((m) => m.method === 'notifications/cancelled'), 'the cancellation');
  expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain('may have had an effect');
});

test('F31 what a model may get wrong goes back to it as words, touching no server: unknown tool, bad JSON, wrong types', async () => {
  model.script([
    {
      calls: [
        { name: 'rec__nothing', arguments: {} },
        { name: 'rec__add', arguments: '{"a": 1, "a": 2, "b": 1}' },
        { name: 'rec__add', arguments: { a: 'one', b: 1 } },
      ],
    },
    { text: 'sorry' },
  ]);
  await h.send('mistakes');
  expect((await h.ended()).outcome).toBe('answered');
  expect(h.calls('chat-1').map((c) => c.status)).toEqual(['not-sent', 'not-sent', 'not-sent']);
  expect(callsReceived(record)).toEqual([]);
  const told = JSON.stringify(model.requests[1]?.body.messages);
  expect(told).toContain('no such tool');
  expect(told).toContain('do not fit');
});

test('a value that fits when converted is converted before anyone is asked: "3" is 3', async () => {
  model.script([{ calls: [{ name: 'rec__add', arguments: { a: '3', b: 1 } }] }, { text: 'ok' }]);
  await h.send('add');
  const decision = await h.waiting('tool-call');
  expect(decision).toMatchObject({ argumentsText: '{"a":3,"b":1}', adjusted: [{ pointer: '/a', how: 'converted' }] });
  await h.answer(decision, 'allow');
  await h.ended();
  expect(callsReceived(record).map((c) => c.params?.arguments)).toEqual([{ a: 3, b: 1 }]);
});
