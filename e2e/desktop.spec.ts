import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { commands } from '#shared/commands/commands.ts';
import { makeFolder, root } from './paths.ts';
import { card, decide, decision, decisionPage, isAlive, launch, log, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
let feed: Server | undefined;

test.beforeEach(() => {
  folder = makeFolder();
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  feed?.close();
  feed = undefined;
  folder.remove();
});

async function start(options: { readonly args?: readonly string[]; readonly environment?: Record<string, string> } = {}): Promise<App> {
  app = await launch({ dir: folder.dir, ...options });
  // The host is there when a model is.
  await expect(app.chat.getByRole('button', { name: /^Model/ })).not.toContainText('none');
  return app;
}
const go = ({ chat }: App, name: string) => chat.getByRole('link', { name }).click();
interface MenuLine {
  readonly id: string;
  readonly label: string;
  readonly keys: string;
  readonly items: readonly MenuLine[];
}
const menuOf = ({ electron }: App): Promise<readonly MenuLine[]> =>
  electron.evaluate(({ Menu }) => {
    const read = (menu: Electron.Menu | null | undefined): MenuLine[] =>
      (menu?.items ?? [])
        .filter((item) => item.type !== 'separator' && item.visible)
        .map((item) => ({ id: item.id, label: item.label, keys: String(item.accelerator ?? ''), items: read(item.submenu) }));
    return read(Menu.getApplicationMenu());
  });
const labels = (menu: readonly MenuLine[]): string[] => menu.flatMap(({ label, items }) => [label, ...labels(items)]);
const clickMenu = ({ electron }: App, id: string): Promise<void> =>
  electron.evaluate(({ Menu }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
    if (!item) throw new Error(`no item ${wanted}`);
    item.click();
  }, id);
const troubles = async (page: Page): Promise<string[]> =>
  (await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
const standing = ({ electron }: App) =>
  electron.evaluate(({ BaseWindow }) => {
    const [one] = BaseWindow.getAllWindows();
    return one ? { bounds: one.getBounds(), isVisible: one.isVisible() } : undefined;
  });

test('the menu holds every command of the table with its keys, and a switch of the language changes menu, page and dates at once, both ways', async () => {
  const a = await start();
  const english = await menuOf(a);
  const all = english.flatMap(({ items }) => items);
  for (const { id, accelerators } of commands) {
    const item = all.find((one) => one.id === id);
    expect(item, id).toBeTruthy();
    expect(item?.keys).toBe(accelerators[0] ?? '');
  }
  expect(labels(english)).toEqual(
    expect.arrayContaining(['Chat', 'New chat', 'Undo', 'Paste as Plain Text', 'Context panel', 'Copy diagnostics…']),
  );
  expect(labels(english).join('')).not.toMatch(/\p{Script=Han}/u);

  await go(a, 'Settings');
  await a.chat.getByRole('radio', { name: '简体中文' }).check();
  await expect(a.chat.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(a.chat.getByRole('heading', { name: '设置' })).toBeVisible();
  const chinese = labels(await menuOf(a));
  expect(chinese).toEqual(expect.arrayContaining(['对话', '新对话', '撤销', '粘贴为纯文本', '帮助']));
  // Each line is ours, those of the system's own items too.
  expect(chinese.filter((label) => !/\p{Script=Han}/u.test(label))).toEqual([]);
  await a.chat.getByRole('radio', { name: 'English' }).check();
  await expect(a.chat.locator('html')).toHaveAttribute('lang', 'en');
  expect(await menuOf(a)).toEqual(english);
});

test('a menu click reaches the page as one command, keys do the same, and the shortcut sheet is made of the same table', async () => {
  const a = await start();
  await clickMenu(a, 'go.servers');
  await expect(a.chat.getByRole('heading', { name: 'Servers', exact: true })).toBeVisible();
  await a.chat.keyboard.press('Control+3');
  await expect(a.chat.getByRole('tree', { name: 'Resources' })).toBeVisible();
  await clickMenu(a, 'view.context');
  await expect(a.chat.getByRole('complementary', { name: 'Context' })).toBeVisible();
  await clickMenu(a, 'view.context');
  await expect(a.chat.getByRole('complementary', { name: 'Context' })).toBeHidden();
  await a.chat.keyboard.press('Control+n');
  await expect(a.chat.getByRole('textbox', { name: 'Message' })).toBeFocused();

  await a.chat.keyboard.press('Control+/');
  const sheet = a.chat.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Go to what waits');
  for (const words of ['New chat', 'Context panel', 'Allow once', 'New line', 'Zoom in']) await expect(sheet).toContainText(words);
  await expect(sheet).not.toContainText('Developer tools');
  expect(await troubles(a.chat)).toEqual([]);
  await a.chat.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await a.chat.keyboard.press('F1');
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(a.chat.getByRole('textbox', { name: 'Message' })).toBeFocused();

  // A page that begins anew does not repeat what was given to the one before.
  await clickMenu(a, 'go.servers');
  await expect(a.chat.getByRole('heading', { name: 'Servers', exact: true })).toBeVisible();
  await a.chat.reload();
  await expect(a.chat.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await clickMenu(a, 'help.about');
  await expect(a.chat.getByRole('heading', { name: 'About' })).toBeInViewport();
});

test('the window stands where it was left, with its zoom; a broken file does no harm', async () => {
  const a = await start();
  await a.electron.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows()[0]?.setBounds({ x: 200, y: 120, width: 900, height: 600 }));
  await clickMenu(a, 'view.zoomIn');
  const place = path.join(folder.dir, 'window.json');
  await expect.poll(() => existsSync(place) && readFileSync(place, 'utf8')).toMatch(/"width":900.*"zoom":1\.1/);
  await quit(a);
  const b = await start();
  expect((await standing(b))?.bounds).toEqual({ x: 200, y: 120, width: 900, height: 600 });
  await expect.poll(() => b.chat.evaluate(() => devicePixelRatio)).toBeCloseTo(1.1);
  await quit(b);
  writeFileSync(place, '{"last": 7, "displays": [');
  expect((await standing(await start()))?.bounds).toMatchObject({ width: 1280, height: 800 });
});

test('F43 another data folder is another application, with a window of its own', async () => {
  const a = await start();
  const other = makeFolder();
  try {
    const second = await launch({ dir: other.dir });
    expect((await standing(second))?.isVisible).toBe(true);
    expect(await second.electron.evaluate(({ app: main }) => main.getPath('userData'))).toBe(other.dir);
    await quit(second);
    await expect.poll(() => isAlive(second.pid)).toBe(false);
    expect(isAlive(a.pid)).toBe(true);
  } finally {
    other.remove();
  }
});

/** Notes what would be shown by the system, which has no place for it here, and says that the window is in the background. */
const watchNotifications = ({ electron }: App): Promise<void> =>
  electron.evaluate(({ Notification, BaseWindow }) => {
    const told: Electron.Notification[] = [];
    Object.assign(globalThis, { told });
    Notification.isSupported = () => true;
    Notification.prototype.show = function (this: Electron.Notification) {
      told.push(this);
    };
    BaseWindow.prototype.isFocused = () => false;
  });
const notified = ({ electron }: App): Promise<readonly { readonly title: string; readonly body: string }[]> =>
  electron.evaluate(() => (globalThis as unknown as { told: Electron.Notification[] }).told.map(({ title, body }) => ({ title, body })));

test('with the tray on a closed window only hides: a question waits, is told outside in our own words, and is answered after it was seen anew', async () => {
  const a = await start();
  await go(a, 'Settings');
  await a.chat.getByRole('switch', { name: /Keep running in the tray/ }).click();
  await expect(a.chat.getByRole('switch', { name: /Keep running in the tray/ })).toBeChecked();
  await go(a, 'Chats');
  await watchNotifications(a);
  await send(a, 'What is the weather in Beijing?');
  await decision(a, 'Tool call: get_weather on assistant');
  await expect
    .poll(() => notified(a))
    .toEqual([{ title: 'Steward waits for your decision', body: 'get_weather on assistant wants to run.' }]);
  await clickMenu(a, 'window.close');
  await expect.poll(async () => (await standing(a))?.isVisible).toBe(false);
  // Its page has ended with the window: nothing hidden can be clicked.
  await expect.poll(() => a.electron.windows().filter((page) => page.url().endsWith('/decisions.html')).length).toBe(0);
  await a.electron.evaluate(() => (globalThis as unknown as { told: Electron.Notification[] }).told[0]?.emit('click'));
  await expect.poll(async () => (await standing(a))?.isVisible).toBe(true);
  const again = await decisionPage(a);
  await expect(again.getByRole('button', { name: 'Allow once' })).toBeDisabled();
  await decide(a, 'Tool call: get_weather on assistant', 'Allow once');
  await expect(card(a, 'get_weather on assistant')).toContainText('Done');

  // A second start of the same folder brings a hidden window back.
  await clickMenu(a, 'window.close');
  await expect.poll(async () => (await standing(a))?.isVisible).toBe(false);
  const executable = await a.electron.evaluate(() => process.execPath);
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const second = spawn(executable, ['.', `--user-data-dir=${folder.dir}`, ...flags], { cwd: root, stdio: 'ignore' });
  await once(second, 'exit');
  await expect.poll(async () => (await standing(a))?.isVisible).toBe(true);

  await go(a, 'Settings');
  await a.chat.getByRole('switch', { name: /Keep running in the tray/ }).click();
  await expect(a.chat.getByRole('switch', { name: /Keep running in the tray/ })).not.toBeChecked();
  const gone = once(a.electron.process(), 'exit');
  await clickMenu(a, 'window.close').catch(() => undefined);
  await gone;
});

/** Drops files as the system does: the events come from the browser, not from a script. */
async function drop({ chat }: App, files: readonly string[]): Promise<void> {
  const cdp = await chat.context().newCDPSession(chat);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver'] as const) await cdp.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
  await expect(chat.getByText('Drop files to attach them')).toBeVisible();
  await cdp.send('Input.dispatchDragEvent', { type: 'drop', x: 600, y: 400, data });
  await expect(chat.getByText('Drop files to attach them')).toBeHidden();
  await cdp.detach();
}

test('I6 dropped files are attached by the paths that the system told; folders and keys are refused by name; a drop made by a script is none', async () => {
  const a = await start();
  const place = makeFolder();
  try {
    const file = (name: string, text: string): string => {
      writeFileSync(path.join(place.dir, name), text);
      return path.join(place.dir, name);
    };
    mkdirSync(path.join(place.dir, 'photos'));
    await drop(a, [
      file('notes.md', '# Notes'),
      file('会议 纪要.txt', '星期一'),
      path.join(place.dir, 'photos'),
      file('id_ed25519', 'KEY'),
      path.join(folder.dir, 'steward.db'),
      '/proc/self/environ',
    ]);
    const attached = a.chat.getByRole('list', { name: 'Attached to the next message' });
    await expect(attached.getByRole('listitem')).toHaveCount(2);
    await expect(attached).toContainText('notes.md');
    await expect(attached).toContainText('会议 纪要.txt');
    const left = a.chat.getByRole('alert').filter({ hasText: 'Not attached' });
    await expect(left).toContainText('photos: This is a folder.');
    for (const name of ['id_ed25519', 'steward.db', 'environ'])
      await expect(left).toContainText(`${name}: Steward does not attach files from this place`);
    expect(await troubles(a.chat)).toEqual([]);
    await left.getByRole('button', { name: 'Dismiss' }).click();
    await expect(left).toBeHidden();

    const told = await a.chat.evaluate(async () => {
      const data = new DataTransfer();
      data.items.add(new File(['x'], '/etc/hostname'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      return window.bridge.request('attachment.addDropped', { conversationId: 'new' });
    });
    expect(told).toEqual({ ok: true, value: { files: [] } });
    await expect(attached.getByRole('listitem')).toHaveCount(2);
    await send(a, 'Read them.');
    await expect(log(a).getByRole('list', { name: 'Sent with this message' }).or(log(a).locator('.chips.sent'))).toContainText(
      '会议 纪要.txt',
    );
  } finally {
    place.remove();
  }
});

test('S45 diagnostics and the log hold no secret, no message and no argument; main copies what the preview shows; only our own folder opens', async () => {
  const a = await start({
    environment: { OPENAI_API_KEY: 'sk-CANARY-0123456789abcdef', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_MODEL: 'm' },
  });
  await a.chat.evaluate(() =>
    window.bridge.request('server.save', {
      key: 'far',
      entry: { command: '/nowhere/CANARY-path', args: ['--token', 'CANARY-argument-1'], env: { API_KEY: 'CANARY-variable-1' } },
    }),
  );
  await (await decision(a, 'Review server far')).getByRole('checkbox').check();
  await decide(a, 'Review server far', 'Trust and start');
  await a.chat.evaluate(() => window.bridge.request('settings.change', { change: { model: 'demo/demo' } }));
  await send(a, 'CANARY-message');
  await expect(log(a)).toContainText('CANARY-message');
  await clickMenu(a, 'help.diagnostics');
  const dialog = a.chat.getByRole('dialog', { name: 'Diagnostics' });
  await expect(dialog).toContainText('far: this-computer, failed');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await troubles(a.chat)).toEqual([]);
  const shown = await dialog.locator('pre').innerText();
  const copied = await a.electron.evaluate(({ clipboard }) => clipboard.readText());
  for (const text of [shown, copied]) {
    expect(text).toContain('Electron: ');
    expect(text).toContain('command-not-found');
    expect(text.replaceAll('/nowhere/CANARY-path', '')).not.toContain('CANARY');
  }
  await dialog.getByRole('button', { name: 'Close' }).click();

  await a.electron.evaluate(({ shell }) => {
    shell.openPath = async (place) => {
      Object.assign(globalThis, { opened: place });
      return '';
    };
  });
  await a.chat.getByRole('button', { name: 'Open logs folder' }).click();
  const logs = path.join(folder.dir, 'logs');
  await expect.poll(() => a.electron.evaluate(() => (globalThis as { opened?: string }).opened)).toBe(logs);
  await quit(a);
  const text = readFileSync(path.join(logs, 'steward.log'), 'utf8');
  expect(text).toMatch(/ start version=/);
  expect(text).toMatch(/ server key=far status=failed problem=command-not-found/);
  expect(text).toMatch(/ decision-asked kind=server-trust /);
  expect(text).not.toContain('CANARY');
});

/** A feed of releases on this computer; what it answers can be changed. */
async function openFeed(): Promise<{ readonly url: string; answer: { status: number; text: string } }> {
  const place = { url: '', answer: { status: 404, text: '' } };
  feed = createServer((_request, response) => void response.writeHead(place.answer.status).end(place.answer.text));
  feed.listen(0, '127.0.0.1');
  await once(feed, 'listening');
  const address = feed.address();
  return Object.assign(place, { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/releases/` });
}
const release = (version: string): string =>
  `version: ${version}\nfiles:\n  - url: Steward-${version}.AppImage\n    sha512: AAAA\n    size: 1\npath: Steward-${version}.AppImage\nsha512: AAAA\nreleaseDate: '2026-01-01T00:00:00.000Z'\n`;
/** Main's own dialogs, answered: no page can. */
const answerDialogs = ({ electron }: App, response: number): Promise<void> =>
  electron.evaluate(({ dialog }, answer) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    dialog.showMessageBox = (async (...given: unknown[]) => {
      asked.push((given.at(-1) as { message: string }).message);
      return { response: answer, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
  }, response);
const asked = ({ electron }: App): Promise<string[]> => electron.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);

test('I6 updates are off until main has asked about the feed; a check tells what is there and fetches nothing', async () => {
  const place = await openFeed();
  const a = await start({ args: ['--updates-from-loopback'] });
  await go(a, 'Settings');
  const updates = a.chat.getByRole('group', { name: 'Updates' });
  await expect(updates).toContainText('Off.');
  // The page can neither slip a feed in beside the dialog nor name one that is not https.
  for (const change of [{ updateFeed: place.url }, { feed: place.url }])
    expect(await a.chat.evaluate((c) => window.bridge.request('settings.change', { change: c }), change)).toMatchObject({ ok: false });
  for (const url of ['http://example.test/', 'file:///etc/', 'https://user:pass@example.test/', 'https://example.test/?key=1'])
    expect(await a.chat.evaluate((u) => window.bridge.request('update.setFeed', { url: u }), url)).toMatchObject({
      failure: { code: 'invalid-input' },
    });

  await answerDialogs(a, 0);
  await updates.getByRole('textbox', { name: 'Update feed' }).fill(place.url);
  await updates.getByRole('button', { name: 'Use this feed' }).click();
  await expect.poll(() => asked(a)).toEqual([`Take updates of Steward from ${new URL(place.url).host}?`]);
  await expect(updates.getByRole('button', { name: 'Check now' })).toBeHidden();
  await answerDialogs(a, 1);
  await updates.getByRole('button', { name: 'Use this feed' }).click();

  await updates.getByRole('button', { name: 'Check now' }).click();
  await expect(updates).toContainText('There is no release for this system at the feed.');
  place.answer = { status: 200, text: 'no: [description' };
  await updates.getByRole('button', { name: 'Check now' }).click();
  await expect(updates).toContainText('is no description of a release');
  place.answer = { status: 200, text: release('0.0.1') };
  await updates.getByRole('button', { name: 'Check now' }).click();
  await expect(updates).toContainText('You have the newest version');
  place.answer = { status: 200, text: release('99.0.0') };
  await updates.getByRole('button', { name: 'Check now' }).click();
  await expect(updates).toContainText('Version 99.0.0 is available. Nothing has been downloaded.');
  await answerDialogs(a, 0);
  await updates.getByRole('button', { name: 'Download 99.0.0' }).click();
  await expect.poll(() => asked(a)).toHaveLength(1);
  await expect(updates).toContainText('Nothing has been downloaded.');
  await quit(a);

  // Without the switch of a test a feed on plain http counts for nothing, even one that stands on disk.
  const b = await start();
  await go(b, 'Settings');
  await expect(b.chat.getByRole('group', { name: 'Updates' })).toContainText('started from its sources');
  await expect(b.chat.getByRole('group', { name: 'Updates' }).getByRole('button', { name: 'Check now' })).toBeHidden();
});
