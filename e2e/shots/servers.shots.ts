import { expect, test } from '@playwright/test';
import { fixture } from '../paths.ts';
import { decide, decision, send } from '../window.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage | undefined;
test.afterEach(async () => {
  await stage?.close();
  stage = undefined;
});
const recorder = () => fixture('recorder', { RECORD_FILE: '/dev/null', SERVICE_TOKEN: 'not-a-real-one' });

test('servers from their review to their traffic', async () => {
  stage = await openStage({
    mcpServers: { notes: recorder(), broken: { command: '/nowhere/to/be-found' }, off: { ...recorder(), disabled: true } },
  });
  const { app } = stage;
  const { chat } = app;
  await decision(app, 'Review server notes');
  await stage.shot('20-review');
  const review = await decision(app, 'Review server notes');
  await review.getByRole('checkbox', { name: /SERVICE_TOKEN/ }).check();
  await decide(app, 'Review server broken', 'Trust and start');
  await decide(app, 'Review server notes', 'Trust and start');
  await decision(app, 'New tools on notes');
  await stage.shot('21-new-tools');
  await decide(app, 'New tools on notes', 'Accept tools');
  await chat.getByRole('link', { name: 'Servers' }).click();
  await expect(chat.getByRole('button', { name: 'Details of notes', exact: true })).toBeVisible();
  await stage.shot('22-servers');
  await chat.getByRole('button', { name: 'Add server' }).click();
  await stage.shot('23-add-server');
  await chat.getByRole('region', { name: 'Add server' }).getByRole('radio').nth(1).check({ force: true });
  await stage.shot('24-add-server-second');
  await chat.getByRole('region', { name: 'Add server' }).getByRole('radio').last().check({ force: true });
  await stage.shot('25-import');
  await chat.keyboard.press('Escape');
  await chat.getByRole('button', { name: 'Details of broken', exact: true }).click();
  await stage.shot('26-server-failed');
  await chat.getByRole('link', { name: 'Servers' }).click();
  await chat.getByRole('button', { name: 'Details of notes', exact: true }).click();
  await stage.shot('27-server-overview');
  const tabs = await chat.getByRole('tab').all();
  for (const [index, tab] of tabs.entries()) {
    if (index === 0) continue;
    await tab.click();
    await stage.shot(`28-server-tab-${index}`);
  }
  await chat.getByRole('tab', { name: /^Tools/ }).click();
  await chat.getByRole('button', { name: /^nested/ }).click();
  await stage.shot('29-tool-playground');
  await chat.getByRole('link', { name: 'Chats' }).click();
  await send(app, 'call notes__add {"a":20,"b":22}');
  await decide(app, 'Tool call: add on notes', 'Allow once');
});

test('resources, activity and settings', async () => {
  stage = await openStage({});
  const { app } = stage;
  const { chat } = app;
  await send(app, 'What is the weather in Beijing?');
  await decide(app, 'Tool call: get_weather on assistant', 'Allow once');
  await chat.getByRole('link', { name: 'Resources' }).click();
  await stage.shot('40-resources');
  await chat.getByRole('treeitem', { name: 'Product catalog' }).click();
  await expect(chat.getByRole('region', { name: 'Preview' }).getByRole('cell').first()).toBeVisible();
  await stage.shot('41-resource-table');
  await chat.getByRole('treeitem', { name: 'Welcome to Steward' }).click();
  await expect(chat.getByRole('region', { name: 'Preview' }).getByRole('heading').first()).toBeVisible();
  await stage.shot('42-resource-markdown');
  await chat.getByRole('button', { name: 'Attach to chat' }).click();
  await stage.shot('43-context-panel');
  await chat.getByRole('link', { name: 'Activity' }).click();
  await stage.shot('50-activity-journal');
  const tabs = await chat.getByRole('tab').all();
  for (const [index, tab] of tabs.entries()) {
    if (index === 0) continue;
    await tab.click();
    await stage.shot(`51-activity-tab-${index}`);
  }
  await chat.getByRole('link', { name: 'Settings' }).click();
  await stage.shot('60-settings');
  const sections = await chat.getByRole('main').getByRole('heading', { level: 2 }).all();
  for (const [index, section] of sections.entries()) {
    await section.scrollIntoViewIfNeeded();
    await section.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await stage.shot(`61-settings-${index}`);
  }
});
