import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Gate } from '../decision/gate.ts';
import { TopicHub } from '../ipc/topicHub.ts';
import { createModels } from '../models/models.ts';
import { openDatabase, type Database } from '../storage/database.ts';
import { PermissionTable } from '../storage/permissionTable.ts';
import { ChatFolderTable } from '../storage/chatFolderTable.ts';
import { ChatFolders } from './chatFolders.ts';
import { Inbound, samplingBudget } from './inbound.ts';
import { RunningRequest } from './runningRequest.ts';
import { SamplingPictures } from './samplingPictures.ts';

let place: string;
let db: Database;
beforeEach(() => {
  place = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'steward-inbound-')));
  ({ db } = openDatabase(path.join(place, 'steward.db'), 'old'));
});
afterEach(() => {
  db.close();
  rmSync(place, { recursive: true, force: true });
});
const never = new AbortController().signal;
const prompt = { messages: [{ role: 'user', content: { type: 'text', text: 'help' } }], maxTokens: 5 };

function open() {
  const hub = new TopicHub();
  let n = 0;
  const gate = new Gate({ hub, now: () => 0, newId: () => `d${++n}`, armMs: 0, automatic: () => 'allow', keep: () => undefined });
  const models = createModels({ environment: {}, demo: { pieceMs: 0, sleep: () => Promise.resolve() } });
  const inbound = new Inbound({
    gate,
    table: new PermissionTable(db),
    models: { views: () => models.views(), provider: (id) => models.provider(id), selectedId: () => 'demo/demo' },
    pictures: new SamplingPictures(),
    chatFolders: new ChatFolders({ table: new ChatFolderTable(db), userData: path.join(place, 'data'), home: place }),
    userData: path.join(place, 'data'),
    home: place,
    serverKey: 's',
    launchHash: 'l',
    place: () => ({ kind: 'bundled' }),
    onChange: () => undefined,
    onSecrets: () => undefined,
    reconnect: () => undefined,
  });
  return { inbound, hub };
}

test('S33 S37 a server that asks for what was not turned on is refused, whatever it was told', async () => {
  const { inbound } = open();
  expect(inbound.capabilities()).toEqual({});
  for (const request of [
    { method: 'sampling/createMessage', params: prompt },
    { method: 'roots/list' },
    { method: 'elicitation/create' },
    null,
    7,
    {},
  ])
    await expect(inbound.answer({ a: request }, new RunningRequest({ toolName: 't' }), never)).rejects.toThrow('not turned on');
  inbound.setSampling(true);
  expect(inbound.capabilities()).toEqual({ sampling: { tools: {} } });
  // One that may and one that may not: nothing at all is answered.
  await expect(
    inbound.answer(
      { a: { method: 'sampling/createMessage', params: prompt }, b: { method: 'roots/list' } },
      new RunningRequest({ toolName: 't' }),
      never,
    ),
  ).rejects.toThrow('roots/list');
  expect(inbound.view().spent.calls).toBe(0);
});

test('SAM-3 an answer longer than its limit is cut, whatever the endpoint does', async () => {
  const { inbound } = open();
  inbound.setSampling(true);
  const { a } = await inbound.answer(
    { a: { method: 'sampling/createMessage', params: prompt } },
    new RunningRequest({ toolName: 't' }),
    never,
  );
  expect(a).toMatchObject({ role: 'assistant', model: 'Demo', stopReason: 'maxTokens' });
  expect((a as { content: { text: string } }).content.text).toHaveLength(30);
});

test('S33 a server has a budget; turning sampling off and on gives it a new one, and a restart does not', async () => {
  const { inbound } = open();
  inbound.setSampling(true);
  db.exec(`UPDATE permission SET calls = ${samplingBudget.maxCalls - 1}`);
  const { inbound: again } = open();
  const ask = () => again.answer({ a: { method: 'sampling/createMessage', params: prompt } }, new RunningRequest({ toolName: 't' }), never);
  await ask();
  await expect(ask()).rejects.toThrow('used up');
  again.setSampling(false);
  again.setSampling(true);
  await ask();
  expect(again.view().spent.calls).toBe(1);
});

test('ROO-1 roots are file addresses of the folders, and no more than twenty things are asked for at once', async () => {
  const { inbound } = open();
  await inbound.addFolder(place, true);
  const answers = await inbound.answer({ a: { method: 'roots/list' } }, new RunningRequest({ toolName: 't' }), never);
  expect(answers).toEqual({ a: { roots: [{ uri: pathToFileURL(place).href, name: path.basename(place) }] } });
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [String(i), { method: 'roots/list' }]));
  await expect(inbound.answer(many, new RunningRequest({ toolName: 't' }), never)).rejects.toThrow('21 things at once');
});
