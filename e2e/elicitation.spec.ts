import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Locator } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { formOf, type Plan } from './inquirerHouse.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { fixture, makeFolder, root } from './paths.ts';
import { card, decide, decision, decisionPage, launch, quit, send, type App } from './window.ts';

let model: ModelServer;
let folder: ReturnType<typeof makeFolder>;
let app: App;
test.beforeAll(async () => {
  test.setTimeout(90_000);
  model = await startModelServer();
  const older = fixture('inquirer', { INQUIRER_ERA: 'legacy' });
  folder = makeFolder({ newer: fixture('inquirer'), older });
  app = await launch({ dir: folder.dir, environment: { OPENAI_API_KEY: 'K', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' } });
  for (const server of ['newer', 'older']) {
    await decide(app, `Review server ${server}`, 'Trust and start');
    await decide(app, `New tools on ${server}`, 'Accept tools');
  }
  for (const server of ['newer', 'older']) await turnOn(server);
  await app.electron.evaluate(({ shell }) => {
    const kept = globalThis as unknown as { opened: string[] };
    kept.opened = [];
    Object.assign(shell, { openExternal: async (url: string) => void kept.opened.push(url) });
  });
});
test.afterAll(async () => {
  await quit(app);
  folder.remove();
  await model.close();
});

const opened = (): Promise<string[]> => app.electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
/** A person turns it on where a server is kept. */
async function turnOn(server: string): Promise<void> {
  await app.chat.getByRole('link', { name: 'Servers' }).click();
  const back = app.chat.getByRole('button', { name: 'Back to all servers' });
  if (await back.isVisible()) await back.click();
  await app.chat.getByRole('button', { name: `Details of ${server}`, exact: true }).click();
  await app.chat.getByRole('switch', { name: 'Allow information requests' }).click();
  await expect(app.chat.getByRole('switch', { name: 'Allow information requests' })).toBeChecked();
  await expect(app.chat.getByText(/Ready|ready/).first()).toBeVisible();
}
async function ask(server: string, plan: Plan): Promise<void> {
  model.script(({ body }) =>
    body.messages?.at(-1)?.role === 'tool'
      ? { text: 'done' }
      : { calls: [{ name: `${server}__ask`, arguments: { plan: JSON.stringify(plan) } }] },
  );
  await app.chat.getByRole('link', { name: 'Chats' }).click();
  await app.chat.getByRole('button', { name: 'New chat' }).first().click();
  await send(app, 'ask me');
  await decide(app, `Tool call: ask on ${server}`, 'Allow once');
}
async function press(group: Locator, button: string): Promise<void> {
  await group.getByRole('button', { name: button }).click();
  await expect(group).toBeHidden();
}
const set = (change: { theme?: string; language?: string }): Promise<unknown> =>
  app.chat.evaluate((value) => {
    const { bridge } = window as unknown as { bridge: { request(name: string, input: unknown): Promise<unknown> } };
    return bridge.request('settings.change', { change: value });
  }, change);
/** Nothing for an accessibility check to find, in both themes; a picture of each, in both languages. */
async function inspect(name: string): Promise<void> {
  const page = await decisionPage(app);
  for (const theme of ['dark', 'light']) {
    await set({ theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await page.waitForTimeout(250);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
    for (const language of ['zh', 'en']) {
      await set({ language });
      await page.waitForTimeout(150);
      mkdirSync(path.join(root, 'test-results', 'elicitation'), { recursive: true });
      await page.screenshot({ path: path.join(root, 'test-results', 'elicitation', `${name}-${theme}-${language}.png`) });
    }
  }
}

const order = formOf(
  {
    name: { type: 'string', title: 'Your name', description: 'As it stands on the parcel.', minLength: 2 },
    mail: { type: 'string', title: 'E-mail', format: 'email' },
    day: { type: 'string', title: 'Day', format: 'date' },
    count: { type: 'integer', title: 'Pieces', minimum: 1, maximum: 5, default: 2 },
    colour: {
      type: 'string',
      title: 'Colour',
      oneOf: [
        { const: 'r', title: 'Red' },
        { const: 'g', title: 'Green' },
      ],
    },
    extras: {
      type: 'array',
      title: 'Extras',
      items: {
        anyOf: [
          { const: 'c', title: 'Case' },
          { const: 'f', title: 'Film' },
        ],
      },
      maxItems: 1,
    },
    gift: { type: 'boolean', title: 'As a gift', default: true },
  },
  ['name', 'colour'],
  'Where shall it go?',
);

for (const server of ['newer', 'older']) {
  test(`ELI-2 ELI-3 ELI-4 ${server}: a person fills in a form, is corrected while typing, and approves; the card of the call says what was asked`, async () => {
    test.setTimeout(180_000);
    await ask(server, { rounds: [{ a: order }] });
    const form = await decision(app, `Information request from ${server}`);
    await expect(form).toContainText('For its tool ask, which is running.');
    await expect(form.getByLabel('Pieces')).toHaveValue('2');
    await expect(form.getByLabel('As a gift')).toBeChecked();
    await form.getByRole('button', { name: 'Approve' }).click();
    const name = form.getByLabel('Your name');
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(/As it stands on the parcel\..*This has to be filled in\./);
    await name.fill('A');
    await expect(name).toHaveAccessibleDescription(/at least 2 characters/);
    await name.press('Enter');
    await expect(form).toBeVisible();
    await form.getByLabel('Pieces').fill('9');
    await expect(form.getByLabel('Pieces')).toHaveAccessibleDescription(/at most 5/);
    await form.getByLabel('E-mail').fill('nobody');
    await form.getByLabel('Case').check();
    await form.getByLabel('Film').check();
    await expect(form).toContainText('Choose at most 1.');
    if (server === 'newer') await inspect('form');
    await name.fill('Ada');
    await form.getByLabel('Pieces').fill('3');
    await form.getByLabel('E-mail').fill('ada@example.com');
    await form.getByLabel('Film').uncheck();
    await form.getByLabel('Colour').selectOption({ label: 'Green' });
    await press(form, 'Approve');
    const call = card(app, `ask on ${server}`);
    await expect(call).toContainText(
      'Asked for information, round 1: Your name, E-mail, Day, Pieces, Colour, Extras, As a gift · answered',
    );
    await expect.poll(() => JSON.stringify(model.requests.at(-1)?.body.messages)).toContain('ada@example.com');
    const told = JSON.stringify(model.requests.at(-1)?.body.messages).replaceAll('\\', '');
    expect(told).toContain('{"name":"Ada","mail":"ada@example.com","count":3,"colour":"g","extras":["c"],"gift":true}');
  });
}

test('ELI-2 several forms queue; one is declined, one is cancelled, and each says so on the card', async () => {
  await ask('newer', {
    rounds: [{ a: formOf({ x: { type: 'string' } }, [], 'first'), b: formOf({ y: { type: 'string' } }, [], 'second') }],
  });
  const page = await decisionPage(app);
  const all = page.getByRole('group', { name: 'Information request from newer', exact: true });
  await expect(all).toHaveCount(2);
  await all.filter({ hasText: 'first' }).getByRole('button', { name: 'Decline' }).click();
  await expect(all).toHaveCount(1);
  await all.getByRole('button', { name: 'Cancel' }).click();
  await expect(card(app, 'ask on newer')).toContainText('x · declined');
  await expect(card(app, 'ask on newer')).toContainText('y · cancelled');
});

test('S34 a form that asks for a secret says stop: it is approved only after a tick, and another answer needs another one', async () => {
  await ask('newer', { rounds: [{ a: formOf({ nick: { type: 'string' }, p: { type: 'string', title: 'Раsswоrd' } }, ['nick']) }] });
  const form = await decision(app, 'Information request from newer');
  await expect(form.getByText('This looks like a secret')).toBeVisible();
  await form.getByLabel('nick').fill('ada');
  const approve = form.getByRole('button', { name: 'Approve' });
  await expect(approve).toBeEnabled();
  await form.getByLabel('Раsswоrd').fill('hunter2');
  await expect(approve).toBeDisabled();
  await form.getByRole('checkbox', { name: 'I know this and want to send it all the same' }).check();
  await expect(approve).toBeEnabled();
  await form.getByLabel('Раsswоrd').fill('hunter3');
  await expect(approve).toBeDisabled();
  await inspect('secret');
  await form.getByLabel('Раsswоrd').fill('');
  await press(form, 'Approve');
});

test('S35 ELI-6 ELI-7 ELI-10 links stand whole and can’t be clicked; they open after a yes, and the older error is waited for and tried again', async () => {
  const url = 'https://xn--80ak6aa92e.com/login?next=%2F';
  await ask('newer', { rounds: [{ a: { mode: 'url', message: 'Log in https://elsewhere.example', url } }] });
  const link = await decision(app, 'Link request from newer');
  await expect(link.getByRole('group', { name: 'The whole address' })).toHaveText(url);
  await expect(link.locator('mark')).toHaveText('xn--80ak6aa92e.com');
  await expect(link).toContainText('It reads аррӏе.com; looked up is xn--80ak6aa92e.com.');
  await expect(link.getByRole('link')).toHaveCount(0);
  await inspect('link');
  expect(await opened()).toEqual([]);
  await press(link, 'Open link');
  expect(await opened()).toEqual([url]);
  await expect(card(app, 'ask on newer')).toContainText('Asked for a link to be opened, round 1: xn--80ak6aa92e.com · answered');

  await ask('older', { required: [{ message: 'first', elicitationId: 'e', url: 'https://example.com/connect' }] });
  await press(await decision(app, 'Link request from older'), 'Open link');
  const waiting = await decision(app, 'Waiting for the browser: older');
  await expect(waiting).toContainText('example.com');
  await inspect('waiting');
  await press(waiting, 'Retry');
  await expect(card(app, 'ask on older')).toContainText('Done');
  expect(await opened()).toEqual([url, 'https://example.com/connect']);
});
