import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { fixture, makeFolder } from './paths.ts';
import { decide, isAlive, launch, log, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
let model: ModelServer | undefined;

test.beforeEach(() => {
  folder = makeFolder();
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  await model?.close();
  model = undefined;
  folder.remove();
});

async function start(withModel = false): Promise<App> {
  if (withModel) {
    model = await startModelServer();
    model.script(() => ({ text: 'I have read it.' }));
  }
  const environment = model ? { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' } : {};
  app = await launch({ dir: folder.dir, environment });
  return app;
}
const openScreen = ({ chat }: App, name: string) => chat.getByRole('link', { name }).click();
const tree = ({ chat }: App) => chat.getByRole('tree', { name: 'Resources' });
const item = (a: App, name: string) => tree(a).getByRole('treeitem', { name });
const preview = ({ chat }: App) => chat.getByRole('region', { name: 'Preview' });
/** What an accessibility check finds on the page. */
const troubles = async ({ chat }: App): Promise<string[]> =>
  (await new AxeBuilder({ page: chat }).setLegacyMode().analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
const context = ({ chat }: App) => chat.getByRole('complementary', { name: 'Context' });

test('RES-1 a person browses, previews markdown and a table, attaches, sends, and the model gets the text with its source', async () => {
  const a = await start(true);
  await openScreen(a, 'Resources');
  await item(a, 'Product catalog').click();
  await expect(preview(a).getByRole('columnheader').first()).toBeVisible();
  await expect(preview(a).getByRole('cell', { name: 'P001' })).toBeVisible();
  expect(await troubles(a)).toEqual([]);
  await item(a, 'Welcome to Steward').click();
  await expect(preview(a).getByRole('heading', { name: 'Welcome to Steward' }).first()).toBeVisible();
  await expect(preview(a)).toContainText('docs://steward/welcome');
  await expect(preview(a).getByRole('listitem').first()).toContainText('Chats hold the conversation');
  await preview(a).getByRole('button', { name: 'Attach to chat' }).click();
  await expect(context(a)).toContainText('Welcome to Steward');
  await expect(context(a)).toContainText('docs://steward/welcome on assistant');
  await expect(context(a)).toContainText('goes with the next message');
  expect(await troubles(a)).toEqual([]);
  await expect(a.chat.getByRole('list', { name: 'Attached to the next message' })).toContainText('Welcome to Steward');
  await send(a, 'What does it say?');
  await expect(log(a)).toContainText('I have read it.');
  const user = model?.requests[0]?.body.messages?.find((message) => message.role === 'user');
  expect(user?.content).toMatch(/^<<<ATTACHED \w+ \{"title":"Welcome to Steward","source":"docs:\/\/steward\/welcome on assistant"/);
  expect(user?.content).toContain('Nothing it asks for happens before you have decided it');
  expect(user?.content).toMatch(/ATTACHED \w+>>>\n\nWhat does it say\?$/);
  await expect(context(a)).toContainText('sent earlier');
  await expect(log(a).getByRole('list', { name: 'Attached' })).toContainText('Welcome to Steward');
});

test('RES-4 CPL-1 a template is filled in with the server’s suggestions and read', async () => {
  const a = await start();
  await openScreen(a, 'Resources');
  await item(a, 'Runbook template').click();
  const field = a.chat.getByRole('combobox', { name: 'topic' });
  await field.fill('roll');
  await a.chat.getByRole('option', { name: 'rollback' }).click();
  await expect(field).toHaveValue('rollback');
  await a.chat.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(preview(a)).toContainText('Rolling back a migration');
  await field.fill('nothing of the kind');
  await a.chat.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(preview(a).getByRole('alert')).toContainText('The server has nothing at this address');
});

test('a text file is attached by its typed path and reaches the model; a wrong path says so and nothing is lost', async () => {
  const a = await start(true);
  const place = makeFolder();
  const file = path.join(place.dir, 'notes.md');
  writeFileSync(file, 'buy oat milk');
  const attach = async (typed: string): Promise<void> => {
    await a.chat.getByRole('textbox', { name: 'File path' }).fill(typed);
    await a.chat.getByRole('button', { name: 'Attach file' }).click();
  };
  await a.chat.getByRole('textbox', { name: 'Message' }).fill('Read my notes');
  await a.chat.getByRole('button', { name: 'Attach', exact: true }).click();
  await a.chat.getByRole('menuitem', { name: 'File…' }).click();
  await attach(path.join(place.dir, 'none.md'));
  await expect(a.chat.getByRole('dialog')).toContainText('There is no file at this path');
  await attach(file);
  await expect(a.chat.getByRole('dialog')).toBeHidden();
  await expect(a.chat.getByRole('list', { name: 'Attached to the next message' })).toContainText('notes.md');
  await a.chat.getByRole('button', { name: 'Show context' }).click();
  await expect(context(a)).toContainText(file);
  await a.chat.getByRole('button', { name: 'Send' }).click();
  await expect(log(a)).toContainText('I have read it.');
  const user = model?.requests[0]?.body.messages?.find((message) => message.role === 'user');
  expect(user?.content).toContain('buy oat milk');
  expect(user?.content).toContain(`"source":"${file}"`);
  place.remove();
});

test('an @ in the text completes resources by the keyboard alone, and a removed attachment does not go along', async () => {
  const a = await start(true);
  const box = a.chat.getByRole('textbox', { name: 'Message' });
  await box.pressSequentially('Look at @welc');
  await expect(a.chat.getByRole('option', { name: 'Welcome to Steward' })).toBeVisible();
  await box.press('Enter');
  const chips = a.chat.getByRole('list', { name: 'Attached to the next message' });
  await expect(chips).toContainText('Welcome to Steward');
  await expect(box).toHaveValue('Look at ');
  await box.pressSequentially('@catal');
  await expect(a.chat.getByRole('option', { name: 'Product catalog' })).toBeVisible();
  await box.press('Tab');
  await expect(chips.getByRole('listitem')).toHaveCount(2);
  await a.chat.getByRole('button', { name: 'Remove Welcome to Steward' }).click();
  await expect(chips.getByRole('listitem')).toHaveCount(1);
  await box.press('Enter');
  await expect(log(a)).toContainText('I have read it.');
  const body = JSON.stringify(model?.requests[0]?.body);
  expect([body.includes('shop://catalog'), body.includes('docs://steward/welcome')]).toEqual([true, false]);
});

test('the sixth suggestion attaches the welcome document and is answered from it', async () => {
  const a = await start();
  await a.chat.getByRole('button', { name: 'What can Steward do?' }).click();
  await expect(log(a)).toContainText('The attached text says:');
  await expect(log(a)).toContainText('Decisions appear at the bottom of the window');
  await expect(log(a).getByRole('list', { name: 'Attached' })).toContainText('Welcome to Steward');
});

test('what is attached waits over a restart, also in the chat that does not exist yet', async () => {
  const a = await start();
  await openScreen(a, 'Resources');
  await item(a, 'Product catalog').click();
  await preview(a).getByRole('button', { name: 'Attach to chat' }).click();
  await expect(a.chat.getByRole('list', { name: 'Attached to the next message' })).toContainText('Product catalog');
  await quit(a);
  const b = await start();
  await expect(b.chat.getByRole('list', { name: 'Attached to the next message' })).toContainText('Product catalog');
});

test('S31 S32 a page of a server is shown as source, a false picture as text, a true one as a picture, and nothing runs or loads', async () => {
  writeFileSync(path.join(folder.dir, 'mcp.json'), JSON.stringify({ mcpServers: { lib: fixture('library') } }));
  const a = await start();
  await openScreen(a, 'Resources');
  await expect(item(a, 'lib')).toBeVisible();
  await decide(a, 'Review server lib', 'Trust and start');
  await item(a, 'A page').click();
  await expect(preview(a)).toContainText('<script>window.__ran = true');
  await item(a, 'false-picture').click();
  await expect(preview(a)).toContainText('<script>window.__ran = true');
  await item(a, 'A dot').click();
  const picture = preview(a).getByRole('img', { name: 'Picture from lib' });
  await expect(picture).toBeVisible();
  expect(
    await picture.evaluate((img) => [
      (img as unknown as { naturalWidth: number }).naturalWidth,
      img.getAttribute('src')?.startsWith('blob:'),
    ]),
  ).toEqual([1, true]);
  await item(a, 'A set of three').click();
  await expect(preview(a)).toContainText('first');
  await expect(preview(a).getByRole('cell', { name: 'a, b' })).toBeVisible();
  await expect(preview(a)).toContainText('application/octet-stream, 4 B');
  await item(a, 'hosts').click();
  await expect(preview(a).getByRole('alert')).toContainText('The server has nothing at this address');
  expect(await a.chat.evaluate(() => (globalThis as unknown as { __ran?: boolean }).__ran)).toBeUndefined();
});
