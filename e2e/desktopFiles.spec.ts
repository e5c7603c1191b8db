import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { makeFolder } from './paths.ts';
import { decide, decision, isAlive, launch, log, quit, send, type App } from './window.ts';

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
const clickMenu = ({ electron }: App, id: string): Promise<void> =>
  electron.evaluate(({ Menu }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
    if (!item) throw new Error(`no item ${wanted}`);
    item.click();
  }, id);
const troubles = async (page: Page): Promise<string[]> =>
  (await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);

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
    const openPath = async (place: string): Promise<string> => {
      Object.assign(globalThis, { opened: place });
      return '';
    };
    Object.assign(shell, { openPath });
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
    const showMessageBox = async (...given: unknown[]) => {
      asked.push((given.at(-1) as { message: string }).message);
      return { response: answer, checkboxChecked: false };
    };
    Object.assign(dialog, { showMessageBox });
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
  await expect(updates).toContainText('is not a description of a release');
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
