import { expect, test, type Locator } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ModelServer, startModelServer } from './modelServer.ts';
import { makeFolder } from './paths.ts';
import { type App, isAlive, launch, log, quit, send } from './window.ts';

const KEY = 'CANARY-KEY-4f9c2b7e81';
let server: ModelServer;
let folder: ReturnType<typeof makeFolder>;
let app: App;
test.beforeEach(async () => {
  server = await startModelServer(['scripted-small', 'scripted-large'], KEY);
  folder = makeFolder();
  app = await launch({ dir: folder.dir });
});
test.afterEach(async () => {
  if (isAlive(app.pid)) await quit(app);
  await server.close();
  folder.remove();
});

const settings = async (): Promise<Locator> => {
  await app.chat.getByRole('link', { name: 'Settings' }).click();
  return app.chat.getByRole('region', { name: 'Models' });
};
const addProvider = async (name: string, fill: (form: Locator) => Promise<void>): Promise<Locator> => {
  const section = await settings();
  await section.getByRole('button', { name: 'Add provider' }).click();
  const form = section.getByRole('region', { name: 'Add provider' });
  await form.getByRole('radio', { name: 'Other' }).check({ force: true });
  await form.getByLabel('Name').fill(name);
  await fill(form);
  await form.getByRole('button', { name: 'Save provider' }).click();
  return section.getByRole('article', { name, exact: true });
};
const choose = async (group: string, model: string): Promise<void> => {
  const { chat } = app;
  await chat.getByRole('link', { name: 'Chats' }).click();
  await chat.getByRole('button', { name: /^Model/ }).click();
  await chat.getByRole('group', { name: group, exact: true }).getByRole('menuitemradio', { name: model }).click();
};
/** Everything the app has written. */
const written = (): string =>
  readdirSync(folder.dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

test('S44 a provider added by its form is tested, chosen, answers, and keeps everything but its key where there is no keychain', async () => {
  const card = await addProvider('House', async (form) => {
    await form.getByLabel('Address').fill(server.url);
    await form.getByLabel('Key').fill('a-wrong-key');
  });
  await expect(card.getByText('The key was refused')).toBeVisible();
  await card.getByRole('button', { name: 'Replace key' }).click();
  await card.getByLabel('New key').fill(KEY);
  await card.getByRole('button', { name: 'Save key' }).click();
  await card.getByRole('checkbox', { name: 'scripted-small' }).check();
  await card.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(card.getByText('It works, and lists 2 models.')).toBeVisible();
  await expect(app.chat.getByText('keys are never written down')).toBeVisible();

  server.script([{ text: 'Answered by the house.' }]);
  await choose('House', 'scripted-small');
  await send(app, 'hello');
  await expect(log(app).getByText('Answered by the house.')).toBeVisible();
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(await app.chat.content()).not.toContain(KEY);
  await quit(app);
  // S44: nowhere in the data folder, and nowhere in the page.
  expect(written()).not.toContain(KEY);

  app = await launch({ dir: folder.dir });
  await expect(app.chat.getByRole('button', { name: /^Model/ })).toContainText('scripted-small');
  const again = (await settings()).getByRole('article', { name: 'House', exact: true });
  await expect(again.getByText('No key')).toBeVisible();
});

test('UF7 one chat goes on over both kinds of provider: each gets the history in its own terms, and thinking back with its signature', async () => {
  const small = await addProvider('House', async (form) => {
    await form.getByLabel('Address').fill(server.url);
    await form.getByLabel('Key').fill(KEY);
  });
  await small.getByRole('checkbox', { name: 'scripted-small' }).check();
  const large = await addProvider('Other house', async (form) => {
    await form.getByRole('radio', { name: 'Anthropic messages' }).check({ force: true });
    await form.getByLabel('Address').fill(server.url.replace(/\/v1$/, ''));
    await form.getByLabel('Key').fill(KEY);
  });
  await large.getByRole('checkbox', { name: 'scripted-large' }).check();
  server.script([
    { calls: [{ id: 'functions.no:0', name: 'no__such_tool' }] },
    { text: 'Not by the first.' },
    { status: 429, headers: { 'retry-after': '2' } },
    { reasoning: ['I will look it up.'], text: 'One moment.', calls: [{ name: 'no__such_tool', arguments: { x: 1 } }] },
    { text: 'Not by the second.' },
  ]);
  await choose('House', 'scripted-small');
  await send(app, 'hello');
  await expect(log(app).getByText('Not by the first.')).toBeVisible();
  await choose('Other house', 'scripted-large');
  await send(app, 'and now?');
  // F27: the wait that the provider asked for is shown while it lasts.
  await expect(log(app).getByText(/again in [12] s/)).toBeVisible();
  await expect(log(app).getByText('Not by the second.')).toBeVisible();
  expect(server.requests.map((one) => [one.path, one.headers['x-api-key'] ?? one.headers.authorization])).toEqual([
    ...Array.from({ length: 2 }, () => ['/v1/chat/completions', `Bearer ${KEY}`]),
    ...Array.from({ length: 3 }, () => ['/v1/messages', KEY]),
  ]);
});
