import { expect, test } from '@playwright/test';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { callsReceived, fixture, makeFolder, received } from './paths.ts';
import { card, decide, decision, decisionPage, descendants, isAlive, launch, log, mentioning, quit, send, type App } from './window.ts';

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

const recorder = (): Record<string, unknown> => fixture('recorder', { RECORD_FILE: record });
const configure = (mcpServers: Readonly<Record<string, unknown>>): void =>
  writeFileSync(path.join(folder.dir, 'mcp.json'), JSON.stringify({ mcpServers }));
async function start(): Promise<App> {
  app = await launch({ dir: folder.dir });
  return app;
}
/** With the recorder server trusted and accepted. */
async function startWithRecorder(): Promise<App> {
  configure({ rec: recorder() });
  const started = await start();
  await decide(started, 'Review server rec', 'Trust and start');
  await decide(started, 'New tools on rec', 'Accept tools');
  return started;
}

test('(a) one tool: asked, allowed, called, answered', async () => {
  const a = await start();
  await send(a, 'What is the weather in Beijing?');
  const group = await decision(a, 'Tool call: get_weather on assistant');
  await expect(group.getByRole('region', { name: 'Arguments' })).toHaveText('{"city":"Beijing","unit":"celsius"}');
  await expect(card(a, 'get_weather on assistant')).toContainText('Waiting for you');
  await decide(a, 'Tool call: get_weather on assistant', 'Allow once');
  await expect(card(a, 'get_weather on assistant')).toContainText('Done');
  await expect(log(a)).toContainText('22°C');
});

test('(b) a parallel pair over both eras: both asked, both answered in one turn', async () => {
  const a = await startWithRecorder();
  await send(a, 'call assistant__run_python {"code":"(123 + 456) * 2"}\ncall rec__add {"a":1,"b":2}');
  await decide(a, 'Tool call: run_python on assistant', 'Allow once');
  await decide(a, 'Tool call: add on rec', 'Allow once');
  await expect(card(a, 'run_python on assistant')).toContainText('Done');
  await expect(card(a, 'add on rec')).toContainText('Done');
  await expect(log(a)).toContainText('1158');
  expect(callsReceived(record)).toHaveLength(1);
});

test('(c) the nested order is shown whole, approved, and totalled to the cent', async () => {
  const a = await start();
  await send(a, '给张三下单：一部手机、两个手机壳，送到深圳');
  const group = await decision(a, 'Tool call: create_order on shop');
  const shown = JSON.parse((await group.getByRole('region', { name: 'Arguments' }).textContent()) ?? '') as {
    customer: { name: string };
    items: unknown[];
    shipping_address: { city: string };
  };
  expect(shown).toMatchObject({
    customer: { name: '张三' },
    shipping_address: { city: '深圳市' },
    items: [
      { quantity: 1, unit_price: 2999 },
      { quantity: 2, unit_price: 29.9 },
    ],
  });
  await decide(a, 'Tool call: create_order on shop', 'Allow once');
  await expect(card(a, 'create_order on shop')).toContainText('Done');
  await expect(log(a)).toContainText('3038.80');
});

test('(d) denied: nothing on the wire, and the model is told', async () => {
  const a = await startWithRecorder();
  await send(a, 'call rec__echo {"text":"secret plan"}');
  await decide(a, 'Tool call: echo on rec', 'Deny');
  await expect(card(a, 'echo on rec')).toContainText('Denied');
  await expect(log(a)).toContainText(/not allow|denied|was not run/i);
  expect(callsReceived(record)).toEqual([]);
});

test('(e) edited: the edited bytes and no others on the wire', async () => {
  const a = await startWithRecorder();
  await send(a, 'call rec__echo {"text":"milk"}');
  const first = await decision(a, 'Tool call: echo on rec');
  await first.getByRole('button', { name: 'Edit arguments' }).click();
  await first.getByRole('textbox', { name: 'New arguments' }).fill('{ "text": "oat milk" }');
  await first.getByRole('button', { name: 'Use these' }).click();
  const second = await decision(a, 'Tool call: echo on rec');
  await expect(second.getByRole('region', { name: 'Arguments' })).toHaveText('{"text":"oat milk"}');
  await decide(a, 'Tool call: echo on rec', 'Allow once');
  await expect(card(a, 'echo on rec')).toContainText('Done');
  expect(callsReceived(record)).toHaveLength(1);
  expect(callsReceived(record)[0]?.line).toContain('"arguments":{"text":"oat milk"}');
  expect(received(record).some(({ line }) => line.includes('"milk"'))).toBe(false);
});

test('(f) quit and reopen: everything is there, and no process is left in between', async () => {
  const a = await startWithRecorder();
  await send(a, 'call rec__add {"a":20,"b":22}');
  await decide(a, 'Tool call: add on rec', 'Allow once');
  await expect(log(a)).toContainText('42');
  const below = descendants(a.pid);
  expect(below.length).toBeGreaterThan(2);
  await quit(a);
  await expect.poll(() => below.filter(isAlive)).toEqual([]);
  const b = await start();
  await b.chat.getByRole('navigation').first().waitFor();
  await b.chat.getByText('call rec__add', { exact: false }).first().click();
  await expect(card(b, 'add on rec')).toContainText('Done');
  await expect(log(b)).toContainText('42');
  await send(b, 'call rec__add {"a":1,"b":1}');
  await decide(b, 'Tool call: add on rec', 'Allow once');
  await expect(card(b, 'add on rec').nth(1)).toContainText('Done');
});

