import { expect, test } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fixture, makeFolder, root } from './paths.ts';
import { card, decide, isAlive, launch, log, quit, send, type App } from './window.ts';

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

async function startWithRecorder(): Promise<App> {
  const rec = fixture('recorder', { RECORD_FILE: path.join(folder.dir, 'record') });
  writeFileSync(path.join(folder.dir, 'mcp.json'), JSON.stringify({ mcpServers: { rec } }));
  app = await launch({ dir: folder.dir });
  await decide(app, 'Review server rec', 'Trust and start');
  await decide(app, 'New tools on rec', 'Accept tools');
  return app;
}
const toActivity = ({ chat }: App) => chat.getByRole('link', { name: 'Activity' }).click();
const rows = ({ chat }: App) => chat.getByRole('list', { name: 'Journal' }).getByRole('listitem');
/** What the command of the project says of the data folder. */
function verify(dir: string): string {
  return spawnSync('npm', ['run', '-s', 'journal:verify', '--', dir], { cwd: root, encoding: 'utf8' }).stdout.trim();
}

test('a call allowed and one denied are in Activity with who decided; they are found, checked, exported, and intact after the app has quit', async () => {
  const a = await startWithRecorder();
  await send(a, 'call rec__add {"a":20,"b":22}');
  await decide(a, 'Tool call: add on rec', 'Allow once');
  await expect(card(a, 'add on rec')).toContainText('Done');
  await send(a, 'call rec__echo {"text":"plan","api_key":"CANARY"}');
  await decide(a, 'Tool call: echo on rec', 'Deny');
  await expect(card(a, 'echo on rec')).toContainText('Denied');
  await toActivity(a);
  await expect(rows(a).filter({ hasText: 'add on rec' }).filter({ hasText: 'You' })).toContainText('Allowed');
  await expect(rows(a).filter({ hasText: 'echo on rec' }).filter({ hasText: 'You' })).toContainText('Denied');
  await expect(rows(a)).toHaveCount(9);

  await a.chat.getByRole('searchbox', { name: 'Search the journal' }).fill('echo denied');
  await expect(rows(a)).toHaveCount(2);
  await a.chat.getByRole('searchbox').fill('no such word');
  await expect(a.chat.getByText('No entry matches')).toBeVisible();
  await a.chat.getByRole('button', { name: 'Clear filters' }).click();
  await a.chat.getByRole('radio', { name: 'Trust' }).check({ force: true });
  await expect(rows(a)).toHaveCount(2);
  await a.chat.getByRole('radio', { name: 'Decisions' }).check({ force: true });
  await a.chat.getByRole('combobox', { name: 'Server' }).selectOption('rec');
  await expect(rows(a)).toHaveCount(4);

  const denied = rows(a).filter({ hasText: 'echo on rec' });
  await denied.getByRole('button').first().click();
  await expect(denied).toContainText('"text":"plan"');
  await expect(denied).toContainText(/[0-9a-f]{64}/);
  await expect(denied).not.toContainText('CANARY');

  await a.chat.getByRole('button', { name: 'Check the journal' }).click();
  await expect(a.chat.getByText('Intact: 9 entries')).toBeVisible();

  const file = path.join(folder.dir, 'out.jsonl');
  await a.chat.getByRole('button', { name: 'Export…' }).click();
  await a.chat.getByRole('textbox', { name: 'File path' }).fill(file);
  await a.chat.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(a.chat.getByText(`4 entries are in ${file}`)).toBeVisible();
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(4);
  expect(existsSync(path.join(folder.dir, 'steward.db'))).toBe(true);

  await quit(a);
  expect(verify(folder.dir)).toBe('journal: 9 entries, intact');
});

test('a chain of three rounds is a waterfall of rounds, waits and calls, and each round shows what the model saw', async () => {
  app = await launch({ dir: folder.dir });
  const a = app;
  await send(a, 'Find out why the orders database has been slow for three days');
  for (const tool of ['get_alerts', 'get_metrics', 'search_commits']) await decide(a, `Tool call: ${tool} on shop`, 'Allow once');
  await expect(log(a)).toContainText(/index/i);
  await a.chat.getByRole('button', { name: 'What happened' }).click();
  const spans = a.chat.getByRole('list', { name: 'Waterfall' }).getByRole('listitem');
  await expect(spans).toHaveCount(10);
  await expect(spans).toContainText([
    'Model, round 1',
    'get_alerts on shop waits',
    'get_alerts on shop',
    'Model, round 2',
    'get_metrics on shop waits',
    'get_metrics on shop',
    'Model, round 3',
    'search_commits on shop waits',
    'search_commits on shop',
    'Model, round 4',
  ]);
  await a.chat.getByRole('radio', { name: 'Without waiting for you' }).check({ force: true });
  await a.chat.getByRole('button', { name: 'What the model saw in round 2' }).click();
  const saw = a.chat.getByRole('region', { name: 'What the model saw in round 2' });
  await expect(saw.getByRole('listitem')).toHaveCount(3);
  await expect(saw).toContainText('Tool result');
  await saw.getByRole('button', { name: /^Tool definitions/ }).click();
  await saw.getByRole('button', { name: /shop__get_alerts/ }).click();
  await expect(saw).toContainText('"time_range"');
  await a.chat.getByRole('button', { name: 'Back to the journal' }).click();
  await expect(rows(a).first()).toBeVisible();
});

test('Activity by keyboard: one stop for Tab, arrows move, Enter opens an entry and leads to its turn', async () => {
  const a = await startWithRecorder();
  await send(a, 'call rec__add {"a":1,"b":2}');
  await decide(a, 'Tool call: add on rec', 'Allow once');
  await expect(card(a, 'add on rec')).toContainText('Done');
  await toActivity(a);
  await expect(rows(a)).toHaveCount(7);
  await a.chat.getByRole('button', { name: 'Check the journal' }).focus();
  await a.chat.keyboard.press('Tab');
  await expect(rows(a).first().getByRole('button').first()).toBeFocused();
  await a.chat.keyboard.press('ArrowDown');
  await a.chat.keyboard.press('ArrowDown');
  const third = rows(a).nth(2);
  await expect(third.getByRole('button').first()).toBeFocused();
  await a.chat.keyboard.press('Enter');
  await a.chat.keyboard.press('Tab');
  await expect(third.getByRole('button', { name: 'What happened in this turn' })).toBeFocused();
  await a.chat.keyboard.press('Enter');
  await expect(a.chat.getByRole('heading', { name: 'What happened' })).toBeVisible();
});

test('an empty journal says what it will hold', async () => {
  app = await launch({ dir: folder.dir });
  await toActivity(app);
  await expect(app.chat.getByText('Nothing has been decided or called yet')).toBeVisible();
});
