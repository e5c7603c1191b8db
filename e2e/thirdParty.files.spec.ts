import { expect, test } from '@playwright/test';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addByForm, addByJson, admit, entryFile, openServer, opened, ThirdPartyHouse } from './thirdParty.ts';
import { card, decide, decision, decisionPage } from './window.ts';

let house: ThirdPartyHouse;
let notes: string;
test.beforeEach(async () => {
  house = await ThirdPartyHouse.open();
  notes = folder('notes');
  writeFileSync(path.join(notes, 'a.txt'), 'buy oat milk\n');
});
test.afterEach(() => house.close());
function folder(name: string): string {
  const dir = path.join(realpathSync(house.place.dir), name);
  mkdirSync(dir, { recursive: true });
  return dir;
}

test('server-filesystem lists and reads its folder, writes after Allow once and not before, and has a readable error for what lies outside', async () => {
  const { app } = house;
  await addByForm(app, 'files', [entryFile('filesystem'), notes]);
  const review = await decision(app, 'Review server files');
  for (const part of [process.execPath, entryFile('filesystem'), notes]) await expect(review).toContainText(part);
  await admit(app, 'files');
  await house.ask(
    { name: 'files__list_directory', arguments: { path: notes } },
    { name: 'files__read_text_file', arguments: { path: path.join(notes, 'a.txt') } },
    { name: 'files__read_text_file', arguments: { path: '/etc/hostname' } },
  );
  await decide(app, 'Tool call: list_directory on files', 'Allow once');
  await (await decisionPage(app)).getByRole('button', { name: 'Allow these 2 once' }).click();
  await expect(card(app, 'list_directory on files')).toContainText('[FILE] a.txt');
  await expect(card(app, 'read_text_file on files').first()).toContainText('buy oat milk');
  const refused = await opened(app, 'read_text_file on files');
  await expect(refused).toContainText('Tool error');
  await expect(refused).toContainText('Access denied - path outside allowed directories: /etc/hostname');
  expect(house.told()[2]).toContain('The tool reported an error:\nAccess denied');

  const file = path.join(notes, 'new.txt');
  await house.ask({ name: 'files__write_file', arguments: { path: file, content: 'from the model' } });
  await expect((await decision(app, 'Tool call: write_file on files')).getByRole('region', { name: 'Arguments' })).toContainText(
    `{"path":${JSON.stringify(file)},"content":"from the model"}`,
  );
  expect(existsSync(file)).toBe(false);
  await decide(app, 'Tool call: write_file on files', 'Allow once');
  await expect(card(app, 'write_file on files')).toContainText('Done');
  expect(readFileSync(file, 'utf8')).toBe('from the model');

  await house.ask({ name: 'files__write_file', arguments: { path: file, content: 'again' } });
  await decide(app, 'Tool call: write_file on files', 'Deny');
  await expect(card(app, 'write_file on files').last()).toContainText('Denied');
  expect(readFileSync(file, 'utf8')).toBe('from the model');

  await openServer(app, 'files', /^Tools/);
  await app.chat.getByRole('button', { name: /^create_directory/ }).click();
  await app.chat.getByRole('textbox', { name: 'path' }).fill(path.join(notes, 'made by hand'));
  await app.chat.getByRole('button', { name: 'Run', exact: true }).click();
  await decide(app, 'Tool call: create_directory on files', 'Allow once');
  await expect(app.chat.getByRole('log', { name: 'Runs' })).toContainText('Successfully created directory');
  expect(existsSync(path.join(notes, 'made by hand'))).toBe(true);
});

test('ROO-2 server-filesystem works in the folders given on its page, changed while it runs, and in its own again when none is left', async () => {
  const { app } = house;
  const [one, two] = [folder('one'), folder('two')];
  await addByJson(app, { files: { command: process.execPath, args: [entryFile('filesystem'), notes] } });
  await admit(app, 'files');
  /** Where the server says it may work. */
  const allowed = async (first = false): Promise<string> => {
    await house.ask({ name: 'files__list_allowed_directories' });
    if (first) await decide(app, 'Tool call: list_allowed_directories on files', 'Allow in this chat');
    await expect(app.chat.getByText('That is all.')).toHaveCount(++answers);
    return house.told()[0] ?? '';
  };
  let answers = 0;
  const add = async (dir: string): Promise<void> => {
    const files = await openServer(app, 'files');
    await files.getByRole('textbox', { name: 'Folder path' }).fill(dir);
    await files.getByRole('button', { name: 'Add folder' }).click();
    await expect(files.getByText(dir, { exact: true })).toBeVisible();
    await expect(files.getByText('Ready', { exact: true })).toBeVisible();
  };
  const remove = async (dir: string): Promise<void> => {
    const files = await openServer(app, 'files');
    await files.getByRole('button', { name: `Remove the folder ${dir}` }).click();
    await expect(files.getByText(dir, { exact: true })).toHaveCount(0);
    await expect(files.getByText('Ready', { exact: true })).toBeVisible();
  };
  expect(await allowed(true)).toBe(`Allowed directories:\n${notes}`);
  await add(one);
  await expect.poll(() => allowed()).toBe(`Allowed directories:\n${one}`);
  await add(two);
  await expect.poll(() => allowed()).toBe(`Allowed directories:\n${one}\n${two}`);
  await remove(one);
  await expect.poll(() => allowed()).toBe(`Allowed directories:\n${two}`);
  await remove(two);
  await expect.poll(() => allowed()).toBe(`Allowed directories:\n${notes}`);
});
