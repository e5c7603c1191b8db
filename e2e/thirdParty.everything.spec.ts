import { expect, test, type Locator } from '@playwright/test';
import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { inheritedNames } from '../electron/mcp/launch.ts';
import { addByForm, admit, entryFile, go, openServer, opened, resource, ThirdPartyHouse } from './thirdParty.ts';
import { card, decide, decision, log } from './window.ts';

let house: ThirdPartyHouse;
test.beforeAll(async () => {
  house = await ThirdPartyHouse.open({ HOST_CANARY: 'CANARY-HOST' });
  await addByForm(house.app, 'everything', [entryFile('everything')]);
  await admit(house.app, 'everything');
});
test.afterAll(() => house.close());
const call = (tool: string, args: object = {}) => ({ name: `everything__${tool}`, arguments: args });
const asked = (tool: string): string => `Tool call: ${tool} on everything`;
/** 0 while a picture is not there, or is none. */
const widthOf = (picture: Locator): Promise<number> => picture.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth);
const frames = () => house.app.chat.getByRole('listbox', { name: 'Messages' }).getByRole('option');

test('server-everything: what its tools give back is shown by its kind, and of the environment it has only what was built for it', async () => {
  const { app } = house;
  await house.ask(
    call('get-structured-content', { location: 'Chicago' }),
    call('get-annotated-message', { messageType: 'success', includeImage: true }),
    call('get-resource-links', { count: 2 }),
    call('get-env'),
    call('trigger-elicitation-request'),
    call('simulate-research-query', { topic: 'tea' }),
  );
  for (const tool of ['get-structured-content', 'get-annotated-message', 'get-resource-links', 'get-env'])
    await decide(app, asked(tool), 'Allow once');
  await expect(log(app)).toContainText('That is all.');
  const [structured, annotated, links, environment, elicitation, task] = house.told();
  expect(JSON.parse(structured ?? '')).toEqual({ temperature: 36, conditions: 'Light rain / drizzle', humidity: 82 });
  // Both parts of this answer are marked as meant for the person alone.
  expect(annotated).toBe('(what the tool answered is meant for the person, who sees it)');
  const shown = await opened(app, 'get-annotated-message on everything');
  await expect(shown).toContainText('Operation completed successfully');
  await expect(shown).toContainText('image/png, 4.0 kB');
  await expect.poll(() => widthOf(shown.getByRole('img', { name: 'Picture from everything' }))).toBeGreaterThan(10);
  expect(links).toContain('[resource Blob Resource 1: demo://resource/dynamic/blob/1]');
  await expect(await opened(app, 'get-resource-links on everything')).toContainText('Text Resource 2 demo://resource/dynamic/text/2');
  expect(Object.keys(JSON.parse(environment ?? '') as object).filter((name) => !inheritedNames.posix.includes(name))).toEqual([
    'STEWARD_LAUNCH',
  ]);
  expect(environment).not.toContain('CANARY');
  // Neither was ever offered: this host declares no forms yet, and calls no tool as a task.
  for (const told of [elicitation, task]) expect(told).toBe('The call was not sent: there is no such tool now.');
  expect(house.model.requests[0]?.body.tools?.map((tool) => tool.function.name)).not.toContain('everything__simulate-research-query');
  await expect(card(app, 'everything__trigger-elicitation-request')).toContainText('There is no such tool now.');
  await openServer(app, 'everything', /^Tools/);
  await app.chat.getByRole('button', { name: /^simulate-research-query/ }).click();
  await expect(app.chat.getByText('It runs only as a task')).toBeVisible();
  await app.chat.getByRole('button', { name: 'Back to all tools' }).click();
  await app.chat.getByRole('button', { name: /^get-tiny-image/ }).click();
  await app.chat.getByRole('button', { name: 'Run', exact: true }).click();
  await decide(app, asked('get-tiny-image'), 'Allow once');
  const run = app.chat.getByRole('log', { name: 'Runs' });
  await run.getByRole('button', { name: 'get-tiny-image on everything' }).click();
  await expect.poll(() => widthOf(run.getByRole('img', { name: 'Picture from everything' }))).toBeGreaterThan(10);
});

