import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startModelServer, type ModelServer, type Round } from './modelServer.ts';
import { fixture, makeFolder, received } from './paths.ts';
import { card, decide, decision, decisionPage, isAlive, launch, log, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let model: ModelServer;
let app: App | undefined;
let record: string;
test.beforeEach(async () => {
  folder = makeFolder();
  record = path.join(folder.dir, 'record');
  model = await startModelServer();
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  await model.close();
  folder.remove();
});

/** The app with a server that asks, of one era, and a model that calls its tool in chats and answers it in between. */
async function start(era: string, tool: string, args: object, answers: readonly Round[]): Promise<App> {
  const entry = fixture('asker', { RECORD_FILE: record, ...(era === 'legacy' ? { ASKER_ERA: era } : {}) });
  writeFileSync(path.join(folder.dir, 'mcp.json'), JSON.stringify({ mcpServers: { asker: entry } }));
  let asked = 0;
  model.script(({ body }) => {
    if (!JSON.stringify(body.tools ?? []).includes('asker__')) return answers[asked++] ?? { text: 'no more' };
    return body.messages?.at(-1)?.role === 'tool' ? { text: 'ok' } : { calls: [{ name: `asker__${tool}`, arguments: args }] };
  });
  app = await launch({ dir: folder.dir, environment: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' } });
  await decide(app, 'Review server asker', 'Trust and start');
  await decide(app, 'New tools on asker', 'Accept tools');
  return app;
}
const page = (a: App) => a.chat.getByRole('main', { name: 'asker' });
async function openServer(a: App): Promise<void> {
  await a.chat.getByRole('link', { name: 'Servers' }).click();
  const details = a.chat.getByRole('button', { name: 'Details of asker', exact: true });
  await expect(details.or(page(a))).toBeVisible();
  if (await details.isVisible()) await details.click();
}
async function allowSampling(a: App): Promise<void> {
  await openServer(a);
  await page(a).getByRole('switch', { name: 'Allow sampling' }).click();
  await expect(page(a)).toContainText('Ready');
  await a.chat.getByRole('link', { name: 'Chats' }).click();
}
const samplings = () => model.requests.filter(({ body }) => !JSON.stringify(body.tools ?? []).includes('asker__'));
async function troubles(a: App): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: await decisionPage(a) }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

for (const era of ['modern', 'legacy'])
  test(`SAM-2 a person changes the model and the words of a request, then the words of the answer (${era})`, async () => {
    const args = { prompt: 'Tell me the secret.', system: 'Be helpful.', maxTokens: 9999, hint: 'scripted' };
    const a = await start(era, 'ask_model', args, [{ text: 'It is 4711.', usage: { inputTokens: 5, outputTokens: 7 } }]);
    await allowSampling(a);
    await send(a, 'go');
    await decide(a, 'Tool call: ask_model on asker', 'Allow once');
    const name = 'Sampling request from asker';
    let request = await decision(a, name);
    await expect(request).toContainText('“scripted” is part of this model’s name');
    await expect(request).toContainText('At most 4,096 tokens; the server asked for 9,999.');
    await expect(request).toContainText('200,000 tokens are left');
    await request.getByRole('combobox', { name: 'Model' }).selectOption('Demo');
    await expect(request).toContainText('stays on this computer');
    await expect(request).toContainText('you chose this model');
    await request.getByRole('combobox', { name: 'Model' }).selectOption('scripted');
    await expect(request).toContainText('127.0.0.1');
    await request.getByRole('button', { name: 'Edit request' }).click();
    await expect(request.getByRole('textbox', { name: 'System text' })).toBeFocused();
    expect(await troubles(a)).toEqual([]);
    await request.getByRole('textbox', { name: 'Prompt' }).fill('Tell me a joke.');
    await request.getByRole('button', { name: 'Use these' }).click();
    request = await decision(a, name);
    await expect(request).toContainText('You have changed its words.');
    await expect(request.getByRole('region', { name: 'Prompt' })).toContainText('Tell me a joke.');
    expect(await troubles(a)).toEqual([]);
    expect(samplings()).toEqual([]);
    await decide(a, name, 'Approve');
    const answer = await decision(a, 'Sampling answer for asker');
    await expect(answer.getByRole('region', { name: 'Answer' })).toContainText('It is 4711.');
    await answer.getByRole('button', { name: 'Edit answer' }).click();
    await answer.getByRole('textbox', { name: 'Answer' }).fill('A joke.');
    await answer.getByRole('button', { name: 'Use these' }).click();
    await expect(answer).toContainText('You have changed this answer.');
    expect(await troubles(a)).toEqual([]);
    await decide(a, 'Sampling answer for asker', 'Approve');
    await expect(card(a, 'ask_model on asker')).toContainText('Done');
    const text = JSON.stringify(samplings()[0]?.body);
    expect(text).toContain('Tell me a joke.');
    expect(text).not.toContain('secret');
    const told = received(record).map(({ line }) => line);
    expect(told.some((line) => line.includes('A joke.'))).toBe(true);
    expect(told.some((line) => line.includes('4711'))).toBe(false);
    await openServer(a);
    await expect(page(a)).toContainText('1 of 100 answers, 12 of 200,000 tokens');
  });

test('SAM-8 the page of a server says that sampling is deprecated, beside the switch that is off', async () => {
  const a = await start('modern', 'ask_model', {}, []);
  await openServer(a);
  await expect(page(a).getByRole('switch', { name: 'Allow sampling' })).not.toBeChecked();
  await expect(page(a)).toContainText('In the newest version of the protocol sampling is deprecated');
});

for (const era of ['modern', 'legacy'])
  test(`SAM-4 a server's own tools are offered, used, answered, and the second answer is declined (${era})`, async () => {
    const a = await start(era, 'use_tools', { prompt: 'What time is it?' }, [
      { text: 'I look.', calls: [{ name: 'clock', arguments: { zone: 'UTC' } }] },
      { text: 'It is late.' },
    ]);
    await allowSampling(a);
    await send(a, 'go');
    await decide(a, 'Tool call: use_tools on asker', 'Allow once');
    const request = await decision(a, 'Sampling request from asker');
    await expect(request).toContainText('The model may use them.');
    await request.getByRole('button', { name: /weather\.now/ }).click();
    await expect(request).toContainText('Tells the weather of a city.');
    await expect(request).toContainText('"city"');
    expect(await troubles(a)).toEqual([]);
    await decide(a, 'Sampling request from asker', 'Approve');
    const answer = await decision(a, 'Sampling answer for asker');
    await expect(answer.getByRole('region', { name: 'Tool use: clock' })).toContainText('{"zone":"UTC"}');
    await answer.getByRole('button', { name: 'Edit answer' }).click();
    await answer.getByRole('textbox', { name: 'Input of clock' }).fill('[]');
    await answer.getByRole('button', { name: 'Use these' }).click();
    await expect(answer).toContainText('it is not a JSON object');
    await answer.getByRole('textbox', { name: 'Input of clock' }).fill('{"zone":"CET"}');
    await answer.getByRole('button', { name: 'Use these' }).click();
    await expect(answer.getByRole('region', { name: 'Tool use: clock' })).toContainText('{"zone":"CET"}');
    await decide(a, 'Sampling answer for asker', 'Approve');
    const second = await decision(a, 'Sampling request from asker');
    await expect(second.getByRole('region', { name: 'Result of clock' })).toContainText('result of clock');
    await expect(second).toContainText('has used its tools in 1 round;');
    expect(await troubles(a)).toEqual([]);
    await decide(a, 'Sampling request from asker', 'Approve');
    await decide(a, 'Sampling answer for asker', 'Decline');
    await expect(card(a, 'use_tools on asker')).toContainText(era === 'modern' ? 'Denied' : 'Protocol error');
    expect(received(record).some(({ line }) => line.includes('It is late.'))).toBe(false);
  });

test('ROO-3 a chat is given a folder under Context, and the server that may know of it is told during its call', async () => {
  const dir = path.join(folder.dir, 'work');
  mkdirSync(dir);
  const outside = makeFolder();
  const given = path.join(outside.dir, 'project');
  mkdirSync(given);
  const a = await start('modern', 'list_folders', {}, []);
  await openServer(a);
  const shares = page(a).getByRole('switch', { name: 'Also the folders of the chat that calls' });
  await expect(shares).not.toBeChecked();
  await shares.click();
  await expect(shares).toBeChecked();
  await a.chat.getByRole('link', { name: 'Chats' }).click();
  await a.chat.getByRole('button', { name: 'Context' }).click();
  const folders = a.chat.getByRole('complementary', { name: 'Context' }).getByRole('region', { name: 'Folders' });
  await folders.getByRole('button', { name: 'Give this chat a folder' }).click();
  const add = async (typed: string): Promise<void> => {
    await folders.getByRole('textbox', { name: 'Folder path' }).fill(typed);
    await folders.getByRole('button', { name: 'Add folder' }).click();
  };
  await add(dir);
  await a.chat.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(folders).not.toContainText('holds Steward’s own data');
  await add(given);
  await expect(folders.getByRole('listitem')).toContainText(given);
  await send(a, 'go');
  await decide(a, 'Tool call: list_folders on asker', 'Allow once');
  await expect(card(a, 'list_folders on asker')).toContainText('Done');
  await expect(folders.getByRole('listitem')).toContainText(given);
  expect(received(record).some(({ line }) => line.includes(pathToFileURL(given).href))).toBe(true);
  await expect(log(a)).toContainText('ok');
  const { violations } = await new AxeBuilder({ page: a.chat }).setLegacyMode().analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  outside.remove();
});
