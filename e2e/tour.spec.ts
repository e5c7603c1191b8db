import { expect, test } from '@playwright/test';
import { makeFolder } from './paths.ts';
import { decide, decision, isAlive, launch, quit, type App } from './window.ts';

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

test('the tour leads a newcomer through a real call, follows what happens, and is offered no more afterwards', async () => {
  app = await launch({ dir: folder.dir });
  const { chat } = app;
  const tour = chat.getByRole('region', { name: 'Tour' });
  await chat.getByRole('button', { name: 'Take the tour' }).click();
  await expect(tour).toContainText('1 of 7');
  await tour.getByRole('button', { name: 'Ask for the weather' }).click();
  await decision(app, 'Tool call: get_weather on assistant');
  await expect(tour).toContainText('You decide');
  await expect(tour.getByRole('button', { name: 'Next' })).toHaveCount(0);
  await decide(app, 'Tool call: get_weather on assistant', 'Deny');
  await expect(tour).toContainText('What happened stays in view');
  await tour.getByRole('button', { name: 'Next' }).click();
  await expect(chat.getByRole('link', { name: 'Servers' })).toHaveAttribute('aria-current', 'page');
  await tour.getByRole('button', { name: 'Next' }).click();
  await tour.getByRole('button', { name: 'Back' }).click();
  await expect(tour).toContainText('Connect your own servers');
  await chat.keyboard.press('Escape');
  await expect(tour).toBeHidden();
  await quit(app);
  app = await launch({ dir: folder.dir });
  await app.chat.getByRole('button', { name: 'New chat' }).click();
  await expect(app.chat.getByRole('list', { name: 'Examples that run' })).toBeVisible();
  await expect(app.chat.getByRole('button', { name: 'Take the tour' })).toHaveCount(0);
});
