import { createHash } from 'node:crypto';
import path from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { randomJson, seeded, textContent } from '../renderer/testText.ts';
import { ExactJson } from '../renderer/ui/Exact.tsx';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer, type Round } from './modelServer.ts';
import { callsReceived, fixture, makeFolder } from './paths.ts';

let folder: ReturnType<typeof makeFolder>;
let model: ModelServer;
let house: TestHost;
let record: string;
let chat = '';
let chats = 0;

beforeAll(async () => {
  const aside = makeFolder();
  record = path.join(aside.dir, 'record');
  model = await startModelServer();
  folder = makeFolder({ rec: fixture('recorder', { RECORD_FILE: record }) });
  house = await openTestHost(
    folder.dir,
    { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' },
    { limits: { armMs: 1 } },
  );
  await house.admit('rec');
});
afterAll(async () => {
  await house.close();
  await model.close();
  folder.remove();
});
beforeEach(() => {
  chat = `chat-${++chats}`;
});

const sha = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
type Call = NonNullable<Round['calls']>[number];
async function turn(calls: readonly Call[]): Promise<void> {
  const left: Round[] = [{ calls }];
  model.script(() => left.shift() ?? { text: 'ok' });
  await house.send('go', chat);
}

test('S23 I3 of 500 random values what is shown has the sum of what is sent', { timeout: 120_000 }, async () => {
  const random = seeded(23);
  const shown: string[] = [];
  let values = 0;
  // A lone half of a character has no bytes of its own and is refused; that is another test.
  const sendable = (): unknown => {
    const value = randomJson(random);
    return /\\ud[89a-f]/i.test(JSON.stringify(value)) ? 'again' : value;
  };
  while (values < 500) {
    chat = `chat-${++chats}`;
    const calls = Array.from({ length: 8 }, (_one, at): Call => {
      const batch = Array.from({ length: 12 }, sendable);
      values += batch.length;
      return { name: 'rec__echo', arguments: JSON.stringify({ text: `${chats}-${at}`, values: batch }) };
    });
    await turn(calls);
    for (let n = 0; n < calls.length; n += 1) {
      const decision = await house.waiting('tool-call');
      shown.push(textContent(renderToStaticMarkup(createElement(ExactJson, { text: decision.argumentsText }))));
      await house.answer(decision, 'allow');
    }
    await house.ended(chat);
  }
  const wire = callsReceived(record).map(({ line }) => line);
  expect(wire).toHaveLength(shown.length);
  // Cut out of the line itself: parsing it and writing it again would prove nothing.
  const sent = shown.map((text) => {
    const line = wire.find((one) => one.includes(`"arguments":${text}`)) ?? '';
    const from = line.indexOf('"arguments":') + '"arguments":'.length;
    return sha(line.slice(from, from + text.length));
  });
  expect(sent).toEqual(shown.map(sha));
});

test.each([
  ['the same key twice', '{"text":"a","text":"b"}'],
  ['the same key twice, deep', '{"text":"a","x":[{"path":"/tmp","path":"/"}]}'],
  ['the same key twice, once written by its code', '{"text":"a","te\\u0078t":"b"}'],
  ['a whole number that a computer can’t hold', '{"text":"a","n":9007199254740993}'],
  ['half a character', '{"text":"a\\ud800"}'],
  ['half a character as a key', '{"text":"a","\\udfff":1}'],
  ['something after the end', '{"text":"a"}{"text":"b"}'],
])('S23 a model that writes %s gets its call back, nobody is asked, and nothing is sent', async (_what, text) => {
  const before = callsReceived(record).length;
  await turn([{ name: 'rec__echo', arguments: text }]);
  await house.ended(chat);
  expect(house.state('decisions', {})).toEqual([]);
  expect(callsReceived(record)).toHaveLength(before);
  expect(house.calls(chat).map((call) => call.status)).not.toContain('done');
  await until(() => house.calls(chat).length > 0, 'the call in the record');
});
