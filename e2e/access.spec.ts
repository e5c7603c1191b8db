import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { fixture, makeFolder } from './paths.ts';
import { card, decide, decision, decisionPage, isAlive, launch, log, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
test.beforeEach(() => {
  folder = makeFolder({ rec: fixture('recorder', { RECORD_FILE: '/dev/null' }) });
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  folder.remove();
});

/** What an accessibility check finds on a page, in both themes. */
async function troubles(a: App, page: Page, place: string): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['light', 'dark']) {
    await a.chat.evaluate(async (value) => {
      const { bridge } = window as unknown as { bridge: { request(name: string, input: unknown): Promise<unknown> } };
      await bridge.request('settings.change', { change: { theme: value } });
    }, theme);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await page.waitForTimeout(200); // colours change over 150 ms
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    found.push(
      ...violations.map(
        ({ id, nodes }) =>
          `${place} (${theme}): ${id}: ${nodes
            .map((node) => node.html)
            .join(' | ')
            .slice(0, 400)}`,
      ),
    );
  }
  return found;
}

test('no screen and no decision has anything that an accessibility check finds, in either theme', async () => {
  test.setTimeout(150_000);
  app = await launch({ dir: folder.dir });
  const a = app;
  const { chat } = a;
  const found: string[] = [];
  const check = async (place: string, page: Page = chat): Promise<void> => {
    found.push(...(await troubles(a, page, place)));
  };
  await decision(a, 'Review server rec');
  await check('review of a server', await decisionPage(a));
  await decide(a, 'Review server rec', 'Trust and start');
  await decision(a, 'New tools on rec');
  await check('new tools', await decisionPage(a));
  await decide(a, 'New tools on rec', 'Accept tools');
  await check('empty chat');
  await send(a, 'Order a phone and two phone cases for Zhang San, shipped to Shenzhen');
  const asked = await decision(a, 'Tool call: create_order on shop');
  await check('a call waits: chat');
  await check('a call waits: decision', await decisionPage(a));
  await asked.getByRole('button', { name: 'Edit arguments' }).click();
  await check('arguments edited', await decisionPage(a));
  await asked.getByRole('button', { name: 'Discard' }).click();
  await decide(a, 'Tool call: create_order on shop', 'Allow once');
  await expect(card(a, 'create_order on shop')).toContainText('Done');
  await card(a, 'create_order on shop').getByRole('button').first().click();
  await check('a card, opened');
  await chat.keyboard.press('Control+i');
  await check('context panel');
  await chat.keyboard.press('Control+i');
  await chat.getByRole('link', { name: 'Servers' }).click();
  await check('servers');
  await chat.getByRole('button', { name: 'Add server' }).click();
  for (const way of ['By hand', 'Paste JSON', 'From another app']) {
    await chat.getByRole('radio', { name: way }).check({ force: true });
    await check(`add a server: ${way}`);
  }
  await chat.getByRole('button', { name: 'Cancel' }).click();
  await chat.getByRole('button', { name: 'Details of rec', exact: true }).click();
  for (const tab of [/^Overview/, /^Tools/, /^Log/, /^Traffic/]) {
    await chat.getByRole('tab', { name: tab }).click();
    await check(`server page ${tab.source}`);
  }
  await chat.getByRole('tab', { name: /^Tools/ }).click();
  await chat.getByRole('button', { name: /^nested/ }).click();
  await check('a tool to be tried');
  await chat.getByRole('link', { name: 'Resources' }).click();
  await chat.getByRole('treeitem', { name: 'Welcome to Steward' }).click();
  await expect(chat.getByRole('region', { name: 'Preview' }).getByRole('heading').first()).toBeVisible();
  await check('resources');
  await chat.getByRole('link', { name: 'Activity' }).click();
  await check('activity');
  await chat.getByRole('link', { name: 'Settings' }).click();
  await check('settings');
  expect(found).toEqual([]);
});

test('the keyboard alone asks, decides, reads the card, goes through the screens and comes back', async () => {
  app = await launch({ dir: folder.dir });
  const { chat } = app;
  const decisions = await decisionPage(app);
  const visit = async (): Promise<void> => {
    await expect(chat.getByRole('button', { name: /^Decide/ })).toBeVisible();
    await chat.keyboard.press('F8');
    await expect.poll(() => decisions.evaluate(() => document.hasFocus())).toBe(true);
  };
  const review = await decision(app, 'Review server rec');
  await visit();
  await expect(review.getByRole('button', { name: 'Trust and start' })).toBeEnabled();
  await decisions.keyboard.press('t');
  const tools = await decision(app, 'New tools on rec');
  await expect(tools.getByRole('button', { name: 'Accept tools' })).toBeEnabled();
  await decisions.keyboard.press('a');
  await expect(tools).toBeHidden();

  const box = chat.getByRole('textbox', { name: 'Message' });
  await chat.keyboard.press('Control+l');
  await expect(box).toBeFocused();
  await chat.keyboard.type('call rec__add {"a":20,"b":22}');
  await chat.keyboard.press('Enter');
  const asked = await decision(app, 'Tool call: add on rec');
  await expect(box).toBeFocused(); // a decision never takes the caret
  await visit();
  await decisions.keyboard.press('Enter');
  await expect(asked).toBeVisible(); // and Enter never allows
  await expect(asked.getByRole('button', { name: 'Allow once' })).toBeEnabled();
  await decisions.keyboard.press('a');
  await expect(asked).toBeHidden();
  await expect(card(app, 'add on rec')).toContainText('Done');
  await expect.poll(() => chat.evaluate(() => document.hasFocus())).toBe(true);

  for (const [key, heading] of [
    ['Control+2', 'Servers'],
    ['Control+3', 'Resources'],
    ['Control+4', 'Activity'],
    ['Control+,', 'Settings'],
  ] as const) {
    await chat.keyboard.press(key);
    await expect(chat.getByRole('heading', { name: heading, exact: true, level: 1 })).toBeVisible();
    await chat.keyboard.press('Tab');
    // Wherever one goes, something has the focus, and it can be seen.
    await expect.poll(() => chat.evaluate(() => document.activeElement !== null && document.activeElement !== document.body)).toBe(true);
  }
  await chat.keyboard.press('Control+1');
  await expect(log(app)).toBeVisible();
});