test('server-everything: a long operation shows its progress and Stop cancels it; its log and its traffic are seen', async () => {
  const { app } = house;
  await house.ask(call('trigger-long-running-operation', { duration: 60, steps: 300 }));
  await decide(app, asked('trigger-long-running-operation'), 'Allow once');
  const running = card(app, 'trigger-long-running-operation on everything');
  await expect(running.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^[1-9]/);
  await app.chat.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(running).toContainText('Cancelled');
  await openServer(app, 'everything', /^Tools/);
  await app.chat.getByRole('button', { name: /^toggle-simulated-logging/ }).click();
  await app.chat.getByRole('button', { name: 'Run', exact: true }).click();
  await decide(app, asked('toggle-simulated-logging'), 'Allow once');
  await expect(app.chat.getByRole('log', { name: 'Runs' })).toContainText('Started simulated, random-leveled logging');
  await app.chat.getByRole('tab', { name: 'Log' }).click();
  await expect(app.chat.getByText(/level[- ]message/i).first()).toBeVisible();
  await app.chat.getByRole('tab', { name: 'Traffic' }).click();
  await app.chat.getByRole('textbox', { name: 'Filter' }).fill('notifications/cancelled');
  await expect(frames()).toHaveCount(1);
  await app.chat.getByRole('textbox', { name: 'Filter' }).fill('initialize');
  await expect(frames().first()).toContainText('request');
});

test('server-everything: its resources are read, text and binary, listed and by template, and one goes with a message', async () => {
  const { app, model } = house;
  const preview = app.chat.getByRole('region', { name: 'Preview' });
  await house.ask(call('gzip-file-as-resource', { name: 'hello.gz', data: 'data:text/plain;base64,aGVsbG8=' }));
  await decide(app, asked('gzip-file-as-resource'), 'Allow once');
  await expect(card(app, 'gzip-file-as-resource on everything')).toContainText('Done');
  await go(app, 'Resources');
  await resource(app, 'hello.gz').click();
  await expect(preview).toContainText('application/gzip, 25 B');
  await resource(app, 'Dynamic Blob Resource').click();
  await app.chat.getByRole('combobox', { name: 'resourceId' }).fill('7');
  await app.chat.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(preview).toContainText('Resource 7: This is a base64 blob');
  await resource(app, 'architecture.md').click();
  await expect(preview.getByRole('heading', { name: 'Everything Server – Architecture' })).toBeVisible();
  await preview.getByRole('button', { name: 'Attach to chat' }).click();
  const before = model.requests.length;
  await house.ask();
  await expect.poll(() => model.requests.length).toBe(before + 1);
  const sent = model.requests.at(-1)?.body.messages?.at(-1)?.content ?? '';
  expect(sent).toContain('"source":"demo://resource/static/document/architecture.md on everything"');
  expect(sent).toContain('A minimal, modular MCP server');
});

test('SAM-1 ROO-1 server-everything: it asks for an answer of a model, decided twice, and is told of a folder', async () => {
  const { app, model } = house;
  const given = path.join(realpathSync(house.place.dir), 'given');
  mkdirSync(given);
  const page = await openServer(app, 'everything');
  await page.getByRole('switch', { name: 'Allow sampling' }).click();
  await page.getByRole('textbox', { name: 'Folder path' }).fill(given);
  await page.getByRole('button', { name: 'Add folder' }).click();
  const changed = await decision(app, 'Changed tools on everything');
  await expect(changed).toContainText('get-roots-list');
  await expect(changed).toContainText('trigger-sampling-request');
  // Its instructions are as they were accepted, so they are not read again.
  await expect(changed).not.toContainText('Easter Egg');
  await decide(app, 'Changed tools on everything', 'Accept tools');
  model.script(({ body }) => {
    if (!body.tools) return { text: 'Sampled words.', usage: { inputTokens: 5, outputTokens: 7 } };
    if (body.messages?.at(-1)?.role === 'tool') return { text: 'Both are there.' };
    return { calls: [call('trigger-sampling-request', { prompt: 'Say hi' }), call('get-roots-list')] };
  });
  await go(app, 'Chats');
  await app.chat.getByRole('textbox', { name: 'Message' }).fill('ask');
  await app.chat.getByRole('button', { name: 'Send' }).click();
  for (const tool of ['trigger-sampling-request', 'get-roots-list']) await decide(app, asked(tool), 'Allow once');
  const request = await decision(app, 'Sampling request from everything');
  await expect(request).toContainText('Resource trigger-sampling-request context: Say hi');
  await expect(request).toContainText('The text goes to a program on this computer, at http://127.0.0.1');
  await decide(app, 'Sampling request from everything', 'Approve');
  await expect(await decision(app, 'Sampling answer for everything')).toContainText('Sampled words.');
  await decide(app, 'Sampling answer for everything', 'Approve');
  await expect(log(app)).toContainText('Both are there.');
  const [sampled, roots] = house.told();
  expect(sampled).toContain('"text": "Sampled words."');
  expect(roots).toContain('Current MCP Roots (1 total)');
  expect(roots).toContain(`file://${given}`);
});
