import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LogLevel } from '#shared/trace/traffic.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { callsReceived, fixture, makeFolder, received } from './paths.ts';

const levelKey = 'io.modelcontextprotocol/logLevel';
let folder: ReturnType<typeof makeFolder>;
let house: TestHost;
let record: string;
let place: ReturnType<typeof makeFolder>;
beforeEach(() => {
  place = makeFolder();
  record = path.join(place.dir, 'record');
});
afterEach(async () => {
  await house.close();
  folder.remove();
  place.remove();
});

async function open(era: 'legacy' | 'modern'): Promise<void> {
  folder = makeFolder({ talker: fixture('talker', { RECORD_FILE: record, TALKER_ERA: era }) });
  house = await openTestHost(folder.dir);
  await house.admit('talker');
}
const setLevel = (level: LogLevel | null) => house.chat.request('server.setLogLevel', { serverKey: 'talker', level });
/** Runs the tool through its decision, and gives the levels of what was logged since. */
async function talk(): Promise<string[]> {
  const before = (await house.chat.request('server.log', { serverKey: 'talker' })).messages.length;
  await house.chat.request('tool.run', { serverKey: 'talker', toolName: 'talk', argumentsText: '{}' });
  await house.answer(await house.waiting('tool-call'), 'allow');
  await until(() => house.state('playground', {}).turns.every((turn) => turn.outcome !== 'open'), 'the run to end');
  const log = await house.chat.request('server.log', { serverKey: 'talker' });
  return log.messages.slice(before).map((message) => message.level);
}
const asked = () => received(record).filter((message) => message.method === 'logging/setLevel');
const metaOf = (call: { readonly params?: Record<string, unknown> } | undefined) => call?.params?.['_meta'] ?? {};

test('LOG-1 a server of the older era is told the level at once and after each start, and only what is at or above it comes', async () => {
  await open('legacy');
  expect(await house.chat.request('server.log', { serverKey: 'talker' })).toMatchObject({ canLog: true, level: null });
  expect(asked()).toEqual([]);
  await setLevel('error');
  expect(asked().map(({ params }) => params)).toMatchObject([{ level: 'error' }]);
  expect(await talk()).toEqual(['error']);
  await setLevel('debug');
  expect(await talk()).toEqual(['info', 'error']);
  await house.chat.request('server.restart', { key: 'talker' });
  await until(() => asked().length === 3, 'the level to be told after the start');
  expect(asked()[2]?.params).toMatchObject({ level: 'debug' });
  for (const call of callsReceived(record)) expect(metaOf(call)).not.toHaveProperty(levelKey);
});

test('LOG-2 a server of the newer era hears of the level with each call that is made while one is chosen, and of none otherwise', async () => {
  await open('modern');
  expect(await talk()).toEqual([]);
  await setLevel('error');
  expect(await talk()).toEqual(['error']);
  await setLevel('info');
  expect(await talk()).toEqual(['info', 'error']);
  await setLevel(null);
  expect(await talk()).toEqual([]);
  expect(callsReceived(record).map((call) => (metaOf(call) as Record<string, unknown>)[levelKey])).toEqual([
    undefined,
    'error',
    'info',
    undefined,
  ]);
  expect(asked()).toEqual([]);
});
