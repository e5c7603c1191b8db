import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { makeFolder } from './paths.ts';
import { card, decide, decision, isAlive, launch, log, quit, send, type App } from './window.ts';

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

const rows = ({ chat }: App) => chat.getByRole('listbox', { name: 'Chat list' }).getByRole('option');
const box = ({ chat }: App) => chat.getByRole('textbox', { name: 'Message' });
const deed = ({ chat }: App, name: string, turn = 0) => chat.getByRole('log').getByRole('article').nth(turn).getByRole('button', { name });
/** What the model was asked last, as role and text. */
const lastAsked = (): unknown[] => {
  const { messages } = model?.requests.at(-1)?.body as { messages: { role: string; content: unknown }[] };
  return messages.filter(({ role }) => role !== 'system').map(({ role, content }) => [role, content]);
};

async function start(): Promise<App> {
  model = await startModelServer();
  let n = 0;
  model.script(() => ({ text: `Answer ${(n += 1)}.` }));
  const environment = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' };
  app = await launch({ dir: folder.dir, environment });
  return app;
}

test('a question is changed and asked in a branch, with what came before it and what was attached, and the first chat stays as it was', async () => {
  const a = await start();
  await send(a, 'First question');
  await expect(log(a)).toContainText('Answer 1.');
  const place = makeFolder();
  const file = path.join(place.dir, 'notes.txt');
  writeFileSync(file, 'the notes');
  await a.chat.getByRole('button', { name: 'Attach', exact: true }).click();
  await a.chat.getByRole('menuitem', { name: /^File/ }).click();
  await a.chat.getByRole('textbox', { name: 'File path' }).fill(file);
  await a.chat.getByRole('button', { name: 'Attach file' }).click();
  await expect(a.chat.getByRole('list', { name: 'Attached to the next message' })).toContainText('notes.txt');
  await send(a, 'Second question');
  await expect(log(a)).toContainText('Answer 2.');
  await deed(a, 'Edit question', 1).click();
  await expect(a.chat.getByRole('heading', { level: 1 })).toHaveText('First question (2)');
  await expect(box(a)).toHaveValue('Second question');
  await expect(a.chat.getByRole('list', { name: 'Attached to the next message' })).toContainText('notes.txt');
  await expect(log(a)).not.toContainText('Answer 2.');
  expect((await new AxeBuilder({ page: a.chat }).setLegacyMode().analyze()).violations.map(({ id }) => id)).toEqual([]);
  await send(a, 'Second question, changed');
  await expect(log(a)).toContainText('Answer 3.');
  const asked = JSON.stringify(lastAsked());
  expect(asked).toContain('First question');
  expect(asked).toContain('Answer 1.');
  expect(asked).toContain('the notes');
  expect(asked).toContain('Second question, changed');
  expect(asked).not.toContain('Answer 2.');
  // The way back, and there everything is as it was.
  await a.chat.getByRole('button', { name: 'Branched from First question' }).click();
  await expect(a.chat.getByRole('heading', { level: 1 })).toHaveText('First question');
  await expect(log(a)).toContainText('Answer 2.');
  await expect(log(a)).not.toContainText('changed');
  await expect(rows(a)).toHaveCount(2);
  place.remove();
});

test('an answer is asked for once more in a branch, by keyboard, and a branch goes on from any turn', async () => {
  const a = await start();
  await send(a, 'What now?');
  await expect(log(a)).toContainText('Answer 1.');
  await deed(a, 'Answer again').focus();
  await a.chat.keyboard.press('Enter');
  await expect(log(a)).toContainText('Answer 2.');
  await expect(log(a)).not.toContainText('Answer 1.');
  expect(lastAsked()).toEqual([['user', 'What now?']]);
  await expect(box(a)).toHaveValue('');
  await rows(a)
    .filter({ hasText: /^What now\?$/ })
    .click();
  await expect(log(a)).toContainText('Answer 1.');
  await send(a, 'And then?');
  await expect(log(a)).toContainText('Answer 3.');
  await expect(deed(a, 'Answer again', 0)).toHaveCount(0);
  await deed(a, 'Branch from here', 0).click();
  await expect(a.chat.getByRole('heading', { level: 1 })).toHaveText('What now? (3)');
  await expect(log(a)).toContainText('Answer 1.');
  await expect(log(a)).not.toContainText('Answer 3.');
  await send(a, 'Another way');
  await expect(log(a)).toContainText('Answer 4.');
  expect(lastAsked()).toEqual([
    ['user', 'What now?'],
    ['assistant', 'Answer 1.'],
    ['user', 'Another way'],
  ]);
});

test('what was allowed in a chat is asked anew in its branch, where the earlier call and its journal are still seen', async () => {
  app = await launch({ dir: folder.dir });
  const a = app;
  const weather = 'Tool call: get_weather on assistant';
  await send(a, 'What is the weather in Beijing?');
  await decide(a, weather, 'Allow in this chat');
  await expect(card(a, 'get_weather on assistant')).toContainText('Done');
  await expect(log(a)).toContainText('not an AI');
  await deed(a, 'Branch from here').click();
  await expect(a.chat.getByRole('heading', { level: 1 })).toContainText('(2)');
  await expect(card(a, 'get_weather on assistant')).toContainText('Done');
  await send(a, 'What is the weather in Shanghai?');
  await expect(await decision(a, weather)).toBeVisible();
  await decide(a, weather, 'Deny');
  await deed(a, 'What happened').click();
  await expect(a.chat.getByRole('heading', { name: 'Waterfall' })).toBeVisible();
  await expect(a.chat.getByText('get_weather on assistant waits')).toBeVisible();
});

test('a question is changed with the keyboard alone, and a branch says when the chat that it came from is deleted, and leads there again', async () => {
  const a = await start();
  await send(a, 'First question');
  await expect(log(a)).toContainText('Answer 1.');
  const { keyboard } = a.chat;
  await expect(deed(a, 'Edit question')).toBeVisible();
  // From the box where one writes, back to the deeds of the turn above it.
  await box(a).focus();
  for (let steps = 0; steps < 12 && !(await deed(a, 'Edit question').evaluate((it) => it === document.activeElement)); steps += 1)
    await keyboard.press('Shift+Tab');
  await expect(deed(a, 'Edit question')).toBeFocused();
  await keyboard.press('Enter');
  await expect(a.chat.getByRole('heading', { level: 1 })).toHaveText('First question (2)');
  await expect(box(a)).toBeFocused();
  await expect(box(a)).toHaveValue('First question');
  await keyboard.press('End');
  await keyboard.type(', changed');
  await keyboard.press('Enter');
  await expect(log(a)).toContainText('Answer 2.');
  expect(lastAsked()).toEqual([['user', 'First question, changed']]);
  await rows(a)
    .filter({ hasText: /^First question$/ })
    .click();
  await a.chat.getByRole('button', { name: 'More for this chat' }).first().click();
  await a.chat.getByRole('menuitem', { name: 'Delete' }).click();
  await rows(a)
    .filter({ hasText: /^First question \(2\)$/ })
    .click();
  await expect(a.chat.getByText('Branched from a chat that is gone')).toBeVisible();
  await expect(log(a)).toContainText('Answer 2.');
  await a.chat.getByRole('button', { name: 'Undo' }).click();
  await expect(a.chat.getByRole('button', { name: 'Branched from First question' })).toBeVisible();
});
