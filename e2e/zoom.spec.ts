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

/** Makes the pages larger as a person does, until they are twice as large. */
async function zoomToDouble({ electron, chat }: App): Promise<void> {
  const zoomIn = () => electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('view.zoomIn')?.click());
  for (let step = 0; step < 12 && (await chat.evaluate(() => devicePixelRatio)) < 2; step += 1) {
    const before = await chat.evaluate(() => devicePixelRatio);
    await zoomIn();
    await expect.poll(() => chat.evaluate(() => devicePixelRatio)).toBeGreaterThan(before);
  }
  expect(await chat.evaluate(() => devicePixelRatio)).toBe(2);
}

/** What of a page a person cannot reach with the pointer, even by scrolling, or sees cut off at the page's side. */
const unreachable = (page: Page, place: string, within = 'body'): Promise<string[]> =>
  page.evaluate(
    ([where, root]) => {
      const name = (element: Element): string =>
        `${where}: ${element.tagName.toLowerCase()}.${element.className} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)}”`;
      const wide = [document.documentElement, document.body]
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map((element) => `${name(element)} is too wide`);
      const kinds = 'a[href], button, input, select, textarea, [role="treeitem"], [role="option"], [role="tab"]';
      const things = [...(document.querySelector(root)?.querySelectorAll(kinds) ?? [])];
      if (things.length === 0) return [`${where}: nothing is there`];
      const lost = things.filter((thing) => {
        if (!thing.checkVisibility({ visibilityProperty: true }) || thing.closest('[hidden]')) return false;
        thing.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        const { left, right, top, bottom, width } = thing.getBoundingClientRect();
        if (left < -1 || right > innerWidth + 1) return true;
        const label = thing.closest('label');
        const row = { y: (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2, xs: [0.5, 0.15, 0.85] };
        return !row.xs.some((share) => {
          const hit = document.elementFromPoint(left + width * share, row.y);
          return hit !== null && (thing.contains(hit) || (label !== null && label.contains(hit)));
        });
      });
      return [...wide, ...lost.map((thing) => `${name(thing)} cannot be reached`)];
    },
    [place, within] as const,
  );

test('at 200 % in a window of 1280 by 800 everything can be reached, nothing is cut off, and a decision is answered', async () => {
  test.setTimeout(120_000);
  app = await launch({ dir: folder.dir });
  const a = app;
  const { chat } = a;
  await zoomToDouble(a);
  expect(await chat.evaluate(() => innerWidth)).toBe(640);
  const found: string[] = [];
  const check = async (place: string, page: Page = chat, within?: string): Promise<void> => {
    await page.waitForTimeout(250); // what slides in has come
    found.push(...(await unreachable(page, place, within)));
  };
  await decision(a, 'Review server rec');
  const decisions = await decisionPage(a);
  expect(await decisions.evaluate(() => devicePixelRatio)).toBe(2);
  await check('review', decisions);
  await check('chat above a review');
  await decide(a, 'Review server rec', 'Trust and start');
  await decision(a, 'New tools on rec');
  await check('new tools', decisions);
  await decide(a, 'New tools on rec', 'Accept tools');
  await check('empty chat');

  await send(a, 'Order a phone and two phone cases for Zhang San, shipped to Shenzhen');
  const asked = await decision(a, 'Tool call: create_order on shop');
  await check('decision', decisions);
  await check('chat above a decision');
  // What is decided upon can be read to its end.
  await asked.getByRole('region', { name: 'Arguments' }).getByText('Shenzhen').last().scrollIntoViewIfNeeded();
  await asked.getByRole('button', { name: 'Edit arguments' }).click();
  await check('edit arguments', decisions);
  await asked.getByRole('button', { name: 'Discard' }).click();
  await asked.getByRole('button', { name: 'Allow once' }).click();
  await expect(asked).toBeHidden();
  await expect(card(a, 'create_order on shop')).toContainText('Done');
  await card(a, 'create_order on shop').getByRole('button').first().click();
  await check('card');
  await chat.keyboard.press('Control+i');
  await expect(chat.getByRole('complementary', { name: 'Context' })).toBeVisible();
  await check('context', chat, '.context-panel');
  await chat.keyboard.press('Escape');
  await chat.getByRole('button', { name: 'Show the list of chats' }).click();
  await check('list of chats', chat, '.chat-list');
  await chat.keyboard.press('Escape');

  await chat.getByRole('link', { name: 'Servers' }).click();
  await check('servers');
  await chat.getByRole('button', { name: 'Add server' }).click();
  for (const way of ['By hand', 'Paste JSON', 'From another app']) {
    await chat.getByRole('radio', { name: way }).check({ force: true });
    await check(`add a server: ${way}`);
  }
  await chat.getByRole('button', { name: 'Cancel' }).click();
  await chat.getByRole('button', { name: 'Details of rec', exact: true }).click();
  for (const tab of [/^Overview/, /^Log/, /^Traffic/, /^Tools/]) {
    await chat.getByRole('tab', { name: tab }).click();
    await check(`server page ${tab.source}`);
  }
  await chat.getByRole('button', { name: /^nested/ }).click();
  await check('playground');
  await chat.getByRole('link', { name: 'Resources' }).click();
  await check('resources');
  await chat.getByRole('treeitem', { name: 'Product catalog' }).click();
  await expect(chat.getByRole('region', { name: 'Preview' }).getByRole('cell').first()).toBeVisible();
  await check('a resource');
  await chat.getByRole('link', { name: 'Activity' }).click();
  await check('activity');
  await chat.getByRole('link', { name: 'Settings' }).click();
  await check('settings');
  await chat.keyboard.press('F1');
  await expect(chat.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await chat.keyboard.press('Escape');
  expect(found).toEqual([]);
  await chat.getByRole('link', { name: 'Chats' }).click();
  await expect(log(a)).toContainText('Order a phone');
});
