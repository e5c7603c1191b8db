import { expect, test, type Page } from '@playwright/test';
import { fixture, makeFolder } from './paths.ts';
import { decide, decision, decisionPage, isAlive, launch, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
test.beforeEach(() => {
  folder = makeFolder({ rec: fixture('recorder') });
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  folder.remove();
});

async function open(): Promise<App> {
  const a = (app = await launch({ dir: folder.dir }));
  await decide(a, 'Review server rec', 'Trust and start');
  await decide(a, 'New tools on rec', 'Accept tools');
  return a;
}
async function resize({ electron }: App, width: number, height: number): Promise<void> {
  await electron.evaluate(({ BaseWindow }, size) => BaseWindow.getAllWindows()[0]?.setSize(...size), [width, height] as [number, number]);
}
const more = (page: Page) => page.getByRole('group').first().getByText('There is more to read');
/** Whether the row of answers of the first card lies over a part of its text. */
const isCovered = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const card = document.querySelector('[data-decision]');
    const end = card?.querySelector('.answers-end')?.getBoundingClientRect();
    const row = card?.querySelector('.answers')?.getBoundingClientRect();
    return end !== undefined && row !== undefined && end.bottom > row.top + 1;
  });

test('S23 that there is more to read is said while the answers lie over a part of the text, and never else', async () => {
  const a = await open();
  const text = 'a few words more to be read '.repeat(24);
  await send(a, `call rec__echo ${JSON.stringify({ text })}\ncall rec__add {"a":1,"b":2}`);
  await decision(a, 'Tool call: echo on rec');
  await decision(a, 'Tool call: add on rec');
  const page = await decisionPage(a);
  await expect.poll(() => isCovered(page)).toBe(false);
  await expect(more(page)).toBeHidden();
  // The strip becomes low, and high again while the page is busy: what it is told of in between is out of date at once.
  for (let round = 0; round < 3; round += 1) {
    await resize(a, 1280, 420);
    await expect.poll(() => isCovered(page)).toBe(true);
    await expect(more(page)).toBeVisible();
    await page.evaluate(() => {
      const kept = globalThis as { busy?: ReturnType<typeof setInterval> };
      kept.busy = setInterval(() => {
        const until = performance.now() + 120;
        while (performance.now() < until);
      }, 1);
    });
    for (const height of [800, 420, 800, 420, 800]) {
      await resize(a, 1280, height);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    await page.evaluate(() => clearInterval((globalThis as { busy?: ReturnType<typeof setInterval> }).busy));
    await expect.poll(() => isCovered(page)).toBe(false);
    await expect(more(page)).toBeHidden();
  }
});

test('S23 a row of answers that has become several lines high covers no text in silence', async () => {
  const a = await open();
  const text = Array.from({ length: 3 }, (_, line) => `line ${line}`).join(' and a few more words ');
  await send(a, `call rec__echo ${JSON.stringify({ text })}`);
  await decision(a, 'Tool call: echo on rec');
  const page = await decisionPage(a);
  let covered = 0;
  for (let height = 420; height <= 900; height += 24) {
    await resize(a, 560, height);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await expect.poll(async () => (await isCovered(page)) === (await more(page).isVisible())).toBe(true);
    if (await isCovered(page)) covered += 1;
  }
  expect(covered).toBeGreaterThan(0);
  expect(covered).toBeLessThan(21);
});
