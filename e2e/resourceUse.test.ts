import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ServerResources } from '#shared/resources/resources.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { fixture, makeFolder, received } from './paths.ts';

let model: ModelServer;
let folder: ReturnType<typeof makeFolder>;
let scratch: ReturnType<typeof makeFolder>;
let house: TestHost | undefined;
const file = (name: string): string => path.join(scratch.dir, name);
const note = { serverKey: 'lib', uri: 'watched://note' };
const mute = { serverKey: 'lib', uri: 'watched://mute' };
const chat = { conversationId: 'chat-1' };

const watched = (era: string, more: Readonly<Record<string, string>> = {}) =>
  fixture('watched', { WATCHED_ERA: era, RECORD_FILE: file('record'), TEXT_FILE: file('text'), DROP_FILE: file('drop'), ...more });
async function reopen(): Promise<TestHost> {
  house = await openTestHost(folder.dir, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' });
  return house;
}
async function open(era: string, more: Readonly<Record<string, string>> = {}): Promise<TestHost> {
  folder = makeFolder({ lib: watched(era, more) });
  const h = await reopen();
  await h.admit('lib');
  return h;
}
const lib = (h: TestHost): ServerResources | undefined => h.state('resources', {}).find((s) => s.serverKey === 'lib');
const isWatched = (h: TestHost, uri = note.uri): Promise<unknown> => until(() => lib(h)?.watched.includes(uri), `${uri} to be watched`);
const attachments = (h: TestHost) => h.state('attachments', chat);
const attach = (h: TestHost) => h.chat.request('attachment.addResource', { ...chat, ...note });
const textOf = async (h: TestHost, id: string): Promise<string> =>
  (await h.chat.request('attachment.read', { id })).parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
const listens = () => received(file('record')).filter((m) => m.method === 'subscriptions/listen' || m.method === 'resources/subscribe');
const reads = () => received(file('record')).filter((m) => m.method === 'resources/read');
const isOlder = (h: TestHost, id: string): boolean => {
  const view = attachments(h).find((one) => one.id === id);
  return lib(h)?.changes.some(({ uri, at }) => uri === note.uri && view !== undefined && at > view.readAt) === true;
};

beforeEach(async () => {
  model = await startModelServer();
  model.script(() => ({ text: 'ok' }));
  scratch = makeFolder();
  writeFileSync(file('text'), 'first');
});
afterEach(async () => {
  await house?.close();
  house = undefined;
  folder.remove();
  scratch.remove();
  await model.close();
});

describe.each(['modern', 'legacy'])('a server of the %s era', (era) => {
  test('SUB-4 a resource that its server will not tell of is named as not watched, the others are watched all the same', async () => {
    const h = await open(era);
    await h.chat.request('resource.read', mute);
    await h.chat.request('resource.read', note);
    await isWatched(h);
    expect(lib(h)).toMatchObject({ watched: [note.uri], unwatched: [mute.uri] });
  });

  test('SUB-1 SUB-2 SUB-3 what is attached is told to be older when its server says so, and a click brings it up to date', async () => {
    const h = await open(era);
    const { id } = await attach(h);
    await isWatched(h);
    expect(isOlder(h, id)).toBe(false);
    writeFileSync(file('text'), 'the second text');
    await until(() => isOlder(h, id), 'the mark');
    expect(await textOf(h, id)).toBe('first');
    await h.chat.request('attachment.update', { id });
    expect(isOlder(h, id)).toBe(false);
    expect(await textOf(h, id)).toBe('the second text');
    expect(attachments(h).map((one) => one.id)).toEqual([id]);
  });

  test('SUB-5 after a restart of the server it watches again and looks once for what it missed', async () => {
    const h = await open(era);
    const { id } = await attach(h);
    await isWatched(h);
    const pid = Number(readFileSync(`${file('record')}.pid`, 'utf8'));
    await h.chat.request('server.restart', { key: 'lib' });
    writeFileSync(file('text'), 'written while it was away, or shortly after');
    await until(() => Number(readFileSync(`${file('record')}.pid`, 'utf8')) !== pid, 'another process');
    await isWatched(h);
    await until(() => isOlder(h, id), 'the mark');
    expect(await textOf(h, id)).toBe('first');
  });

  test('what updates by itself does so while it waits, for one attachment or for a whole server, and what was sent stays as it was', async () => {
    const h = await open(era);
    const { id } = await attach(h);
    await isWatched(h);
    await h.chat.request('attachment.setAuto', { id, on: true });
    writeFileSync(file('text'), 'second');
    await until(async () => (await textOf(h, id)) === 'second', 'the update');
    expect(attachments(h)).toMatchObject([{ id, auto: true }]);
    await h.chat.request('conversation.send', { ...chat, text: 'read', attachmentIds: [id] });
    await h.ended();
    await h.chat.request('resource.setAutoUpdate', { serverKey: 'lib', on: true });
    const other = await attach(h);
    writeFileSync(file('text'), 'and the third');
    await until(async () => (await textOf(h, other.id)) === 'and the third', 'the update of the other');
    expect(await textOf(h, id)).toBe('second');
    await expect(h.chat.request('attachment.update', { id })).rejects.toMatchObject({ failure: { code: 'not-found' } });
    expect(JSON.stringify(model.requests[0]?.body)).toContain('second');
    // That there is a newer version can be told of the sent one too.
    const sent = h.turn('chat-1')?.attachments[0];
    expect(lib(h)?.changes.some(({ at }) => sent !== undefined && at > sent.readAt)).toBe(true);
  });

  test('what is always attached is read anew at each sending; where it can’t be read nothing is sent before the person has decided', async () => {
    const h = await open(era);
    await h.chat.request('resource.setAlways', { ...note, on: true });
    await h.send('one');
    await h.ended();
    writeFileSync(file('text'), 'the second reading');
    await h.send('two');
    await h.ended();
    const users = model.requests[1]?.body.messages?.filter((message) => message.role === 'user') ?? [];
    expect(model.requests[0]?.body.messages?.at(-1)?.content).toMatch(/"source":"watched:\/\/note on lib".*\nfirst\n/);
    expect(users.at(-1)?.content).toContain('\nthe second reading\n');
    // The history holds one reading of it, not one for every message.
    expect(users[0]?.content).toContain('a newer reading goes with a later message');
    expect(users[0]?.content).not.toContain('\nfirst\n');
    const { items } = await h.chat.request('conversation.context', { ...chat, text: 'x', attachmentIds: [] });
    expect(items.filter((item) => item.kind === 'always')).toMatchObject([{ ...note, tokens: 5 }]);
    await h.chat.request('resource.setAlways', { serverKey: 'lib', uri: 'watched://gone', on: true });
    const failed = await h.send('three').catch((error: unknown) => error as { failure: { code: string; detail: string } });
    expect(failed?.failure.code).toBe('always-unreadable');
    expect(JSON.parse(failed?.failure.detail ?? '')).toMatchObject([{ uri: 'watched://gone', why: 'resource-missing' }]);
    expect(model.requests).toHaveLength(2);
    await h.chat.request('conversation.send', { ...chat, text: 'three', leaveOut: [{ serverKey: 'lib', uri: 'watched://gone' }] });
    await h.ended();
    expect(model.requests[2]?.body.messages?.at(-1)?.content).toContain('\nthe second reading\n');
  });

  test('what is always attached and attached by hand too goes once, and is listed once', async () => {
    const h = await open(era);
    await h.chat.request('resource.setAlways', { ...note, on: true });
    const { id } = await h.chat.request('attachment.addResource', { ...chat, ...note });
    const { items } = await h.chat.request('conversation.context', { ...chat, text: 'x', attachmentIds: [id] });
    expect(items.filter(({ kind }) => kind === 'always' || kind === 'attachment')).toHaveLength(1);
    await h.chat.request('conversation.send', { ...chat, text: 'one', attachmentIds: [id] });
    await h.ended();
    expect(model.requests[0]?.body.messages?.at(-1)?.content?.split('"source":"watched://note on lib"')).toHaveLength(2);
  });

  test('a tool finds an address that no list has, and the model reads it after a decision, fenced, through that server alone', async () => {
    const h = await open(era);
    await h.chat.request('resource.setModelReads', { serverKey: 'lib', on: true });
    model.script([
      { calls: [{ name: 'lib__find', arguments: { text: 'the answer' } }] },
      { calls: [{ name: 'lib__read_resource', arguments: { uri: 'watched://hidden' } }] },
      { text: '42' },
    ]);
    await h.send('what is the answer?');
    await h.answer(await h.waiting('tool-call', '"toolName":"find"'), 'allow');
    const asked = await h.waiting('tool-call', 'read_resource');
    expect(asked).toMatchObject({ serverKey: 'lib', toolName: 'read_resource', argumentsText: '{"uri":"watched://hidden"}' });
    expect(reads()).toEqual([]);
    await h.answer(asked, 'allow');
    await h.ended();
    expect(reads().map((m) => [m.params?.['uri'], JSON.stringify(m).includes('app.steward')])).toEqual([['watched://hidden', false]]);
    const [, read] = h.calls('chat-1');
    expect(read).toMatchObject({ status: 'done', blocks: [{ kind: 'resource', uri: 'watched://hidden' }] });
    const told = model.requests[2]?.body.messages?.at(-1)?.content ?? '';
    const [, mark] = /^<<<RESOURCE (\w+) \{"title":"watched:\/\/hidden","source":"watched:\/\/hidden on lib"/.exec(told) ?? [];
    expect(told.endsWith(`\nRESOURCE ${mark}>>>`)).toBe(true);
    expect(mark).not.toBe('00000000');
    const { entries } = await h.chat.request('journal.page', { filter: {}, limit: 100 });
    expect(entries.flatMap(({ entry }) => (entry.toolName === 'read_resource' ? [entry.kind] : []))).toEqual(
      expect.arrayContaining(['decision', 'call']),
    );
    expect(entries.map(({ entry }) => entry.what)).toContain('model-reads-on');
  });

  test('the model reads nothing while it is off, after a no, and at an address that is not there', async () => {
    const h = await open(era);
    const read = { calls: [{ name: 'lib__read_resource', arguments: { uri: 'watched://nowhere' } }] };
    model.script([read, { text: 'no' }, read, { text: 'no' }, read, { text: 'no' }]);
    await h.send('read');
    await h.ended();
    expect(model.requests[0]?.body.tools?.map((tool) => tool.function?.name)).not.toContain('lib__read_resource');
    expect(h.calls('chat-1')).toMatchObject([{ status: 'not-sent' }]);
    await h.chat.request('resource.setModelReads', { serverKey: 'lib', on: true });
    await h.send('read');
    await h.answer(await h.waiting('tool-call', 'read_resource'), 'deny');
    await h.ended();
    expect(h.calls('chat-1')).toMatchObject([{ status: 'denied' }]);
    expect(reads()).toEqual([]);
    await h.send('read');
    await h.answer(await h.waiting('tool-call', 'read_resource'), 'allow');
    await h.ended();
    expect(h.calls('chat-1')).toMatchObject([{ status: 'tool-error' }]);
    expect(reads()).toHaveLength(1);
  });
});

test('SUB-5 SUB-6 a subscription that ends by itself is opened again, and what was missed is looked for once', async () => {
  const h = await open('modern');
  const { id } = await attach(h);
  await isWatched(h);
  const before = listens().length;
  writeFileSync(file('drop'), 'deaf');
  await until(() => lib(h)?.watched.length === 0, 'the watch to be gone');
  writeFileSync(file('text'), 'written while nobody listened');
  await until(() => listens().length > before, 'another try');
  expect(isOlder(h, id)).toBe(false);
  rmSync(file('drop'));
  await isWatched(h);
  await until(() => isOlder(h, id), 'the mark');
  expect(listens().at(-1)?.params?.['notifications']).toEqual({ resourceSubscriptions: [note.uri] });
});

test('what waits over a restart of the app is watched again and compared with what is there now', async () => {
  const h = await open('modern');
  await h.send('hello');
  await h.ended();
  const { id } = await attach(h);
  await h.close();
  writeFileSync(file('text'), 'written between two starts');
  const again = await reopen();
  await until(() => isOlder(again, id), 'the mark');
  expect(await textOf(again, id)).toBe('first');
});

test.each(['modern', 'legacy'])(
  'RES-1 the hints of a server of the %s era are taken as far as they can be read, and cost no list',
  async (era) => {
    const h = await open(era);
    await h.chat.request('resource.list', { refresh: false });
    const list = await until(() => lib(h)?.state === 'listed' && lib(h), 'the list');
    expect(list.resources).toMatchObject([
      { uri: note.uri, size: 1234, hints: { audience: ['assistant'], priority: 0.8, lastModified: '2026-05-04T10:00:00Z' } },
      { uri: mute.uri },
    ]);
    expect(list.resources[1]).not.toHaveProperty('hints');
  },
);

test('what was chosen for a server holds for its launch: after another command of the same name nothing of it is left', async () => {
  const h = await open('modern');
  await h.chat.request('resource.setModelReads', { serverKey: 'lib', on: true });
  await h.chat.request('resource.setAlways', { ...note, on: true });
  expect(h.state('resourceChoices', {})).toEqual([
    { serverKey: 'lib', modelReads: true, autoUpdate: false, always: [{ uri: note.uri, title: 'note' }] },
  ]);
  await h.chat.request('server.save', { key: 'lib', entry: watched('modern', { OTHER: '1' }) as never });
  await until(() => h.state('resourceChoices', {}).length === 0, 'the choices to be out of force');
  await h.admit('lib');
  await h.send('hello');
  await h.ended();
  expect(reads()).toEqual([]);
  expect(model.requests[0]?.body.tools?.map((tool) => tool.function?.name)).not.toContain('lib__read_resource');
});

test('at most five resources are always attached', async () => {
  const h = await open('modern');
  const set = (at: number, on = true) => h.chat.request('resource.setAlways', { serverKey: 'lib', uri: `watched://${at}`, on });
  for (let at = 0; at < 5; at++) await set(at);
  await expect(set(5)).rejects.toMatchObject({ failure: { code: 'too-many-always' } });
  await set(0, false);
  await set(5);
});
