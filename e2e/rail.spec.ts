import { expect, test } from '@playwright/test';
import { makeFolder } from './paths.ts';
import { isAlive, launch, quit, type App } from './window.ts';

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

test('the five links of the rail are each found by their name alone, on every screen', async () => {
  const { chat } = (app = await launch({ dir: folder.dir }));
  const names = ['Chats', 'Servers', 'Resources', 'Activity', 'Settings'];
  for (const screen of names) {
    await chat.getByRole('link', { name: screen }).click();
    await expect(chat.getByRole('link', { name: screen })).toHaveAttribute('aria-current', 'page');
    for (const name of names) await expect(chat.getByRole('link', { name })).toHaveCount(1);
  }
});
