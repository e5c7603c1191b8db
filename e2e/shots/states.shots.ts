import { expect, test } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fixture, makeFolder } from '../paths.ts';
import { card, decide, decision, decisionPage, log, send, type App } from '../window.ts';
import { admit, openStage, type Sizes, type Stage } from './stage.ts';

let stage: Stage | undefined;
test.afterEach(async () => {
  await stage?.close();
  stage = undefined;
});
const recorder = (env: Readonly<Record<string, string>> = {}) => fixture('recorder', { RECORD_FILE: '/dev/null', ...env });
const go = ({ chat }: App, name: string) => chat.getByRole('link', { name }).click();
/** A window beside another one. */
const half: Sizes = [[640, 800]];

const unbroken = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const chinese = '一个名字特别特别长的服务器用来看看界面会不会被撑破或者被截断到读不出来';

test('several servers fail at once, each with its reason', async () => {
  const node = process.execPath;
  const says = (code: string) => ({ command: node, args: ['-e', code] });
  const broken = {
    missing: { command: 'no-such-command-anywhere', args: ['--serve'] },
    crashes: says('console.error("Error: Cannot find module \\"./settings.js\\"\\n    at main (/srv/app.js:12:3)"); process.exit(1)'),
    nowhere: { ...recorder(), cwd: '/no/such/folder' },
    unset: { ...recorder(), env: { DATA_FILE: '${NOT_SET_ANYWHERE}' } },
    refused: { type: 'http', url: 'http://127.0.0.1:9/mcp' },
    [unbroken]: { command: `/opt/${unbroken}/bin/${unbroken}` },
  };
  stage = await openStage({ mcpServers: broken });
  const { app } = stage;
  for (const name of Object.keys(broken)) await decide(app, `Review server ${name}`, 'Trust and start');
  await go(app, 'Servers');
  await expect(app.chat.getByText('Failed')).toHaveCount(4); // one has only failed for now, one waits to be tried again
  await stage.shot('80-servers-failing');
  await app.chat.getByRole('button', { name: 'Details of crashes', exact: true }).click();
  await stage.shot('80-servers-failing-one');
  await go(app, 'Chats');
  await stage.shot('80-servers-failing-chat');
});

test('very long names and words', async () => {
  const place = makeFolder();
  const definitions = path.join(place.dir, 'definitions.json');
  const schema = { type: 'object', properties: { [unbroken]: { type: 'string', description: 'Any text.' } } };
  writeFileSync(
    definitions,
    JSON.stringify([
      { name: `echo`, description: `${unbroken} ${chinese.repeat(3)}`, inputSchema: schema },
      { name: `${unbroken}_${unbroken}`, description: 'A name that does not end.', inputSchema: schema },
    ]),
  );
  const [latin, han] = [`${unbroken}.example`, chinese];
  stage = await openStage({
    mcpServers: { [latin]: recorder({ DEFS_FILE: definitions }), [han]: recorder({ DEFS_FILE: definitions }) },
    scripted: true,
  });
  const { app, model } = stage;
  await decision(app, `Review server ${han}`);
  await stage.shot('81-long-review');
  for (const name of [latin, han]) await decide(app, `Review server ${name}`, 'Trust and start');
  await decision(app, `New tools on ${han}`);
  await stage.shot('81-long-tools');
  for (const name of [latin, han]) await decide(app, `New tools on ${name}`, 'Accept tools');
  model.script(({ body }) =>
    body.messages?.at(-1)?.role === 'tool'
      ? {
          text: `${unbroken.repeat(3)}\n\n${chinese.repeat(4)}\n\n\`${unbroken.repeat(2)}\`\n\n| ${unbroken} | b |\n|---|---|\n| ${chinese} | ${unbroken} |\n`,
        }
      : {
          calls: (body.tools ?? []).slice(-2).map((tool) => ({ name: tool.function.name, arguments: { [unbroken]: unbroken.repeat(4) } })),
        },
  );
  await send(app, `${unbroken.repeat(3)} ${chinese.repeat(3)}`);
  const decisions = await decisionPage(app);
  await expect(decisions.getByRole('group').first()).toBeVisible();
  await stage.shot('81-long-decision');
  for (let left = 2; left > 0; left -= 1) await decisions.getByRole('button', { name: 'Allow once' }).first().click();
  await expect(log(app)).toContainText(chinese.repeat(2));
  await stage.shot('81-long-chat');
  await go(app, 'Servers');
  await stage.shot('81-long-servers');
  await app.chat.getByRole('button', { name: `Details of ${han}`, exact: true }).click();
  await app.chat.getByRole('tab', { name: /^Tools/ }).click();
  await stage.shot('81-long-server-tools');
  await go(app, 'Activity');
  await stage.shot('81-long-activity');
  place.remove();
});

