import { expect, test } from '@playwright/test';
import { decide, decision } from '../window.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage | undefined;
test.afterEach(async () => {
  await stage?.close();
  stage = undefined;
});

test('the tour', async () => {
  stage = await openStage({});
  const { app } = stage;
  const tour = app.chat.getByRole('region', { name: 'Tour' });
  await app.chat.getByRole('button', { name: 'Take the tour' }).click();
  await stage.shot('70-tour-ask');
  await tour.getByRole('button', { name: 'Ask for the weather' }).click();
  await decision(app, 'Tool call: get_weather on assistant');
  await expect(tour).toContainText('You decide');
  await stage.shot('71-tour-decide');
  await decide(app, 'Tool call: get_weather on assistant', 'Allow once');
  await expect(tour).toContainText('What happened stays in view');
  await stage.shot('72-tour-card');
  for (const name of ['servers', 'resources', 'activity', 'model']) {
    await tour.getByRole('button', { name: 'Next' }).click();
    await stage.shot(`73-tour-${name}`);
  }
});