test('(g) kill -9 while a call runs: outcome unknown, never repeated, no orphan', async () => {
  const a = await startWithRecorder();
  await send(a, 'call rec__slow {"ms":600000}');
  await decide(a, 'Tool call: slow on rec', 'Allow once');
  await expect.poll(() => callsReceived(record).length).toBe(1);
  const below = descendants(a.pid);
  process.kill(a.pid, 'SIGKILL');
  await expect.poll(() => isAlive(a.pid)).toBe(false);
  const b = await start();
  await b.chat.getByText('call rec__slow', { exact: false }).first().click();
  await expect(card(b, 'slow on rec')).toContainText('Outcome unknown');
  await expect.poll(() => below.filter(isAlive)).toEqual([]);
  expect(callsReceived(record)).toHaveLength(1);
});

test('(h) a chain of three rounds, each built on the one before', async () => {
  const a = await start();
  await send(a, 'Find out why the orders database has been slow for three days');
  for (const tool of ['get_alerts', 'get_metrics', 'search_commits']) await decide(a, `Tool call: ${tool} on shop`, 'Allow once');
  for (const tool of ['get_alerts', 'get_metrics', 'search_commits']) await expect(card(a, `${tool} on shop`)).toContainText('Done');
  await expect(log(a)).toContainText(/index/i);
});

test('(i) an untrusted server does not start before its review, and its tools are unknown to the model until accepted', async () => {
  model = await startModelServer();
  model.script(() => ({ text: 'hello' }));
  configure({ rec: recorder() });
  app = await launch({
    dir: folder.dir,
    environment: { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' },
  });
  const group = await decision(app, 'Review server rec');
  await expect(group).toContainText('recorder.mjs');
  await send(app, 'hi');
  await expect(log(app)).toContainText('hello');
  expect(existsSync(record)).toBe(false);
  await decide(app, 'Review server rec', 'Trust and start');
  await decision(app, 'New tools on rec');
  expect(existsSync(record)).toBe(true);
  await send(app, 'hi again');
  await expect.poll(() => model?.requests.length).toBe(2);
  expect(JSON.stringify(model.requests[1]?.body)).not.toContain('rec__');
  await expect(app.chat.getByRole('button', { name: 'Send' })).toBeVisible();
  await decide(app, 'New tools on rec', 'Accept tools');
  await send(app, 'and now');
  await expect.poll(() => model?.requests.length).toBe(3);
  expect(JSON.stringify(model.requests[2]?.body)).toContain('rec__echo');
});

test('(j) Stop ends the turn within a second of the click and reaches the server', async () => {
  const a = await startWithRecorder();
  await send(a, 'call rec__slow {"ms":600000}');
  await decide(a, 'Tool call: slow on rec', 'Allow once');
  await expect(card(a, 'slow on rec')).toContainText('Running');
  await a.chat.getByRole('button', { name: 'Stop' }).first().click();
  await expect(card(a, 'slow on rec')).toContainText('Cancelled', { timeout: 5000 });
  await expect.poll(() => received(record).some((m) => m.method === 'notifications/cancelled')).toBe(true);
  await send(a, 'call rec__add {"a":1,"b":2}');
  await decide(a, 'Tool call: add on rec', 'Allow once');
  await expect(card(a, 'add on rec')).toContainText('Done');
});

test('S25 the decision page is another page, which the chat page can neither cover nor answer for', async () => {
  const a = await startWithRecorder();
  await send(a, 'call rec__echo {"text":"x"}');
  await decision(a, 'Tool call: echo on rec');
  const page = await decisionPage(a);
  expect(new URL(page.url()).pathname).toBe('/decisions.html');
  const boxes = await a.electron.evaluate(
    ({ BaseWindow }) => BaseWindow.getAllWindows()[0]?.contentView.children.map((view) => view.getBounds()) ?? [],
  );
  const [chat, strip] = boxes;
  expect((chat?.y ?? 0) + (chat?.height ?? 0)).toBe(strip?.y);
  const stolen = await a.chat.evaluate(() => {
    const { bridge } = globalThis as unknown as { bridge: { request(name: string, input: unknown): Promise<unknown> } };
    return Promise.all([
      bridge.request('decision.settle', { id: 'x', answer: 'allow' }),
      bridge.request('decision.amend', { id: 'x', text: '{}' }),
    ]);
  });
  expect(stolen).toMatchObject([
    { ok: false, failure: { code: 'unknown-request' } },
    { ok: false, failure: { code: 'unknown-request' } },
  ]);
  expect(await a.chat.evaluate(() => Object.keys((globalThis as unknown as { bridge: object }).bridge).sort())).toEqual([
    'request',
    'watch',
  ]);
  expect(await page.evaluate(() => Object.keys((globalThis as unknown as { bridge: object }).bridge).sort())).toEqual(['request', 'watch']);
});

test('two data folders are two worlds', async () => {
  const a = await start();
  await send(a, 'help');
  await expect(log(a)).toContainText(/not an AI|no AI/i);
  const other = makeFolder();
  const b = await launch({ dir: other.dir });
  await expect(b.chat.getByText('Your chats will be listed here', { exact: false })).toBeVisible();
  expect(existsSync(path.join(other.dir, 'steward.db'))).toBe(true);
  expect(mentioning(other.dir).length).toBeGreaterThan(0);
  await quit(b);
  other.remove();
});
