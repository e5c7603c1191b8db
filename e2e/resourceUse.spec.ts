import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { fixture, makeFolder, received } from './paths.ts';
import { card, decide, decision, isAlive, launch, log, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
let model: ModelServer;
const file = (name: string): string => path.join(folder.dir, `lib-${name}`);

test.beforeEach(async () => {
  folder = makeFolder();
  model = await startModelServer();
  model.script(() => ({ text: 'I have read it.' }));
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  await model.close();
  folder.remove();
});

async function start(era: string): Promise<App> {
  writeFileSync(file('text'), 'the first notes');
  const lib = fixture('watched', { WATCHED_ERA: era, RECORD_FILE: file('record'), TEXT_FILE: file('text'), DROP_FILE: file('drop') });
  writeFileSync(path.join(folder.dir, 'mcp.json'), JSON.stringify({ mcpServers: { lib } }));
  const environment = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' };
  app = await launch({ dir: folder.dir, environment });
  await decide(app, 'Review server lib', 'Trust and start');
  await decide(app, 'New tools on lib', 'Accept tools');
  return app;
}
const go = (a: App, screen: string): Promise<void> => a.chat.getByRole('link', { name: screen }).click();
const item = (a: App, name: string) => a.chat.getByRole('tree', { name: 'Resources' }).getByRole('treeitem', { name });
const preview = (a: App) => a.chat.getByRole('region', { name: 'Preview' });
const chips = (a: App) => a.chat.getByRole('list', { name: 'Attached to the next message' });
const message = (a: App) => a.chat.getByRole('textbox', { name: 'Message' });
const lastTold = (): string => model.requests.at(-1)?.body.messages?.at(-1)?.content ?? '';
const reads = () => received(file('record')).filter((m) => m.method === 'resources/read');
const troubles = async (a: App) =>
  (await new AxeBuilder({ page: a.chat }).setLegacyMode().analyze()).violations.map((v) => `${v.id}: ${v.nodes[0]?.html}`);
/** Pictures of the window for eyes, in both themes, where PICTURES names a folder. */
async function picture(a: App, name: string): Promise<void> {
  const dir = process.env.PICTURES;
  if (dir === undefined || !existsSync(dir)) return;
  for (const theme of ['light', 'dark']) {
    await a.chat.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
    await a.chat.screenshot({ path: path.join(dir, `${name}-${theme}.png`) });
  }
}

for (const era of ['modern', 'legacy'])
  test(`SUB-1 SUB-3 what fits is offered while writing (${era}), nothing is read before a click, and what changed is updated by one`, async () => {
    const a = await start(era);
    const height = async (): Promise<number> => (await message(a).boundingBox())?.y ?? 0;
    await message(a).pressSequentially('What');
    const before = await height();
    await message(a).pressSequentially(' do the release notes say?');
    const offer = a.chat
      .getByRole('list', { name: 'What fits your message' })
      .getByRole('button', { name: 'Attach Release notes from lib' });
    await expect(offer).toBeVisible();
    expect(await height()).toBe(before);
    expect(reads()).toEqual([]);
    expect(await troubles(a)).toEqual([]);
    await picture(a, 'fitting');
    await message(a).press('Tab');
    await a.chat.keyboard.press('Tab');
    await expect(offer).toBeFocused();
    await a.chat.keyboard.press('Enter');
    await expect(chips(a)).toContainText('Release notes');
    await expect(message(a)).toBeFocused();
    await expect(offer).toBeHidden();
    await expect(chips(a)).toContainText('live');
    writeFileSync(file('text'), 'the second notes');
    await expect(chips(a)).toContainText('changed since it was attached');
    expect(await troubles(a)).toEqual([]);
    await picture(a, 'older');
    await chips(a).getByRole('button', { name: 'Update Release notes', exact: true }).click();
    await expect(chips(a)).not.toContainText('changed since');
    await chips(a).getByRole('button', { name: 'Update Release notes by itself' }).click();
    writeFileSync(file('text'), 'the third notes, by itself');
    await expect.poll(() => reads().length).toBe(3);
    await a.chat.getByRole('button', { name: 'Send' }).click();
    await expect(log(a)).toContainText('I have read it.');
    expect(lastTold()).toContain('the third notes, by itself');
    writeFileSync(file('text'), 'the fourth notes');
    await expect(log(a).getByRole('list', { name: 'Attached' })).toContainText('there is a newer version');
  });

test('a resource that is always attached is read at each sending; one that fails holds the message back until the person decides', async () => {
  const a = await start('modern');
  await go(a, 'Resources');
  await item(a, 'Release notes').click();
  await expect(preview(a)).toContainText('1.2 kB');
  await expect(preview(a)).toContainText('the model');
  await preview(a).getByRole('switch', { name: 'Always attach' }).click();
  await expect(preview(a).getByRole('switch', { name: 'Always attach' })).toHaveAttribute('aria-checked', 'true');
  expect(await troubles(a)).toEqual([]);
  await picture(a, 'preview');
  await go(a, 'Chats');
  await a.chat.getByRole('button', { name: 'Show context' }).click();
  const context = a.chat.getByRole('complementary', { name: 'Context' });
  await expect(context).toContainText('watched://note on lib');
  await expect(context).toContainText('will be read when you send');
  writeFileSync(file('text'), 'read at the very moment');
  await send(a, 'Go');
  await expect(log(a)).toContainText('I have read it.');
  expect(lastTold()).toContain('read at the very moment');
  expect(lastTold()).toContain('"source":"watched://note on lib"');
  expect(await troubles(a)).toEqual([]);
  await picture(a, 'context');
  await go(a, 'Servers');
  await a.chat.getByRole('button', { name: 'Details of lib', exact: true }).click();
  await expect(a.chat.getByRole('region', { name: 'Resources' })).toContainText('Release notes');
  await picture(a, 'server');
  await a.chat.getByRole('button', { name: 'Switch off', exact: true }).click();
  await expect(a.chat.getByRole('button', { name: 'Switch on', exact: true })).toBeVisible();
  await go(a, 'Chats');
  await send(a, 'Again');
  const alert = a.chat.getByRole('alert').filter({ hasText: 'Nothing was sent' });
  await expect(alert).toContainText('“Release notes” on lib goes with every message and could not be read');
  await expect(message(a)).toHaveValue('Again');
  expect(model.requests).toHaveLength(1);
  expect(await troubles(a)).toEqual([]);
  await picture(a, 'held-back');
  await alert.getByRole('button', { name: 'Send without it' }).click();
  await expect(message(a)).toHaveValue('');
  await expect.poll(() => model.requests.length).toBe(2);
  expect(lastTold()).toBe('Again');
});

test('a tool finds an address, and the model reads it with Steward’s own tool after Allow once; the link opens through its server', async () => {
  const a = await start('modern');
  await go(a, 'Servers');
  await a.chat.getByRole('button', { name: 'Details of lib', exact: true }).click();
  const reading = a.chat.getByRole('switch', { name: 'Let the model read resources of this server' });
  await expect(reading).toHaveAttribute('aria-checked', 'false');
  await reading.click();
  await expect(reading).toHaveAttribute('aria-checked', 'true');
  expect(await troubles(a)).toEqual([]);
  await go(a, 'Chats');
  model.script([
    { calls: [{ name: 'lib__find', arguments: { text: 'the answer' } }] },
    { calls: [{ name: 'lib__read_resource', arguments: { uri: 'watched://hidden' } }] },
    { text: 'It says 42.' },
  ]);
  await send(a, 'What does the hidden page say?');
  await decide(a, 'Tool call: find on lib', 'Allow once');
  const group = await decision(a, 'Tool call: read_resource on lib');
  await expect(group).toContainText('watched://hidden');
  expect(reads()).toEqual([]);
  await decide(a, 'Tool call: read_resource on lib', 'Allow once');
  await expect(log(a)).toContainText('It says 42.');
  expect(reads()).toHaveLength(1);
  await card(a, 'read_resource on lib').getByRole('button').first().click();
  await expect(card(a, 'read_resource on lib')).toContainText('The hidden page says 42.');
  await card(a, 'find on lib').getByRole('button').first().click();
  await picture(a, 'read-by-model');
  expect(await troubles(a)).toEqual([]);
  await card(a, 'find on lib').getByRole('button', { name: 'Open Hidden page' }).click();
  await expect(preview(a)).toContainText('The hidden page says 42.');
  expect(reads()).toHaveLength(2);
});
