import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { makeFolder } from './paths.ts';
import { seedChat } from './seedChat.ts';
import { isAlive, launch, log, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;

test.beforeEach(() => {
  folder = makeFolder();
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  folder.remove();
});

const field = ({ chat }: App) => chat.getByRole('searchbox', { name: 'Search chats' });
const hits = ({ chat }: App) => chat.getByRole('listbox', { name: 'Search results' }).getByRole('option');
const rows = ({ chat }: App) => chat.getByRole('listbox', { name: 'Chat list' }).getByRole('option');

test('what was said long ago is found by its words, also Chinese ones, and a hit leads to its turn, all by keyboard', async () => {
  const turns = Array.from({ length: 260 }, (_, at) => ({
    question: at === 7 ? '订单为什么变慢了？' : `Question number ${at}`,
    answer: at === 12 ? 'The culprit is a **missing index** on <orders>.' : `Answer number ${at}.\n\n${'Some words. '.repeat(40)}`,
  }));
  seedChat(folder.dir, 'Long chat', turns);
  seedChat(folder.dir, 'Another', [{ question: 'Is there an INDEX?', answer: 'Yes.' }]);
  const a = (app = await launch({ dir: folder.dir }));
  await expect(rows(a)).toHaveCount(2);
  await a.chat.keyboard.press('Control+k');
  await expect(field(a)).toBeFocused();
  await a.chat.keyboard.type('index');
  await expect(hits(a)).toHaveCount(2);
  await expect(rows(a)).toHaveCount(0);
  await expect(hits(a).first()).toContainText('Is there an INDEX?');
  await expect(hits(a).first().locator('mark')).toHaveText('INDEX');
  // What the text holds stays text.
  await expect(hits(a).nth(1)).toContainText('**missing index** on <orders>');
  expect((await new AxeBuilder({ page: a.chat }).setLegacyMode().analyze()).violations.map(({ id }) => id)).toEqual([]);
  await a.chat.keyboard.type(' missing');
  await expect(hits(a)).toHaveCount(1);
  await a.chat.keyboard.press('Tab');
  await expect(hits(a)).toBeFocused();
  await a.chat.keyboard.press('Enter');
  // 248 turns lie below it; they are not in the way.
  await expect(log(a).getByText('The culprit is a')).toBeInViewport();
  await expect(log(a)).toBeFocused();
  await field(a).fill('订单');
  await expect(hits(a).first()).toContainText('订单为什么');
  await hits(a).click();
  await expect(log(a).getByText('订单为什么变慢了？')).toBeInViewport();
  await field(a).fill('nobody said that');
  await expect(a.chat.getByText('No question and no answer holds all of that.')).toBeVisible();
  await field(a).press('Escape');
  await expect(field(a)).toHaveValue('');
  await expect(rows(a)).toHaveCount(2);
});

test('a pinned chat stands above all others until it is let go, also after a start', async () => {
  let a = (app = await launch({ dir: folder.dir }));
  for (const text of ['First chat', 'Second chat']) {
    await a.chat.getByRole('button', { name: 'New chat' }).click();
    await send(a, text);
    await expect(rows(a).filter({ hasText: text })).toBeVisible();
    await expect(log(a)).toContainText('not an AI');
  }
  await expect(rows(a).first()).toContainText('Second chat');
  const menu = async (item: string): Promise<void> => {
    await rows(a).filter({ hasText: 'First chat' }).click();
    await a.chat.getByRole('button', { name: 'More for this chat' }).click();
    await a.chat.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await menu('Pin');
  const pinned = () => a.chat.getByRole('group', { name: 'Pinned' }).getByRole('option');
  await expect(pinned()).toHaveText(/First chat/);
  await expect(rows(a).first()).toContainText('First chat');
  await quit(a);
  a = app = await launch({ dir: folder.dir });
  await expect(pinned()).toHaveText(/First chat/);
  await menu('Unpin');
  await expect(pinned()).toHaveCount(0);
});
