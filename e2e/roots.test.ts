import { mkdirSync, realpathSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AskerHouse, eras, resultOf } from './askerHouse.ts';
import { until } from './harness.ts';
import { received } from './paths.ts';

describe.each(eras)('in the %s era', (era) => {
  let h: AskerHouse;
  beforeAll(async () => {
    h = await AskerHouse.open(era);
  });
  beforeEach(() => h.begin());
  afterEach(() => h.end());
  afterAll(() => h.close());

  test(`ROO-1 ROO-3 a server is told of the folders that the person gave it, as they really are`, async () => {
    await h.call('list_folders');
    expect((await h.ended()).status).toBe('protocol-error');
    const real = await h.addFolder('a b ü');
    symlinkSync(real, path.join(h.place, 'link'));
    await h.host.chat.request('server.addFolder', { key: 'asker', path: path.join(h.place, 'link'), evenUserData: false });
    expect(h.view().permissions?.folders).toEqual([{ path: real, gone: false, holdsUserData: false }]);
    await h.call('list_folders');
    expect(resultOf(await h.ended())).toContain(pathToFileURL(real).href);
  });

  test(`ROO-2 folders change while the server runs, and the next answer is the new one`, async () => {
    const [first, second] = [await h.addFolder('one'), await h.addFolder('two')];
    const pid = readFileSync(`${h.record}.pid`, 'utf8');
    const third = await h.addFolder('three');
    await h.host.chat.request('server.removeFolder', { key: 'asker', path: first });
    if (era === 'legacy')
      await until(
        () => received(h.record).filter((m) => m.method === 'notifications/roots/list_changed').length >= 2,
        'the server to hear of it',
      );
    await h.call('list_folders');
    const text = resultOf(await h.ended());
    expect([first, second, third].map((dir) => text.includes(`${pathToFileURL(dir).href}\\`))).toEqual([false, true, true]);
    expect(readFileSync(`${h.record}.pid`, 'utf8')).toBe(pid);
  });

  test(`ROO-3 S36 a chat's folders are told during its own calls alone, and only to a server that is set so`, async () => {
    const own = await h.addFolder('own');
    const [mine, other] = [path.join(h.place, 'mine'), path.join(h.place, 'other')];
    for (const dir of [mine, other]) mkdirSync(dir);
    const give = (conversationId: string, dir: string) =>
      h.host.chat.request('chat.addFolder', { conversationId, path: dir, evenUserData: false });
    await give(h.chat, mine);
    await give('another-chat', other);
    const told = async (): Promise<boolean[]> => {
      await h.call('list_folders');
      const text = resultOf(await h.ended());
      return [own, mine, other].map((dir) => text.includes(`${pathToFileURL(dir).href}\\`));
    };
    expect(await told()).toEqual([true, false, false]);
    await h.host.chat.request('server.setChatFolders', { key: 'asker', on: true });
    expect(h.view().permissions?.chatFolders).toBe(true);
    expect(await told()).toEqual([true, era === 'modern', false]);
    await h.host.chat.request('chat.removeFolder', { conversationId: h.chat, path: mine });
    expect(await told()).toEqual([true, false, false]);
    await give(h.chat, mine);
    renameSync(mine, `${mine}-moved`);
    symlinkSync('/etc', mine);
    expect(await h.host.chat.request('chat.folders', { conversationId: h.chat })).toEqual([
      { path: mine, gone: true, holdsUserData: false },
    ]);
    expect(await told()).toEqual([true, false, false]);
    await h.host.chat.request('server.setChatFolders', { key: 'asker', on: false });
  });

  if (era === 'legacy')
    test('ROO-2 a server that is left no folder is connected anew, so that it cannot keep what was taken back', async () => {
      const only = await h.addFolder('only');
      const pid = readFileSync(`${h.record}.pid`, 'utf8');
      await h.host.chat.request('server.removeFolder', { key: 'asker', path: only });
      await until(() => readFileSync(`${h.record}.pid`, 'utf8') !== pid, 'another process');
      await h.ready();
      await h.call('list_folders');
      expect((await h.ended()).status).toBe('protocol-error');
    });

  test(`S36 a folder that vanished or now leads elsewhere is left out of the answer`, async () => {
    const [stays, goes, turns] = [await h.addFolder('proj'), await h.addFolder('gone'), await h.addFolder('turned')];
    rmSync(goes, { recursive: true });
    renameSync(turns, `${turns}-moved`);
    symlinkSync('/etc', turns);
    await h.call('list_folders');
    const text = resultOf(await h.ended());
    expect([stays, goes, turns, '/etc'].map((dir) => text.includes(pathToFileURL(dir).href))).toEqual([true, false, false, false]);
    expect(h.view().permissions?.folders.map((f) => f.gone)).toEqual([false, true, true]);
  });
});

