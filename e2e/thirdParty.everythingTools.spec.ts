import { expect, test, type Locator } from '@playwright/test';
import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { addByForm, admit, entryFile, go, openServer, opened, resource, ThirdPartyHouse } from './thirdParty.ts';
import { card, decide, decision, log } from './window.ts';

/** Every tool that this version of the server has for a host that takes no tasks, and where a person's allowed call of it is proven. */
const tools = {
  echo: 'here',
  'get-sum': 'here',
  'get-resource-reference': 'here',
  'toggle-simulated-logging': 'here',
  'toggle-subscriber-updates': 'here',
  'trigger-elicitation-request': 'here',
  'trigger-url-elicitation': 'here',
  'get-annotated-message': 'thirdParty.everything',
  'get-env': 'thirdParty.everything',
  'get-resource-links': 'thirdParty.everything',
  'get-roots-list': 'thirdParty.everything',
  'get-structured-content': 'thirdParty.everything',
  'get-tiny-image': 'thirdParty.everything',
  'gzip-file-as-resource': 'thirdParty.everything',
  'trigger-long-running-operation': 'thirdParty.everything',
  'trigger-sampling-request': 'thirdParty.everything',
} as const;

let house: ThirdPartyHouse;
test.beforeEach(async () => {
  test.setTimeout(90_000);
  house = await ThirdPartyHouse.open();
  const { app } = house;
  await addByForm(app, 'everything', [entryFile('everything')]);
  await admit(app, 'everything');
  const given = path.join(realpathSync(house.place.dir), 'given');
  mkdirSync(given);
  const page = await openServer(app, 'everything');
  await page.getByRole('switch', { name: 'Allow sampling' }).click();
  await page.getByRole('switch', { name: 'Allow information requests' }).click();
  await page.getByRole('textbox', { name: 'Folder path' }).fill(given);
  await page.getByRole('button', { name: 'Add folder' }).click();
  const changed = await decision(app, 'Changed tools on everything');
  for (const tool of ['get-roots-list', 'trigger-url-elicitation', 'trigger-sampling-request']) await expect(changed).toContainText(tool);
  await decide(app, 'Changed tools on everything', 'Accept tools');
  await app.electron.evaluate(({ shell }) => {
    const kept = globalThis as unknown as { opened: string[] };
    kept.opened = [];
    Object.assign(shell, { openExternal: async (url: string) => void kept.opened.push(url) });
  });
});
test.afterEach(() => house.close());

const call = (tool: string, args: object = {}) => ({ name: `everything__${tool}`, arguments: args });
const asked = (tool: string): string => `Tool call: ${tool} on everything`;
const openedLinks = (): Promise<string[]> => house.app.electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
/** One call of a new turn, allowed once; what the model was told of it. */
async function allowed(tool: string, args: object = {}, meanwhile: () => Promise<void> = async () => undefined): Promise<string> {
  await go(house.app, 'Chats');
  await house.app.chat.getByRole('button', { name: 'New chat' }).first().click();
  await house.ask(call(tool, args));
  await decide(house.app, asked(tool), 'Allow once');
  await meanwhile();
  await expect(log(house.app)).toContainText('That is all.');
  await expect(card(house.app, `${tool} on everything`).last()).toContainText('Done');
  return house.told()[0] ?? '';
}
async function press(group: Locator, button: string): Promise<void> {
  await group.getByRole('button', { name: button, exact: true }).click();
  await expect(group).toBeHidden();
}