test('a server goes away in the middle of a chat', async () => {
  stage = await openStage({ mcpServers: { notes: recorder() } });
  const { app } = stage;
  await admit(app, 'notes');
  await send(app, 'call notes__add {"a":20,"b":22}');
  await decide(app, 'Tool call: add on notes', 'Allow once');
  await expect(card(app, 'add on notes')).toContainText('Done');
  await send(app, 'call notes__slow {"ms":60000}');
  await decide(app, 'Tool call: slow on notes', 'Allow once');
  await expect(card(app, 'slow on notes')).toContainText('Running');
  await stage.shot('82-running');
  await go(app, 'Servers');
  await app.chat.getByRole('article', { name: 'notes' }).getByRole('button', { name: 'Switch off' }).click();
  await go(app, 'Chats');
  await expect(card(app, 'slow on notes')).toContainText('Outcome unknown');
  await stage.shot('82-lost');
  await send(app, 'call notes__add {"a":1,"b":2}');
  await stage.shot('82-offline');
});

test('a server asks for an answer of a model', async () => {
  stage = await openStage({ mcpServers: { asker: fixture('asker', { RECORD_FILE: '/dev/null' }) } });
  const { app } = stage;
  await admit(app, 'asker');
  await go(app, 'Servers');
  await app.chat.getByRole('button', { name: 'Details of asker', exact: true }).click();
  await app.chat.getByRole('switch', { name: 'Allow sampling' }).click();
  await stage.shot('83-permissions');
  await go(app, 'Chats');
  await send(app, 'call asker__ask_model {"prompt":"help","system":"Be brief."}');
  await decide(app, 'Tool call: ask_model on asker', 'Allow once');
  await decision(app, 'Sampling request from asker');
  await stage.shot('83-sampling-request');
  await decide(app, 'Sampling request from asker', 'Approve');
  await decision(app, 'Sampling answer for asker');
  await stage.shot('83-sampling-answer');
  await decide(app, 'Sampling answer for asker', 'Approve');
});