describe('in the modern era alone', () => {
  let h: AskerHouse;
  beforeAll(async () => {
    h = await AskerHouse.open('modern');
  });
  beforeEach(() => h.begin());
  afterEach(() => h.end());
  afterAll(() => h.close());

  test('ROO-1 a server that has no folder of its own is told of those of the chat, and of what was given before the chat began', async () => {
    const { chat } = h.host;
    await chat.request('server.setChatFolders', { key: 'asker', on: true });
    const early = path.join(h.place, 'early');
    mkdirSync(early);
    await chat.request('chat.addFolder', { conversationId: 'new', path: early, evenUserData: false });
    h.chat = (await chat.request('chat.create', {})).conversationId;
    expect(await chat.request('chat.folders', { conversationId: 'new' })).toEqual([]);
    await h.call('list_folders');
    expect(resultOf(await h.ended())).toContain(pathToFileURL(early).href);
    await chat.request('server.setChatFolders', { key: 'asker', on: false });
    await h.call('list_folders');
    expect((await h.ended()).status).toBe('protocol-error');
    const entries = (await chat.request('journal.page', { filter: {} })).entries;
    const whats = entries.map(({ entry }) => entry.what);
    expect(whats).toEqual(expect.arrayContaining(['folder-added', 'chat-folders-on', 'chat-folders-off']));
  });

  test('S13 a chat is given a folder that holds the data folder only when the person insists', async () => {
    const give = (dir: string, evenUserData: boolean) =>
      h.host.chat.request('chat.addFolder', { conversationId: h.chat, path: dir, evenUserData });
    expect(await give(h.folder.dir, false)).toEqual({ added: false, holdsUserData: true });
    expect(await h.host.chat.request('chat.folders', { conversationId: h.chat })).toEqual([]);
    await expect(give('relative', true)).rejects.toMatchObject({ failure: { code: 'no-such-folder' } });
    expect(await give(h.folder.dir, true)).toEqual({ added: true, holdsUserData: true });
    expect(await h.host.chat.request('chat.folders', { conversationId: h.chat })).toEqual([
      { path: realpathSync(h.folder.dir), gone: false, holdsUserData: true },
    ]);
  });

  test('ROO-3 a folder that holds the data folder is given only when the person insists, and says so', async () => {
    const real = realpathSync(h.folder.dir);
    for (const dir of [h.folder.dir, path.dirname(h.folder.dir), '/']) {
      expect(await h.host.chat.request('server.addFolder', { key: 'asker', path: dir, evenUserData: false })).toEqual({
        added: false,
        holdsUserData: true,
      });
    }
    expect(h.view().permissions?.folders).toEqual([]);
    await h.host.chat.request('server.addFolder', { key: 'asker', path: h.folder.dir, evenUserData: true });
    expect(h.view().permissions?.folders).toEqual([{ path: real, gone: false, holdsUserData: true }]);
    for (const bad of ['relative', path.join(h.place, 'nowhere'), process.execPath, 'file:///tmp'])
      await expect(h.host.chat.request('server.addFolder', { key: 'asker', path: bad, evenUserData: true }), bad).rejects.toMatchObject({
        failure: { code: 'no-such-folder' },
      });
  });
});
