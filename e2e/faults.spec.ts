import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { fixture, makeFolder } from './paths.ts';
import { card, decide, isAlive, launch, log, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
let model: ModelServer | undefined;

test.beforeEach(() => {
  folder = makeFolder();
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  await model?.close();
  model = undefined;
  folder.remove();
});
const configFile = (): string => path.join(folder.dir, 'mcp.json');
async function startWithModel(): Promise<App> {
  model = await startModelServer();
  app = await launch({
    dir: folder.dir,
    environment: { OPENAI_API_KEY: 'CANARY-KEY-1', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' },
  });
  await expect(app.chat.getByRole('button', { name: /scripted/ })).toBeVisible(); // the host is there
  return app;
}

test('F36 a broken mcp.json: a clear sentence, the file untouched, the chat works, and mending it is noticed', async () => {
  const broken = '{ "mcpServers": { "rec": { "command": ';
  writeFileSync(configFile(), broken);
  app = await launch({ dir: folder.dir });
  await expect(app.chat.getByText('mcp.json cannot be read', { exact: false })).toBeVisible();
  await send(app, 'help');
  await expect(log(app)).toContainText(/not an AI|no AI/i);
  expect(readFileSync(configFile(), 'utf8')).toBe(broken);
  writeFileSync(configFile(), JSON.stringify({ mcpServers: { rec: fixture('recorder') } }));
  await expect(app.chat.getByText('mcp.json cannot be read', { exact: false })).toBeHidden();
  await decide(app, 'Review server rec', 'Trust and start');
});

test('F1 a missing command: failed with its name, not tried again, the others work', async () => {
  writeFileSync(configFile(), JSON.stringify({ mcpServers: { gone: { command: 'no-such-command-anywhere' } } }));
  app = await launch({ dir: folder.dir });
  await decide(app, 'Review server gone', 'Trust and start');
  await app.chat.getByRole('link', { name: 'Servers' }).click();
  await expect(app.chat.getByText('The command was not found', { exact: false })).toBeVisible();
  await expect(app.chat.getByText('no-such-command-anywhere', { exact: false }).first()).toBeVisible();
  await app.chat.getByRole('link', { name: 'Chats' }).click();
  await send(app, 'call assistant__run_python {"code":"6*7"}');
  await decide(app, 'Tool call: run_python on assistant', 'Allow once');
  await expect(card(app, 'run_python on assistant')).toContainText('Done');
});

test('F32 a refused key: a clear sentence without the key, and the message is still there', async () => {
  const a = await startWithModel();
  model?.script(() => ({ status: 401, body: { error: { message: 'Incorrect API key provided: CANARY-KEY-1' } } }));
  await send(a, 'are you there?');
  await expect(log(a)).toContainText('refused the key');
  await expect(log(a)).toContainText('are you there?');
  expect(await a.chat.content()).not.toContain('CANARY-KEY-1');
  model?.script(() => ({ text: 'Yes, here.' }));
  await a.chat.getByRole('button', { name: 'Try again' }).click();
  await expect(log(a)).toContainText('Yes, here.');
});

test('F17 a cancelled call that finishes all the same: a quiet note on its card, its size, and nothing of its text', async () => {
  writeFileSync(
    configFile(),
    JSON.stringify({ mcpServers: { deaf: fixture('scripted', { MODE: 'cancel-ignored,wrong-id', DELAY_MS: '1500' }) } }),
  );
  const a = await startWithModel();
  await decide(a, 'Review server deaf', 'Trust and start');
  await decide(a, 'New tools on deaf', 'Accept tools');
  model?.script((request) =>
    request.body.messages?.at(-1)?.role === 'user'
      ? { calls: [{ name: 'deaf__echo', arguments: { text: 'CANARY-TEXT' } }] }
      : { text: 'x' },
  );
  await send(a, 'go');
  await decide(a, 'Tool call: echo on deaf', 'Allow once');
  await expect(card(a, 'echo on deaf')).toContainText('Running');
  await a.chat.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(card(a, 'echo on deaf')).toContainText('Cancelled');
  await expect(card(a, 'echo on deaf')).toContainText(
    /It finished after you cancelled\. Its result \(\d+ B\) was dropped, and the model did not get it\./,
  );
  await expect(log(a)).not.toContainText('late: CANARY-TEXT');
  // What nobody waited for is on the page of the server, by size and sum.
  await a.chat.getByRole('link', { name: 'Servers' }).click();
  await a.chat.getByRole('button', { name: 'Details of deaf', exact: true }).click();
  await a.chat.getByRole('tab', { name: 'Log' }).click();
  const answers = a.chat.getByRole('region', { name: 'Answers nobody waited for' });
  await expect(answers).toContainText('to a call that had been given up');
  await expect(answers.locator('code')).toHaveText(/^[0-9a-f]{12}$/);
  await expect(a.chat.locator('main')).not.toContainText('CANARY-TEXT');
});

test('F29 a stream cut in the middle of a tool call: the text is kept, the call is not run, and one can go on', async () => {
  const a = await startWithModel();
  model?.script([
    { text: 'Let me look that up', calls: [{ name: 'assistant__run_python', arguments: { code: '1+1' } }], cutAfterBytes: 700 },
    { text: 'Back again.' },
  ]);
  await send(a, 'calculate');
  await expect(log(a)).toContainText('cut off');
  await expect(log(a)).toContainText('Let me');
  await expect(log(a).getByRole('group')).toHaveCount(0);
  await send(a, 'once more');
  await expect(log(a)).toContainText('Back again.');
});

test('F34 a disk that takes nothing: the message is not lost, nothing is sent, and it goes on when there is room', async () => {
  const a = await startWithModel();
  model?.script(() => ({ text: 'Saved.' }));
  const db = new DatabaseSync(path.join(folder.dir, 'steward.db'));
  db.exec('BEGIN IMMEDIATE');
  await send(a, 'keep this text');
  await expect(a.chat.getByText('The disk would not take it', { exact: false })).toBeVisible();
  await expect(a.chat.getByRole('textbox', { name: 'Message' })).toHaveValue('keep this text');
  expect(model?.requests).toHaveLength(0);
  db.exec('ROLLBACK');
  db.close();
  await a.chat.getByRole('button', { name: 'Send' }).click();
  await expect(log(a)).toContainText('Saved.');
});

test('F35 a database that can’t be read is set aside, never overwritten, and the app says so', async () => {
  writeFileSync(path.join(folder.dir, 'steward.db'), 'this is no database '.repeat(100));
  app = await launch({ dir: folder.dir });
  await expect(app.chat.getByText('The saved chats could not be read', { exact: false })).toBeVisible();
  await send(app, 'help');
  await expect(log(app)).toContainText(/not an AI|no AI/i);
});