test('standing rules, and providers that do not work', async () => {
  stage = await openStage({});
  const { app, model } = stage;
  const { chat } = app;
  await send(app, 'Order a phone and two phone cases for Zhang San, shipped to Shenzhen');
  await decide(app, 'Tool call: create_order on shop', 'Always allow');
  await send(app, 'What is the weather in Beijing?');
  await decide(app, 'Tool call: get_weather on assistant', 'Allow in this chat');
  await expect(log(app)).toContainText('22°C');
  await go(app, 'Settings');
  await chat.getByRole('button', { name: 'New rule' }).click();
  const form = chat.getByRole('region', { name: 'New rule' });
  await form.getByRole('radio', { name: 'Deny' }).check({ force: true });
  await form.getByRole('combobox', { name: 'Server' }).selectOption('shop');
  await form.getByRole('combobox', { name: 'Tool', exact: true }).selectOption('create_order');
  await form.getByRole('radio', { name: 'starts with' }).check({ force: true });
  await form.getByRole('textbox', { name: 'Argument' }).fill('customer/name');
  await form.getByRole('textbox', { name: 'Value' }).fill('Zhang');
  await form.scrollIntoViewIfNeeded();
  await stage.shot('84-rule-editor');
  await form.getByRole('button', { name: 'Save rule' }).click();
  await chat.getByRole('heading', { name: 'Standing rules' }).scrollIntoViewIfNeeded();
  await stage.shot('84-rules');
  const section = chat.getByRole('region', { name: 'Models' });
  for (const [name, address] of [
    ['Nobody there', 'http://127.0.0.1:9/v1'],
    ['House', model.url],
  ] as const) {
    await section.getByRole('button', { name: 'Add provider' }).click();
    const add = section.getByRole('region', { name: 'Add provider' });
    await add.getByRole('radio', { name: 'Other' }).check({ force: true });
    await add.getByLabel('Name').fill(name);
    await add.getByLabel('Address').fill(address);
    if (name === 'House') {
      await add.scrollIntoViewIfNeeded();
      await stage.shot('85-add-provider');
    }
    await add.getByRole('button', { name: 'Save provider' }).click();
    await expect(section.getByRole('article', { name, exact: true })).toBeVisible();
  }
  await section.getByRole('article', { name: 'Nobody there' }).getByRole('button', { name: 'Test', exact: true }).click();
  await expect(section.getByText('Nothing answered there').first()).toBeVisible();
  await section.scrollIntoViewIfNeeded();
  await section.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await stage.shot('85-providers');
});

test('a turn, closely; sheets in a narrow window; twice as large; colours of the system', async () => {
  stage = await openStage({});
  const { app } = stage;
  const { chat } = app;
  await send(app, 'Find out why the orders database has been slow for three days');
  for (const tool of ['get_alerts', 'get_metrics', 'search_commits']) await decide(app, `Tool call: ${tool} on shop`, 'Allow once');
  await expect(log(app)).toContainText(/index/i);
  await stage.shot('86-narrow-chat', half);
  await chat.keyboard.press('Control+i');
  await stage.shot('86-context-panel');
  await stage.shot('86-narrow-context', half);
  await chat.keyboard.press('Control+i');
  await chat.getByRole('button', { name: 'What happened' }).click();
  await stage.shot('86-waterfall');
  await stage.shot('86-narrow-waterfall', half);
  await chat.getByRole('button', { name: 'What the model saw in round 2' }).click();
  await chat.getByRole('region', { name: 'What the model saw in round 2' }).scrollIntoViewIfNeeded();
  await stage.shot('86-model-saw');
  for (const name of ['Servers', 'Resources', 'Activity', 'Settings']) {
    await go(app, name);
    await stage.shot(`86-narrow-${name.toLowerCase()}`, half);
  }
  await go(app, 'Chats');
  for (let step = 0; step < 6; step += 1)
    await app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('view.zoomIn')?.click());
  await stage.shot('87-zoomed-chat', [[1280, 800]]);
  await send(app, 'What is the weather in Beijing?');
  await decision(app, 'Tool call: get_weather on assistant');
  await stage.shot('87-zoomed-decision', [[1280, 800]]);
  await app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('view.zoomReset')?.click());
  for (const [name, media] of [
    ['forced', { forcedColors: 'active' }],
    ['contrast', { forcedColors: 'none', contrast: 'more' }],
  ] as const) {
    for (const page of [chat, await decisionPage(app)]) await page.emulateMedia(media);
    await stage.shot(`88-${name}-decision`, [[1280, 800]]);
    for (const screen of ['Servers', 'Activity', 'Settings']) {
      await go(app, screen);
      await stage.shot(`88-${name}-${screen.toLowerCase()}`, [[1280, 800]]);
    }
    await go(app, 'Chats');
  }
  await decide(app, 'Tool call: get_weather on assistant', 'Deny');
});
