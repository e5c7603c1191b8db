import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTables } from '../electron/storage/tables.ts';
import { openTestHost, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { makeFolder } from './paths.ts';

let model: ModelServer;
let folder: ReturnType<typeof makeFolder>;
let out: ReturnType<typeof makeFolder>;
let h: TestHost;
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

beforeEach(async () => {
  model = await startModelServer();
  folder = makeFolder({ hidden: { command: 'nowhere', env: { PASS: 'CANARY-ENV' } } });
  out = makeFolder();
  h = await openTestHost(folder.dir, { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' });
});
afterEach(async () => {
  await h.close();
  folder.remove();
  out.remove();
  await model.close();
});

const at = (name: string): string => path.join(out.dir, name);
const exportTo = (conversationId: string, name: string, as: 'json' | 'markdown' = 'json') =>
  h.chat.request('chat.export', { conversationId, as, language: 'en', path: at(name) });
const importFrom = async (file: string): Promise<string> => {
  const made = await h.chat.request('chat.import', { path: file, language: 'en' });
  if (!made) throw new Error('nothing was imported');
  return made.conversationId;
};
/** A chat with an attachment, a call under a decision, an answer and a picture. */
async function grow(): Promise<void> {
  writeFileSync(at('notes.txt'), 'the attached words');
  const { id } = await h.chat.request('attachment.addFile', { conversationId: 'chat-1', path: at('notes.txt') });
  model.script([{ calls: [{ name: 'assistant__get_weather', arguments: { city: '北京' } }] }, { text: 'It is sunny.' }]);
  await h.chat.request('conversation.send', { conversationId: 'chat-1', text: 'weather?', attachmentIds: [id] });
  await h.answer(await h.waiting('tool-call', 'get_weather'), 'allow');
  await h.ended();
  const tables = openTables(h.host.database);
  const { createHash } = await import('node:crypto');
  const media = createHash('sha256').update(picture).digest('hex');
  tables.media.add('chat-1', media, picture);
  const turn = { turnId: 'pictured', at: Date.now() };
  const call = { callId: 'p', modelCallId: 'p', modelName: 's__p', serverKey: 's', toolName: 'p', argumentsText: '{}' };
  tables.log.keep('chat-1', { ...turn, type: 'turn.started', text: 'a picture?', model: 'm' });
  tables.log.keep('chat-1', { ...turn, ...call, type: 'call.proposed' });
  const blocks = [{ kind: 'binary' as const, mimeType: 'image/png', bytes: picture.length, media }];
  tables.log.keep('chat-1', { ...turn, type: 'call.finished', callId: 'p', end: 'done', blocks, modelText: '[a picture]', bytes: 1 });
  tables.log.keep('chat-1', { ...turn, type: 'turn.ended', outcome: 'answered' });
}
const withoutTime = (name: string): string => readFileSync(at(name), 'utf8').replace(/"exportedAt": \d+/, '');

test('a chat with a call, an attachment and a picture is the same after export, import and export again, and no secret is in its file', async () => {
  await grow();
  await exportTo('chat-1', 'one.json');
  const before = (await h.chat.request('journal.page', { filter: {}, limit: 100 })).entries.length;
  const id = await importFrom(at('one.json'));
  await exportTo(id, 'two.json');
  expect(withoutTime('two.json')).toBe(withoutTime('one.json'));
  expect(withoutTime('one.json')).not.toMatch(/CANARY|call\.judged|"by"/);
  const [first, second] = h.state('conversation', { conversationId: id }).turns;
  expect(first?.id).not.toBe(h.state('conversation', { conversationId: 'chat-1' }).turns[0]?.id);
  expect(JSON.stringify(second)).toContain('image/png');
  expect((await h.chat.request('journal.page', { filter: {}, limit: 100 })).entries).toHaveLength(before);
  expect(await h.chat.request('chat.origin', { conversationId: id })).toMatchObject({ file: 'one.json', leftOut: 0 });
  expect(await h.chat.request('chat.origin', { conversationId: 'chat-1' })).toBeNull();
  expect(h.state('chats', {})[0]).toMatchObject({ id, title: 'weather? (imported)' });
});

test('the model gets the history and the attachment of an imported chat, and a call in it asks as in any new chat', async () => {
  await grow();
  await exportTo('chat-1', 'one.json');
  const id = await importFrom(at('one.json'));
  model.script([{ calls: [{ name: 'assistant__get_weather', arguments: { city: '北京' } }] }, { text: 'Still sunny.' }]);
  await h.send('and now?', id);
  await h.answer(await h.waiting('tool-call', 'get_weather'), 'deny');
  await h.ended(id);
  const sent = JSON.stringify(model.requests.at(-1)?.body);
  expect(sent).toContain('It is sunny.');
  expect(sent).toContain('the attached words');
});

test('an export never replaces a file, and never writes among our own data or under another ending', async () => {
  await grow();
  writeFileSync(at('there.json'), 'mine');
  await expect(exportTo('chat-1', 'there.json')).rejects.toMatchObject({ failure: { code: 'chat-file-exists' } });
  expect(readFileSync(at('there.json'), 'utf8')).toBe('mine');
  await expect(exportTo('chat-1', 'x.sh')).rejects.toMatchObject({ failure: { code: 'chat-file-name' } });
  symlinkSync(folder.dir, at('link'));
  await expect(exportTo('chat-1', 'link/new.json')).rejects.toMatchObject({ failure: { code: 'chat-file-place' } });
});

test('a hostile file is refused with a reason and changes nothing', async () => {
  await grow();
  await exportTo('chat-1', 'good.json');
  const good = readFileSync(at('good.json'), 'utf8');
  const chats = h.state('chats', {}).length;
  const rows = (): unknown => h.host.database.prepare('SELECT (SELECT count(*) FROM chat) + (SELECT count(*) FROM event) AS n').get();
  const before = rows();
  const json = (change: (file: { events: Record<string, unknown>[] } & Record<string, unknown>) => void): string => {
    const file = JSON.parse(good) as { events: Record<string, unknown>[] } & Record<string, unknown>;
    change(file);
    return JSON.stringify(file);
  };
  const cases: readonly (readonly [string, string])[] = [
    ['not json', 'chat-file-broken'],
    ['', 'chat-file-broken'],
    ['{"format":"other"}', 'chat-file-broken'],
    [json((f) => (f.version = 2)), 'chat-file-newer'],
    [good.replace('"version": 1', '"version": 1, "__proto__": {"polluted": 1}'), 'chat-file-broken'],
    [json((f) => f.events.push({ ...f.events[0] })), 'chat-file-broken'],
    [json((f) => f.events.push({ type: 'model.text', turnId: 'foreign', at: 1, text: 'x' })), 'chat-file-broken'],
    [json((f) => f.events.push({ type: 'rule.added', turnId: 't1', at: 1 })), 'chat-file-broken'],
    [good.replace(/"at": \d+/, '"at": 1e300'), 'chat-file-broken'],
    [good.replace(/"at": \d+/, '"at": -5'), 'chat-file-broken'],
    [good.replace(/"data": "iVBOR/, '"data": "AVBOR'), 'chat-file-broken'],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'chat-file-broken'],
    [' '.repeat(33_000_000), 'chat-file-large'],
    [
      json((f) =>
        f.events.splice(2, 0, {
          type: 'call.judged',
          turnId: 't1',
          callId: 'c1',
          at: 1,
          verdict: { kind: 'allowed', by: 'person' },
          argumentsText: '{}',
          edited: false,
        }),
      ),
      'chat-file-broken',
    ],
  ];
  for (const [text, code] of cases) {
    writeFileSync(at('bad.json'), text);
    await expect(importFrom(at('bad.json')), text.slice(0, 80)).rejects.toMatchObject({ failure: { code } });
  }
  spawnSync('mkfifo', [at('pipe')]);
  for (const file of [at('pipe'), '/dev/zero', path.join(folder.dir, 'steward.db'), out.dir])
    await expect(importFrom(file), file).rejects.toThrow();
  expect(h.state('chats', {})).toHaveLength(chats);
  expect(rows()).toEqual(before);
  expect({}).not.toHaveProperty('polluted');
});

test('a turn that is open in a file is closed on import: its call is of unknown outcome and never runs', async () => {
  await grow();
  await exportTo('chat-1', 'good.json');
  const file = JSON.parse(readFileSync(at('good.json'), 'utf8')) as { events: { type: string }[] };
  file.events = file.events.slice(
    0,
    file.events.findIndex(({ type }) => type === 'call.finished'),
  );
  writeFileSync(at('open.json'), JSON.stringify({ ...file, media: [] }));
  const id = await importFrom(at('open.json'));
  expect(h.turn(id)?.outcome).toBe('interrupted');
  expect(h.calls(id).map(({ status }) => status)).toEqual(['unknown']);
  expect(h.state('decisions', {}).filter(({ kind }) => kind === 'tool-call')).toEqual([]);
});
