import { afterEach, expect, test } from 'vitest';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer } from './modelServer.ts';
import { callsReceived, fixture, makeFolder } from './paths.ts';
import path from 'node:path';

let house: TestHost | undefined;
const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  await house?.close();
  house = undefined;
  for (const work of cleanup.splice(0)) await work();
});

test('F33 the disk fills while a call waits: no decision on disk, so nothing is sent; the turn stays on screen and is saved when there is room', async () => {
  const model = await startModelServer();
  const folder = makeFolder();
  cleanup.push(() => model.close(), folder.remove);
  const record = path.join(folder.dir, 'record');
  const { dir } = makeFolder({ rec: fixture('recorder', { RECORD_FILE: record }) });
  house = await openTestHost(dir, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' });
  await house.admit('rec');
  model.script([{ calls: [{ name: 'rec__echo', arguments: { text: 'x'.repeat(20_000) } }] }, { text: 'A long answer. '.repeat(3000) }]);
  await house.send('echo');
  const waiting = await house.waiting('tool-call');
  const { database } = house.host;
  const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number };
  database.exec(`PRAGMA max_page_count = ${pages}`);
  await house.answer(waiting, 'allow');
  const turn = await house.ended();
  expect(callsReceived(record)).toEqual([]);
  expect(house.calls('chat-1')[0]).toMatchObject({ status: 'not-sent' });
  expect(turn.outcome).toBe('answered');
  expect(house.state('notices', {}).map((n) => n.code)).toContain('not-saved');
  database.exec('PRAGMA max_page_count = 1000000');
  await until(() => house?.state('notices', {}).every((n) => n.code !== 'not-saved'), 'the notice to go');
  const live = house.state('conversation', { conversationId: 'chat-1' });
  await house.close();
  house = await openTestHost(dir);
  expect(house.state('conversation', { conversationId: 'chat-1' }).turns).toEqual(live.turns);
});
