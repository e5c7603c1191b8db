import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { fixture, makeFolder } from './paths.ts';
import { decide, isAlive, launch, log, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
let model: ModelServer;

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

async function start(mcpServers?: Readonly<Record<string, unknown>>): Promise<App> {
  if (mcpServers) writeFileSync(path.join(folder.dir, 'mcp.json'), JSON.stringify({ mcpServers }));
  app = await launch({ dir: folder.dir, environment: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' } });
  return app;
}
const box = ({ chat }: App) => chat.getByRole('textbox', { name: 'Message' });
const option = ({ chat }: App, name: string) => chat.getByRole('listbox', { name: 'Prompts' }).getByRole('option', { name });
const dialog = ({ chat }: App, name: string) => chat.getByRole('dialog', { name });
const preview = ({ chat }: App) => chat.getByRole('region', { name: 'Preview' });
const attached = ({ chat }: App) => chat.getByRole('list', { name: 'Attached to the next message' });
/** What an accessibility check finds on the page. */
const troubles = async ({ chat }: App): Promise<string[]> =>
  (await new AxeBuilder({ page: chat }).setLegacyMode().analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
const sentMessages = () => (model.requests[0]?.body.messages ?? []).filter(({ role }) => role !== 'system');
/** Pictures for the eyes, where a folder is named. */
const shot = async ({ chat }: App, name: string): Promise<void> => {
  if (process.env.STEWARD_SHOTS) await chat.screenshot({ path: path.join(process.env.STEWARD_SHOTS, `${name}.png`) });
};

test('PRM-1 CPL-1 by the keyboard alone: / lists prompts, arguments are completed, the prompt is looked at, inserted, changed and sent', async () => {
  const a = await start();
  await box(a).pressSequentially('/');
  await expect(option(a, '/assistant:city_brief')).toBeVisible();
  await expect(option(a, '/shop:find_cause')).toBeVisible();
  await shot(a, 'prompts-list');
  expect(await troubles(a)).toEqual([]);
  await box(a).pressSequentially('城市');
  await expect(a.chat.getByRole('option')).toHaveCount(1);
  await box(a).press('Enter');
  const asking = dialog(a, 'Prompt city_brief from assistant');
  const city = asking.getByRole('combobox', { name: 'city' });
  await expect(city).toBeFocused();
  await city.press('Enter');
  await expect(asking).toContainText('This is required.');
  await expect(city).toHaveAttribute('aria-invalid', 'true');
  await city.pressSequentially('tok');
  await expect(asking.getByRole('option', { name: 'Tokyo' })).toBeVisible();
  await shot(a, 'prompts-form');
  expect(await troubles(a)).toEqual([]);
  await city.press('ArrowDown');
  await city.press('Enter');
  await expect(city).toHaveValue('Tokyo');
  await city.press('Enter');
  await expect(preview(a)).toContainText('What is the weather in Tokyo?');
  await expect(preview(a)).toContainText('This is assistant’s own text');
  await expect(preview(a)).toBeFocused();
  await shot(a, 'prompts-preview');
  expect(await troubles(a)).toEqual([]);
  expect(model.requests).toHaveLength(0);
  await a.chat.keyboard.press('Tab');
  while (!(await asking.getByRole('button', { name: 'Change the arguments' }).evaluate((button) => button.matches(':focus'))))
    await a.chat.keyboard.press('Tab');
  await a.chat.keyboard.press('Enter');
  await expect(city).toBeVisible();
  await city.press('Enter');
  await expect(preview(a)).toBeFocused();
  await a.chat.keyboard.press('Enter');
  await expect(asking).toBeHidden();
  await expect(box(a)).toBeFocused();
  await expect(box(a)).toHaveValue('What is the weather in Tokyo?');
  await expect(attached(a)).toContainText('Prompt city_brief');
  expect(model.requests).toHaveLength(0);
  await box(a).pressSequentially(' Be brief.');
  await box(a).press('Enter');
  await expect(log(a)).toContainText('I have read it.');
  expect(sentMessages()).toMatchObject([{ role: 'user', content: 'What is the weather in Tokyo? Be brief.' }]);
  await expect(log(a).getByRole('list', { name: 'Attached' })).toContainText('Prompt city_brief');
});

test('PRM-1 a prompt of several messages is an item of its own: seen in Context, removable, and sent in its roles', async () => {
  const a = await start();
  const insertCause = async (): Promise<void> => {
    await box(a).fill('');
    await box(a).pressSequentially('/find');
    await option(a, '/shop:find_cause').click();
    const asking = dialog(a, 'Prompt find_cause from shop');
    await asking.getByRole('combobox', { name: 'time_range' }).fill('3d');
    await asking.getByRole('combobox', { name: 'runbook' }).fill('slow-queries');
    await asking.getByRole('button', { name: 'Preview' }).click();
    await expect(preview(a)).toContainText('In the model’s name');
    await expect(preview(a)).toContainText('shop://runbook/slow-queries');
    await shot(a, 'prompts-dialogue');
    await asking.getByRole('button', { name: 'Insert' }).click();
    await expect(asking).toBeHidden();
  };
  await insertCause();
  await expect(box(a)).toHaveValue('Please go on from here.');
  await a.chat.getByRole('button', { name: 'Remove Find the cause of an incident' }).click();
  await expect(attached(a)).toBeHidden();
  await insertCause();
  await a.chat.getByRole('button', { name: 'Show context' }).click();
  const context = a.chat.getByRole('complementary', { name: 'Context' });
  await expect(context).toContainText('Prompt find_cause');
  await expect(context).toContainText('goes with the next message');
  await shot(a, 'prompts-context');
  expect(await troubles(a)).toEqual([]);
  await a.chat.getByRole('button', { name: 'Send' }).click();
  await expect(log(a)).toContainText('I have read it.');
  expect(sentMessages().map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(sentMessages()[1]?.content).toMatch(/^<<<PROMPT \w+ \{[^\n]*"source":"prompt find_cause on shop"/);
  expect(sentMessages()[2]?.content).toContain('# Slow queries');
  expect(sentMessages()[2]?.content).toMatch(/Please go on from here\.$/);
});

test('PRM-1 PRM-2 a server’s own: odd names, every kind of content, hidden characters marked, and failures in a sentence', async () => {
  const a = await start({ say: fixture('prompter') });
  await decide(a, 'Review server say', 'Trust and start');
  const choose = async (name: string): Promise<void> => {
    await box(a).fill('');
    await box(a).pressSequentially(`/say:${name}`);
    await option(a, `/say:${name}`).first().click();
  };
  const leave = async (): Promise<void> => {
    await a.chat.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(a.chat.getByRole('dialog')).toBeHidden();
  };
  await choose('odd/名 name:x');
  await expect(preview(a)).toContainText('The odd one.');
  await leave();
  await choose('kinds');
  await expect(preview(a).getByRole('img', { name: 'Picture from say' })).toHaveCount(2);
  await expect(preview(a)).toContainText('prompter://far');
  await expect(preview(a)).toContainText('for you alone, not sent');
  await expect(preview(a)).toContainText('A kind of content that Steward does not know');
  await expect(preview(a)).toContainText('image/png, 18 B');
  await shot(a, 'prompts-kinds');
  expect(await troubles(a)).toEqual([]);
  await leave();
  await choose('hidden');
  await expect(preview(a)).toContainText('2 characters here cannot be seen. They are marked.');
  await expect(preview(a).locator('.hidden-mark')).toHaveCount(2);
  await expect(preview(a)).toContainText('It cannot go into the message box');
  await shot(a, 'prompts-hidden');
  await leave();
  await choose('fails');
  await expect(a.chat.getByRole('dialog').getByRole('alert')).toContainText('The server could not make this prompt. Nothing was inserted');
  await expect(a.chat.getByRole('dialog').getByRole('alert')).toContainText('the shelf fell over');
  await expect(a.chat.getByRole('button', { name: 'Insert' })).toBeHidden();
  await leave();
  await expect(attached(a)).toBeHidden();
  expect(await box(a).inputValue()).toBe('');
});

test('a / that is a path or a sentence is sent as it is, Escape closes the list, and keys of an input method are never taken', async () => {
  const a = await start();
  await box(a).pressSequentially('/ci');
  await expect(option(a, '/assistant:city_brief')).toBeVisible();
  await box(a).evaluate((element) => {
    const enter = { key: 'Enter', bubbles: true, cancelable: true, isComposing: true };
    element.dispatchEvent(new KeyboardEvent('keydown', enter));
  });
  await expect(a.chat.getByRole('dialog')).toBeHidden();
  await box(a).press('Escape');
  await expect(option(a, '/assistant:city_brief')).toBeHidden();
  await expect(box(a)).toHaveValue('/ci');
  await box(a).fill('');
  await send(a, '/etc/hosts is which file?');
  await expect(log(a)).toContainText('I have read it.');
  expect(sentMessages()).toMatchObject([{ role: 'user', content: '/etc/hosts is which file?' }]);
});

test('PRM-1 a server’s page lists its prompts with their arguments, and one is used from there', async () => {
  const a = await start();
  await a.chat.getByRole('link', { name: 'Servers' }).click();
  await a.chat.getByRole('button', { name: 'Details of assistant' }).click();
  await a.chat.getByRole('tab', { name: 'Prompts (1)' }).click();
  const list = a.chat.getByRole('list', { name: 'Prompts of assistant' });
  await expect(list).toContainText('City brief · 城市简报');
  await expect(list.getByRole('list', { name: 'Arguments of city_brief' }).getByRole('listitem').first()).toContainText('city required');
  await shot(a, 'prompts-tab');
  expect(await troubles(a)).toEqual([]);
  await a.chat.getByRole('button', { name: 'Use in chat: city_brief' }).click();
  await expect(dialog(a, 'Prompt city_brief from assistant')).toBeVisible();
  await a.chat.keyboard.press('Escape');
  await expect(a.chat.getByRole('dialog')).toBeHidden();
  await expect(box(a)).toBeFocused();
  await a.chat.getByRole('button', { name: 'Attach', exact: true }).click();
  await a.chat.getByRole('menuitem', { name: 'Prompt…' }).click();
  await expect(box(a)).toHaveValue('/');
  await expect(option(a, '/shop:find_cause')).toBeVisible();
});

test('what is typed after choosing Resource… or Prompt… narrows the list, also where nothing was written before', async () => {
  const a = await start();
  for (const [item, name, typed, found] of [
    ['Resource…', 'Resources to attach', 'catal', /Product catalog/],
    ['Prompt…', 'Prompts', 'cause', /find_cause/],
  ] as const) {
    // Another screen in between: the box is made anew, and nobody has written in it.
    await a.chat.getByRole('link', { name: 'Servers' }).click();
    await a.chat.getByRole('link', { name: 'Chats' }).click();
    await a.chat.getByRole('button', { name: 'Attach' }).click();
    await a.chat.getByRole('menuitem', { name: item }).click();
    await expect(a.chat.getByRole('listbox', { name }).getByRole('option').first()).toBeVisible();
    await a.chat.keyboard.type(typed);
    await expect(a.chat.getByRole('option')).toHaveText([found]);
    await box(a).fill('');
  }
});
