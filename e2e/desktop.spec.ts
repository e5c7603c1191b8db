import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commands } from '#shared/commands/commands.ts';
import { clickMenu, labels, menuOf, notified, trayMenu, watchNotifications, watchTray } from './nativeParts.ts';
import { makeFolder, root } from './paths.ts';
import { answerNatively, askedNatively, card, decide, decision, decisionPage, isAlive, launch, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;

test.beforeEach(() => {
  folder = makeFolder();
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  folder.remove();
});

async function start(options: { readonly args?: readonly string[]; readonly environment?: Record<string, string> } = {}): Promise<App> {
  app = await launch({ dir: folder.dir, ...options });
  // The host is there when a model is.
  await expect(app.chat.getByRole('button', { name: /^Model/ })).not.toContainText('none');
  return app;
}
const go = ({ chat }: App, name: string) => chat.getByRole('link', { name }).click();
const troubles = async (page: Page): Promise<string[]> =>
  (await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
const look = ({ electron }: App) =>
  electron.evaluate(({ BaseWindow }) => {
    const [one] = BaseWindow.getAllWindows();
    return one ? { bounds: one.getBounds(), isVisible: one.isVisible() } : undefined;
  });
/** Right after a start the driver may lose an answer: then it is asked once more. */
const standing = (app: App) => look(app).catch(() => look(app));

test('the menu holds every command of the table with its keys, and a switch of the language changes menu and page at once, both ways', async () => {
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
  expect(chinese).toEqual(expect.arrayContaining(['对话', '新建对话', '撤销', '粘贴为纯文本', '帮助']));
  // Each line is ours, those of the system's own items too.
  expect(chinese.filter((label) => !/\p{Script=Han}/u.test(label))).toEqual([]);
  await a.chat.getByRole('radio', { name: 'English' }).check();
  await expect(a.chat.locator('html')).toHaveAttribute('lang', 'en');
  expect(await menuOf(a)).toEqual(english);
});

test('a switch of the language is followed at once by tray, notifications, native dialogs and dates, and so is the switch back', async () => {
  const a = await start();
  await watchTray(a);
  await watchNotifications(a);
  await send(a, 'What is the weather in Beijing?');
  await decide(a, 'Tool call: get_weather on assistant', 'Always allow');
  await expect(card(a, 'get_weather on assistant')).toContainText('Done');
  await go(a, 'Settings');
  await a.chat.getByRole('switch', { name: /Keep running in the tray/ }).click();
  await expect.poll(() => trayMenu(a)).toEqual(['Show Steward', 'Nothing waits for you', 'Quit Steward']);
  const rule = a.chat.getByRole('listitem').filter({ hasText: 'get_weather' });
  const [english, chinese] = await a.chat.evaluate(() =>
    ['en-GB', 'zh-CN'].map((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }).format(Date.now())),
  );
  await expect(rule).toContainText(`since ${english}`);

  await a.chat.getByRole('radio', { name: '简体中文' }).check();
  await expect.poll(() => trayMenu(a)).toEqual(['显示 Steward', '没有等您决定的事', '退出 Steward']);
  await expect(rule).toContainText(`自 ${chinese} 起`);
  expect(chinese).toMatch(/^\d{4}年\d{1,2}月\d{1,2}日$/);
  await answerNatively(a, 0);
  const ask = () =>
    a.chat.evaluate(async () => {
      const { bridge } = window as unknown as { bridge: { request(name: string, input: unknown): Promise<unknown> } };
      await bridge.request('link.open', { url: 'https://example.com/manual' });
    });
  await ask();
  await go(a, '对话');
  await a.chat.getByRole('textbox', { name: '消息' }).fill('给张三下单：一部手机、两个手机壳，送到深圳');
  await a.chat.getByRole('button', { name: '发送' }).click();
  await decision(a, '工具调用：shop 上的 create_order');
  await expect
    .poll(async () => (await notified(a)).at(-1))
    .toEqual({ title: 'Steward 等您决定', body: 'shop 上的 create_order 请求运行。' });
  await expect.poll(() => trayMenu(a)).toEqual(['显示 Steward', '有 1 件事等您决定', '退出 Steward']);
  await go(a, '设置');
  await a.chat.getByRole('radio', { name: 'English' }).check();
  // What waits is named anew, where it waits and outside.
  await decide(a, 'Tool call: create_order on shop', 'Deny');
  await ask();
  expect(await askedNatively(a)).toEqual([
    '要在浏览器中打开 example.com 上的这个地址吗？\nhttps://example.com/manual',
    'Open this address on example.com in your browser?\nhttps://example.com/manual',
  ]);
  await expect.poll(() => trayMenu(a)).toEqual(['Show Steward', 'Nothing waits for you', 'Quit Steward']);
  await expect(rule).toContainText(`since ${english}`);
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
  // A turn that took a while says so when it ends in the background.
  await a.electron.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 40_000;
  });
  await decide(a, 'Tool call: get_weather on assistant', 'Allow once');
  await expect(card(a, 'get_weather on assistant')).toContainText('Done');
  await expect
    .poll(async () => (await notified(a)).at(-1))
    .toEqual({
      title: 'Steward has finished',
      body: 'An answer that took a while is complete.',
    });

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
