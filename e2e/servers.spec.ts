import { expect, test } from '@playwright/test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { callsReceived, fixture, makeFolder } from './paths.ts';
import { card, decide, decision, isAlive, launch, log, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
let model: ModelServer | undefined;
let record: string;

test.beforeEach(() => {
  folder = makeFolder();
  record = path.join(folder.dir, 'record');
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  await model?.close();
  model = undefined;
  folder.remove();
});

const configure = (mcpServers: Readonly<Record<string, unknown>>): void =>
  writeFileSync(path.join(folder.dir, 'mcp.json'), JSON.stringify({ mcpServers }));
async function startWithModel(): Promise<App> {
  model = await startModelServer();
  const environment = { OPENAI_API_KEY: 'K', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' };
  app = await launch({ dir: folder.dir, environment });
  return app;
}
async function admit(a: App, server: string): Promise<void> {
  await decide(a, `Review server ${server}`, 'Trust and start');
  await decide(a, `New tools on ${server}`, 'Accept tools');
}
async function openServer({ chat }: App, server: string, tab: string): Promise<void> {
  await chat.getByRole('link', { name: 'Servers' }).click();
  await chat.getByRole('button', { name: `Details of ${server}`, exact: true }).click();
  await chat.getByRole('tab', { name: tab }).click();
}

test('S11 servers of Claude Desktop are imported by a typed path, reviewed, and then run by hand through the gate, seen as a pair on the wire', async () => {
  const a = await startWithModel();
  const foreign = path.join(folder.dir, 'claude_desktop_config.json');
  writeFileSync(
    foreign,
    JSON.stringify({
      mcpServers: { rec: fixture('recorder', { RECORD_FILE: record, SERVICE_TOKEN: 'CANARY-77' }), never: { command: 'never' } },
    }),
  );
  await a.chat.getByRole('link', { name: 'Servers' }).click();
  await a.chat.getByRole('button', { name: 'Add server' }).click();
  const adding = a.chat.getByRole('region', { name: 'Add server' });
  await adding.getByRole('radio', { name: 'From another app' }).check();
  await adding.getByRole('textbox', { name: 'File path' }).fill(foreign);
  await adding.getByRole('button', { name: 'Read file' }).click();
  await adding.getByRole('checkbox', { name: 'never' }).uncheck();
  await adding.getByRole('button', { name: 'Import 1 server' }).click();
  const review = await decision(a, 'Review server rec');
  expect(existsSync(record)).toBe(false);
  await review.getByRole('checkbox', { name: /SERVICE_TOKEN/ }).check();
  await admit(a, 'rec');
  await openServer(a, 'rec', 'Tools (4)');
  await a.chat.getByRole('button', { name: /^nested/ }).click();
  await a.chat.getByRole('textbox', { name: 'phone' }).fill('138');
  await a.chat.getByRole('textbox', { name: 'name' }).first().fill('张三');
  await a.chat.getByRole('textbox', { name: 'product_id' }).fill('P001');
  await a.chat.getByRole('textbox', { name: 'quantity' }).fill('2');
  await a.chat.getByRole('textbox', { name: 'unit_price' }).fill('29.9');
  await a.chat.getByRole('button', { name: 'Run', exact: true }).click();
  const asked = await decision(a, 'Tool call: nested on rec');
  await expect(asked).toContainText('Run by hand');
  await expect(asked.getByRole('button', { name: 'Allow in this chat' })).toHaveCount(0);
  await decide(a, 'Tool call: nested on rec', 'Allow once');
  const run = a.chat.getByRole('log', { name: 'Runs' }).getByRole('group', { name: 'nested on rec' });
  await expect(run).toContainText('Done');
  await expect(run).toContainText('张三');
  expect(callsReceived(record)).toHaveLength(1);
  expect(callsReceived(record)[0]?.line).toContain(
    '"arguments":{"customer":{"name":"张三","phone":"138"},"items":[{"product_id":"P001","quantity":2,"unit_price":29.9}],"gift":false}',
  );
  await a.chat.getByRole('tab', { name: 'Traffic' }).click();
  await a.chat.getByRole('textbox', { name: 'Filter' }).fill('tools/call');
  const frames = a.chat.getByRole('listbox', { name: 'Messages' }).getByRole('option');
  await expect(frames).toHaveCount(2);
  await frames.first().click();
  await expect(frames.nth(1)).toHaveClass(/pair/);
  await a.chat.getByRole('button', { name: 'Go to its answer' }).click();
  await expect(frames.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(frames.nth(1)).toContainText('ms');
  const file = path.join(folder.dir, 'frames.jsonl');
  await a.chat.getByRole('textbox', { name: 'Export path' }).fill(file);
  await a.chat.getByRole('button', { name: 'Export messages' }).click();
  await expect(a.chat.getByText(`messages were written to ${file}`)).toBeVisible();
  expect(readFileSync(file, 'utf8')).toContain('tools/call');
  expect(readFileSync(file, 'utf8')).not.toContain('CANARY-77');
});

test('UB14 a tool that is switched off is unknown to the model, and known again when it is on', async () => {
  configure({ rec: fixture('recorder', { RECORD_FILE: record }) });
  const a = await startWithModel();
  model?.script(() => ({ text: 'fine' }));
  await admit(a, 'rec');
  await openServer(a, 'rec', 'Tools (4)');
  const echo = a.chat.getByRole('switch', { name: 'Use echo' });
  await echo.click();
  await expect(echo).toHaveAttribute('aria-checked', 'false');
  const names = (at: number): string[] => (model?.requests[at]?.body.tools ?? []).map((tool) => tool.function.name);
  await a.chat.getByRole('link', { name: 'Chats' }).click();
  await send(a, 'hi');
  await expect(log(a)).toContainText('fine');
  expect(names(0)).toContain('rec__add');
  expect(names(0)).not.toContain('rec__echo');
  await a.chat.getByRole('link', { name: 'Servers' }).click();
  await a.chat.getByRole('switch', { name: 'Use echo' }).click();
  await a.chat.getByRole('link', { name: 'Chats' }).click();
  await send(a, 'and now');
  await expect.poll(() => model?.requests.length).toBe(2);
  expect(names(1)).toContain('rec__echo');
});

test('a call that a model made is run again by hand, with its arguments', async () => {
  configure({ rec: fixture('recorder', { RECORD_FILE: record }) });
  app = await launch({ dir: folder.dir });
  await admit(app, 'rec');
  await send(app, 'call rec__add {"a":20,"b":22}');
  await decide(app, 'Tool call: add on rec', 'Allow once');
  const call = card(app, 'add on rec');
  await expect(call).toContainText('Done');
  await call.getByRole('button', { expanded: false }).click();
  await call.getByRole('button', { name: 'Run again by hand' }).click();
  await expect(app.chat.getByRole('textbox', { name: 'a', exact: true })).toHaveValue('20');
  await app.chat.getByRole('textbox', { name: 'b', exact: true }).fill('23');
  await app.chat.getByRole('button', { name: 'Run', exact: true }).click();
  await decide(app, 'Tool call: add on rec', 'Allow once');
  await expect(app.chat.getByRole('log', { name: 'Runs' })).toContainText('43');
  await app.chat.getByRole('combobox', { name: 'Definition for' }).selectOption({ index: 1 });
  await expect(app.chat.getByText('rec__add', { exact: true })).toBeVisible();
});

test('a server is edited in its form or as JSON, pasted JSON is taken, and each new launch is reviewed', async () => {
  configure({ rec: fixture('recorder', { RECORD_FILE: record }) });
  app = await launch({ dir: folder.dir });
  await admit(app, 'rec');
  await openServer(app, 'rec', 'Overview');
  await app.chat.getByRole('button', { name: 'Edit' }).click();
  const editing = app.chat.getByRole('region', { name: 'Edit rec' });
  await editing.getByRole('textbox', { name: 'Variables' }).fill(`RECORD_FILE=${record}\nEXTRA=1`);
  await editing.getByRole('button', { name: 'Save server' }).click();
  const review = await decision(app, 'Review server rec');
  await expect(review).toContainText('EXTRA');
  await decide(app, 'Review server rec', 'Trust and start');
  await decide(app, 'New tools on rec', 'Accept tools');
  await app.chat.getByRole('link', { name: 'Servers' }).click();
  await app.chat.getByRole('button', { name: 'Add server' }).click();
  const adding = app.chat.getByRole('region', { name: 'Add server' });
  await adding.getByRole('radio', { name: 'Paste JSON' }).check();
  await adding.getByRole('textbox', { name: 'JSON' }).fill('{"servers":{"vs":{"type":"stdio","command":"node","args":["${input:file}"]}}}');
  await expect(adding).toContainText('switched off');
  await adding.getByRole('button', { name: 'Import 1 server' }).click();
  await expect(app.chat.getByRole('article', { name: 'vs' })).toContainText('Switched off');
});