test('TOL-1 TOL-2 server-everything: its tools are shown, a call shows its whole input and the server’s word before it is sent, and denying it sends nothing', async () => {
  const { app } = house;
  await openServer(app, 'everything', /^Tools/);
  for (const tool of [...Object.keys(tools), 'simulate-research-query'])
    await expect(app.chat.getByRole('button', { name: new RegExp(`^${tool}\\b`) }).first()).toBeVisible();
  await go(app, 'Chats');
  await house.ask(call('get-sum', { a: 41, b: 1 }), call('trigger-url-elicitation', { url: 'https://example.com/a' }));
  const sum = await decision(app, asked('get-sum'));
  const offered = (house.model.requests.at(-1)?.body.tools ?? []).map((tool) => tool.function.name.split('__'));
  expect(
    offered
      .filter(([server]) => server === 'everything')
      .map(([, tool]) => tool)
      .toSorted(),
  ).toEqual(Object.keys(tools).toSorted());
  await expect(sum.getByRole('region', { name: 'Arguments' })).toHaveText('{"a":41,"b":1}');
  await expect(sum).toContainText('The server’s own word: only reads · reaches nothing outside');
  await expect(sum).toContainText('You are asked because no rule of yours covers this tool.');
  await expect(await decision(app, asked('trigger-url-elicitation'))).toContainText('only adds · reaches outside');
  await expect(card(app, 'get-sum on everything')).toContainText('Waiting');
  await press(sum, 'Deny');
  await decide(app, asked('trigger-url-elicitation'), 'Deny');
  await expect(log(app)).toContainText('That is all.');
  for (const tool of ['get-sum', 'trigger-url-elicitation']) await expect(card(app, `${tool} on everything`)).toContainText('Denied');
  expect(house.told().every((told) => told.includes('did not allow'))).toBe(true);
  await openServer(app, 'everything', 'Traffic');
  await app.chat.getByRole('textbox', { name: 'Filter' }).fill('tools/call');
  await expect(app.chat.getByRole('listbox', { name: 'Messages' }).getByRole('option')).toHaveCount(0);
});

test('server-everything: plain answers, a resource within an answer, and what is switched on is switched off again', async () => {
  const { app } = house;
  expect(await allowed('echo', { message: '你好' })).toBe('Echo: 你好');
  expect(await allowed('get-sum', { a: 41, b: 1 })).toBe('The sum of 41 and 1 is 42.');
  expect(await allowed('get-resource-reference', { resourceType: 'Text', resourceId: 3 })).toContain(
    'Resource 3: This is a plaintext resource',
  );
  await expect(await opened(app, 'get-resource-reference on everything')).toContainText('demo://resource/dynamic/text/3');
  expect(await allowed('get-resource-reference', { resourceType: 'Blob', resourceId: 2 })).toContain('demo://resource/dynamic/blob/2');
  expect(await allowed('toggle-simulated-logging')).toContain('Started simulated');
  expect(await allowed('toggle-simulated-logging')).toContain('Stopped simulated logging');
});

test('SUB-2 server-everything: its updates of what is attached are seen as they come, and end when they are switched off', async () => {
  const { app } = house;
  await go(app, 'Resources');
  await resource(app, 'architecture.md').click();
  await app.chat.getByRole('region', { name: 'Preview' }).getByRole('button', { name: 'Attach to chat' }).click();
  await go(app, 'Chats');
  const chips = app.chat.getByRole('list', { name: 'Attached to the next message' });
  await expect(chips).toContainText('live');
  await expect(chips).not.toContainText('changed since');
  await openServer(app, 'everything', /^Tools/);
  await app.chat.getByRole('button', { name: /^toggle-subscriber-updates/ }).click();
  const run = app.chat.getByRole('log', { name: 'Runs' });
  for (const word of ['Started simulated resource updated', 'Stopped simulated resource updates']) {
    await app.chat.getByRole('button', { name: 'Run', exact: true }).click();
    await decide(app, asked('toggle-subscriber-updates'), 'Allow once');
    await expect(run).toContainText(word);
    if (!word.startsWith('Started')) continue;
    await go(app, 'Chats');
    await expect(chips).toContainText('changed since it was attached', { timeout: 20_000 });
    await openServer(app, 'everything', /^Tools/);
    const open = app.chat.getByRole('button', { name: /^toggle-subscriber-updates/ });
    if (await open.isVisible()) await open.click();
  }
});

