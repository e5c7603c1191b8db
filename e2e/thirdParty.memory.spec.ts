import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addByJson, admit, entryFile, go, linesOfJson, resource, ThirdPartyHouse } from './thirdParty.ts';
import { card, decide, decision, decisionPage, quit } from './window.ts';

let house: ThirdPartyHouse;
test.beforeEach(async () => {
  house = await ThirdPartyHouse.open();
});
test.afterEach(() => house.close());

const ann = { entities: [{ name: 'Ann', entityType: 'person', observations: ['likes 龙井 tea'] }] };

test('server-memory remembers over a restart, an Always allow rule for reading no longer asks, and writing still does', async () => {
  const file = path.join(house.place.dir, 'memory.jsonl');
  await addByJson(house.app, { memory: { command: process.execPath, args: [entryFile('memory')], env: { MEMORY_FILE_PATH: file } } });
  await expect(await decision(house.app, 'Review server memory')).toContainText(`MEMORY_FILE_PATH = ${file}`);
  await admit(house.app, 'memory');
  await house.ask({ name: 'memory__create_entities', arguments: ann });
  await decide(house.app, 'Tool call: create_entities on memory', 'Allow once');
  await expect(card(house.app, 'create_entities on memory')).toContainText('Done');
  expect(readFileSync(file, 'utf8')).toContain('likes 龙井 tea');
  await house.ask({ name: 'memory__read_graph' });
  await decide(house.app, 'Tool call: read_graph on memory', 'Always allow');
  await expect(card(house.app, 'read_graph on memory')).toContainText('Done');
  await house.ask({ name: 'memory__read_graph' });
  await expect(card(house.app, 'read_graph on memory').nth(1)).toContainText('Done');

  await go(house.app, 'Resources');
  await resource(house.app, 'Knowledge Graph').click();
  const preview = house.app.chat.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('"name": "Ann"');
  const lines = await linesOfJson(preview);
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.every((height) => height === 1)).toBe(true);

  await quit(house.app);
  await house.start();
  await house.ask(
    { name: 'memory__read_graph' },
    { name: 'memory__add_observations', arguments: { observations: [{ entityName: 'Ann', contents: ['rows'] }] } },
  );
  await expect(card(house.app, 'read_graph on memory').last()).toContainText('Done');
  await expect((await decisionPage(house.app)).getByRole('group')).toHaveCount(1);
  await decide(house.app, 'Tool call: add_observations on memory', 'Allow once');
  await expect(card(house.app, 'add_observations on memory')).toContainText('Done');
  expect(house.told()[0]).toContain('likes 龙井 tea');
  expect(readFileSync(file, 'utf8')).toContain('rows');
  await go(house.app, 'Settings');
  await expect(house.app.chat.getByRole('button', { name: 'Revoke: read_graph on memory' })).toBeVisible();
});
