import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { makeFolder } from './paths.ts';
import { launch, log, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let out: ReturnType<typeof makeFolder>;
let model: ModelServer;
let app: App | undefined;
test.beforeEach(async () => {
  folder = makeFolder();
  out = makeFolder();
  model = await startModelServer();
});
test.afterEach(async () => {
  if (app) await quit(app);
  app = undefined;
  await model.close();
  folder.remove();
  out.remove();
});

test('a chat is exported by typed path, imported as a new one that says where it is from, and goes on with its history', async () => {
  app = await launch({ dir: folder.dir, environment: { OPENAI_API_KEY: 'K', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' } });
  const { chat } = app;
  model.script([{ text: 'The first answer.' }, { text: 'The second answer.' }]);
  await send(app, 'The first question');
  await expect(log(app)).toContainText('The first answer.');
  await chat.getByRole('main').getByRole('button', { name: 'More for this chat' }).click();
  await chat.getByRole('menuitem', { name: 'Export…' }).click();
  const dialog = chat.getByRole('dialog', { name: 'Export this chat' });
  await dialog.getByRole('textbox', { name: 'Path of the new file' }).fill(path.join(out.dir, 'chat.md'));
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog).toContainText(`Written to ${path.join(out.dir, 'chat.md')}`);
  expect(readFileSync(path.join(out.dir, 'chat.md'), 'utf8')).toContain('> The first question');
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog).toContainText('There is already a file of that name');
  await dialog.getByRole('radio', { name: /JSON/ }).check();
  await dialog.getByRole('textbox', { name: 'Path of the new file' }).fill(path.join(out.dir, 'chat.json'));
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog).toContainText('Written to');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await chat.getByRole('button', { name: 'New chat' }).click();
  await chat.getByRole('button', { name: 'Import chat…' }).click();
  const importing = chat.getByRole('dialog', { name: 'Import a chat' });
  await importing.getByRole('textbox', { name: 'Path of the file' }).fill(path.join(out.dir, 'chat.md'));
  await importing.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(importing).toContainText('This file is no chat that Steward can read');
  await importing.getByRole('textbox', { name: 'Path of the file' }).fill(path.join(out.dir, 'chat.json'));
  await importing.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(chat.getByRole('heading', { name: 'The first question (imported)' })).toBeVisible();
  await expect(chat.getByText(/^Imported on .* from chat\.json\./)).toBeVisible();
  await expect(log(app)).toContainText('The first answer.');
  await send(app, 'The second question');
  await expect(log(app)).toContainText('The second answer.');
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('The first answer.');
});