test('ELI-2 ELI-3 ELI-5 server-everything: its form of every kind of field is filled in, declined and cancelled', async () => {
  const { app } = house;
  const form = (): Promise<Locator> => decision(app, 'Information request from everything');
  const told = await allowed('trigger-elicitation-request', {}, async () => {
    const group = await form();
    await expect(group.getByLabel('String with default')).toHaveValue('It was a dark and stormy night.');
    await expect(group.getByLabel('Integer')).toHaveValue('42');
    await expect(group.getByLabel('Guitar')).toBeChecked();
    await expect(group.getByLabel('Tuna')).toBeChecked();
    await group.getByRole('textbox', { name: 'String', exact: true }).fill('Ada Lovelace');
    await group.getByLabel('String with email format').fill('ada@example.com');
    await group.getByLabel('String with date format').fill('1815-12-10');
    await group.getByLabel('Untitled Single Select Enum').selectOption({ label: 'Joey' });
    await group.getByLabel('Titled Single Select Enum', { exact: true }).selectOption({ label: 'Wonder Woman' });
    await group.getByLabel('Legacy Titled Single Select Enum').selectOption({ label: 'Reptiles' });
    await group.getByLabel('Drums').check();
    // One of its fields speaks of a PIN, so it is asked about as a secret would be.
    await group.getByRole('checkbox', { name: 'I know this and want to send it all the same' }).check();
    await press(group, 'Approve');
  });
  const raw = told.slice(told.indexOf('Raw result:') + 'Raw result:'.length);
  expect(JSON.parse(raw)).toEqual({
    action: 'accept',
    content: {
      name: 'Ada Lovelace',
      check: false,
      firstLine: 'It was a dark and stormy night.',
      email: 'ada@example.com',
      birthdate: '1815-12-10',
      integer: 42,
      number: 3.14,
      untitledSingleSelectEnum: 'Joey',
      untitledMultipleSelectEnum: ['Guitar', 'Drums'],
      titledSingleSelectEnum: 'hero-3',
      titledMultipleSelectEnum: ['fish-1'],
      legacyTitledEnum: 'pet-5',
    },
  });
  expect(await allowed('trigger-elicitation-request', {}, async () => press(await form(), 'Decline'))).toContain('User declined');
  expect(await allowed('trigger-elicitation-request', {}, async () => press(await form(), 'Cancel'))).toContain('User cancelled');
});

test('ELI-6 ELI-8 ELI-10 server-everything: its link is opened after a yes, declined after a no, and as a condition of the call opened, opened again and waited for', async () => {
  const { app } = house;
  const url = 'https://example.com/consent';
  const link = (): Promise<Locator> => decision(app, 'Link request from everything');
  expect(await allowed('trigger-url-elicitation', { url }, async () => press(await link(), 'Open link'))).toContain(
    'User completed the URL',
  );
  expect(await openedLinks()).toEqual([url]);
  expect(await allowed('trigger-url-elicitation', { url }, async () => press(await link(), 'Decline'))).toContain('User declined');
  expect(await openedLinks()).toEqual([url]);
  const told = await allowed('trigger-url-elicitation', { url, errorPath: true }, async () => {
    const first = await link();
    await expect(first.getByRole('group', { name: 'The whole address' })).toHaveText('https://modelcontextprotocol.io');
    await press(first, 'Open link');
    const waiting = await decision(app, 'Waiting for the browser: everything');
    await waiting.getByRole('button', { name: 'Open again' }).click();
    await expect.poll(async () => (await openedLinks()).length).toBe(3);
    await press(waiting, 'Retry');
    await press(await link(), 'Open link');
  });
  expect(told).toContain('User completed the URL');
  expect((await openedLinks()).slice(1)).toEqual(['https://modelcontextprotocol.io/', 'https://modelcontextprotocol.io/', url]);
});
