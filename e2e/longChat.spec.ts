import { expect, test, type Locator } from '@playwright/test';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { makeFolder } from './paths.ts';
import { seedChat } from './seedChat.ts';
import { isAlive, launch, log, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
let model: ModelServer;

test.beforeEach(async () => {
  folder = makeFolder();
  model = await startModelServer();
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  await model.close();
  folder.remove();
});

const turns = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    question: `Question number ${at}`,
    answer: `Answer number ${at}.\n\n${'Some words that fill lines. '.repeat((at % 7) * 10 + 5)}\n\n- one\n- two\n\n\`\`\`js\nlet a${at} = ${at};\n\`\`\``,
  }));
async function openLong(count = 250): Promise<App> {
  seedChat(folder.dir, 'Long chat', turns(count));
  const opened = await launch({
    dir: folder.dir,
    environment: { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' },
  });
  app = opened;
  await opened.chat.getByText('Long chat').first().click();
  await expect(log(opened)).toContainText(`Answer number ${count - 1}.`);
  await expect.poll(() => distance(log(opened))).toBeLessThan(2); // open means: at its end
  return opened;
}
const distance = (box: Locator): Promise<number> => box.evaluate((node) => node.scrollHeight - node.clientHeight - node.scrollTop);
const topTurn = (box: Locator) =>
  box.evaluate((node) => {
    const edge = node.getBoundingClientRect().top;
    const places = [...node.querySelectorAll<HTMLElement>('[data-turn]')];
    const first = places
      .map((place) => ({ id: place.dataset['turn'], y: place.getBoundingClientRect() }))
      .find(({ y }) => y.bottom > edge + 1 && y.height > 0);
    return { id: first?.id, y: Math.round((first?.y.top ?? 0) - edge) };
  });

test('a long chat opens at its end with the turns near it only, and "Jump to latest" leads back there', async () => {
  const a = await openLong();
  const box = log(a);
  await expect.poll(() => distance(box)).toBeLessThan(2);
  expect(await box.locator('article').count()).toBeLessThan(40);
  await expect(a.chat.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
  await box.hover();
  await a.chat.mouse.wheel(0, -6000);
  const back = a.chat.getByRole('button', { name: 'Jump to latest' });
  await expect(back).toBeVisible();
  await back.click();
  await expect.poll(() => distance(box)).toBeLessThan(2);
  await expect(back).toHaveCount(0);
});

test('UG3 what is read stays where it is while an answer comes in below, and the end is followed again after the way back', async () => {
  const a = await openLong(120);
  const box = log(a);
  model.script(() => ({ text: Array.from({ length: 80 }, (_, at) => `Line ${at} of the new answer.\n\n`), pieceMs: 25 }));
  await send(a, 'more');
  await expect(box).toContainText('Line 3 of');
  await expect.poll(() => distance(box)).toBeLessThan(60);
  await box.hover();
  await a.chat.mouse.wheel(0, -2500);
  await expect.poll(() => distance(box)).toBeGreaterThan(1000);
  await a.chat.waitForTimeout(300);
  const before = await topTurn(box);
  await a.chat.waitForTimeout(800);
  expect(await topTurn(box)).toEqual(before);
  await a.chat.getByRole('button', { name: 'New messages' }).click();
  await expect(box).toContainText('Line 79 of');
  await expect.poll(() => distance(box)).toBeLessThan(2);
});

test('earlier turns come when the beginning is near, and what is read does not move', async () => {
  const a = await openLong(350);
  const box = log(a);
  await expect(box.getByText('Question number 249', { exact: true })).toHaveCount(0);
  // The keyboard is enough: Home goes to the first turn that is there.
  await box.focus();
  await a.chat.keyboard.press('Home');
  await expect(box.getByText('Question number 250', { exact: true })).toBeVisible();
  await expect.poll(() => box.evaluate((node) => node.scrollTop)).toBeGreaterThan(2000);
  // The way up is animated, and they may come before its end: then it ends there. What stands at the top now is read, and stays.
  const read = await topTurn(box);
  const question = await box.locator(`[data-turn="${read.id}"]`).textContent();
  expect(Number(/Question number (\d+)/.exec(question ?? '')?.[1])).toBeGreaterThanOrEqual(249);
  expect(Number(/Question number (\d+)/.exec(question ?? '')?.[1])).toBeLessThan(262);
  await a.chat.waitForTimeout(500);
  expect(await topTurn(box)).toEqual(read);
  await a.chat.keyboard.press('PageUp');
  await a.chat.keyboard.press('PageUp');
  await expect(box.getByText('Question number 249', { exact: true })).toBeVisible();
});

test('earlier turns come after one single move from the end to the beginning, too', async () => {
  const a = await openLong(350);
  const box = log(a);
  await expect.poll(() => distance(box)).toBeLessThan(2);
  await box.focus();
  // The key lets go of the end; the move itself is one jump, as a dragged scrollbar makes it or a page that was busy.
  await box.evaluate((node) => {
    node.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home' }));
    node.scrollTop = 0;
  });
  await expect.poll(() => box.evaluate((node) => node.scrollTop)).toBeGreaterThan(2000);
  await expect(box.getByText('Question number 250', { exact: true })).toBeVisible();
});

test('a turn that holds the focus stays there however far the person scrolls, and a turn that comes back is no news', async () => {
  const a = await openLong();
  const box = log(a);
  await box.hover();
  await a.chat.mouse.wheel(0, -8000);
  await expect(a.chat.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  const button = box.getByRole('button', { name: 'Copy answer' }).nth(1);
  await button.focus();
  await a.chat.mouse.wheel(0, -9000);
  await a.chat.waitForTimeout(300);
  await expect(button).toBeAttached();
  expect(await a.chat.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Copy answer');
  expect(await box.locator('[data-turn]:not([aria-live="off"])').count()).toBe(1);
});
