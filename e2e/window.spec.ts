import { expect, test } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { callsReceived, fixture, makeFolder, root } from './paths.ts';
import {
  answerNatively,
  askedNatively,
  card,
  decide,
  decision,
  decisionPage,
  descendants,
  isAlive,
  launch,
  log,
  quit,
  send,
  type App,
} from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
let model: ModelServer | undefined;
let record: string;

test.beforeEach(async () => {
  const aside = makeFolder();
  record = path.join(aside.dir, 'record');
  folder = makeFolder({ rec: fixture('recorder', { RECORD_FILE: record }), bad: fixture('scripted', { MODE: 'stubborn,grandchild' }) });
  model = await startModelServer();
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  await model?.close();
  folder.remove();
});

async function open(): Promise<App> {
  app = await launch({
    dir: folder.dir,
    environment: { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model?.url ?? '', OPENAI_MODEL: 'scripted' },
  });
  await decide(app, 'Review server rec', 'Trust and start');
  await decide(app, 'Review server bad', 'Trust and start');
  await decide(app, 'New tools on rec', 'Accept tools');
  await decide(app, 'New tools on bad', 'Accept tools');
  return app;
}
const ask = (name: string, args: unknown): void =>
  model?.script((request) =>
    request.body.messages?.at(-1)?.role === 'user' ? { calls: [{ name, arguments: args }] } : { text: 'All done.' },
  );

/** Asks the app to quit as a person does and waits for its end; proves that nothing it started is left. */
async function quitAndLook(a: App, times = 1): Promise<number> {
  const all = descendants(a.pid).filter(isAlive);
  expect(all.length).toBeGreaterThan(3);
  const began = Date.now();
  const gone = once(a.electron.process(), 'exit');
  for (let at = 0; at < times; at += 1) {
    // Its answer may never come: the app is on its way out.
    a.electron.evaluate(({ app: main }) => main.quit()).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await gone;
  const took = Date.now() - began;
  await expect.poll(() => all.filter(isAlive)).toEqual([]);
  return took;
}
/** Settled: five seconds; a busy machine may take twice that. */
const quitMs = 10_000;

test('F41 quit while a question waits: nobody is asked, it is not answered, and nothing is left, a stubborn server and its child included', async () => {
  const a = await open();
  ask('rec__echo', { text: 'never' });
  await send(a, 'go');
  await decision(a, 'Tool call: echo on rec');
  // A dialog would not be answered here, and the quit would not come to its end.
  expect(await quitAndLook(a)).toBeLessThan(quitMs);
  expect(callsReceived(record)).toEqual([]);
  app = await launch({ dir: folder.dir });
  await app.chat.getByText('go', { exact: true }).first().click();
  await expect(card(app, 'echo on rec')).toContainText('Cancelled', { ignoreCase: true });
});

test('F41 quit while a call runs and while an answer streams: one native question, no is no, yes ends all in time', async () => {
  const a = await open();
  ask('rec__slow', { ms: 60_000 });
  await send(a, 'go');
  await decide(a, 'Tool call: slow on rec', 'Allow once');
  await expect.poll(() => callsReceived(record).length).toBe(1);
  await answerNatively(a, 0);
  await a.electron.evaluate(({ app: main }) => main.quit());
  await expect
    .poll(() => askedNatively(a))
    .toEqual([
      'Quit although something is not finished?\n' +
        'A tool call is running. Its result would be lost; what it does on the server may happen nevertheless.',
    ]);
  await expect(card(a, 'slow on rec')).toContainText('Running');
  // The cross of the window is a quit like any other.
  await a.electron.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows()[0]?.close());
  await expect.poll(() => askedNatively(a)).toHaveLength(2);
  await expect(card(a, 'slow on rec')).toContainText('Running');
  await answerNatively(a, 1);
  expect(await quitAndLook(a)).toBeLessThan(quitMs);
  const b = (app = await launch({
    dir: folder.dir,
    environment: { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model?.url ?? '', OPENAI_MODEL: 'scripted' },
  }));
  model?.script([{ text: ['One ', 'word'], finish: null, hang: 'body' }]);
  await send(b, 'tell me');
  await expect(log(b)).toContainText('One word');
  await answerNatively(b, 0);
  await b.electron.evaluate(({ app: main }) => main.quit());
  await expect.poll(() => askedNatively(b)).toHaveLength(1);
  expect(await askedNatively(b)).toEqual([expect.stringContaining('An answer is still being written.')]);
  await answerNatively(b, 1);
  expect(await quitAndLook(b)).toBeLessThan(quitMs);
  expect(callsReceived(record)).toHaveLength(1);
});

/** A native dialog that nobody answers. */
async function leaveUnanswered(a: App): Promise<void> {
  await a.electron.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => new Promise(() => undefined);
  });
}

test('F41 a question that nobody answers holds back neither a second quit nor a signal, and a call that runs gets its one end', async () => {
  const a = await open();
  ask('rec__slow', { ms: 60_000 });
  await send(a, 'go');
  await decide(a, 'Tool call: slow on rec', 'Allow once');
  await expect.poll(() => callsReceived(record).length).toBe(1);
  await leaveUnanswered(a);
  expect(await quitAndLook(a, 2)).toBeLessThan(quitMs);

  const b = (app = await launch({
    dir: folder.dir,
    environment: { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model?.url ?? '', OPENAI_MODEL: 'scripted' },
  }));
  await b.chat.getByText('go', { exact: true }).first().click();
  await expect(card(b, 'slow on rec')).toContainText('Cancelled');
  await send(b, 'again');
  await decide(b, 'Tool call: slow on rec', 'Allow once');
  await expect.poll(() => callsReceived(record).length).toBe(2);
  await leaveUnanswered(b);
  const all = descendants(b.pid).filter(isAlive);
  const gone = once(b.electron.process(), 'exit');
  const began = Date.now();
  process.kill(b.pid, 'SIGTERM');
  await gone;
  expect(Date.now() - began).toBeLessThan(quitMs);
  await expect.poll(() => all.filter(isAlive)).toEqual([]);
  expect(callsReceived(record)).toHaveLength(2);
});

test('F41 a second quit forces the first', async () => {
  const a = await open();
  expect(await quitAndLook(a, 2)).toBeLessThan(quitMs);
});

test('F43 a second start of the same folder shows the first window and ends; nothing else runs', async () => {
  const a = await open();
  await a.electron.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows()[0]?.minimize());
  const before = descendants(a.pid).filter(isAlive).length;
  const executable = await a.electron.evaluate(() => process.execPath);
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const second = spawn(executable, ['.', `--user-data-dir=${folder.dir}`, ...flags, 'steward://run?command=evil'], {
    cwd: root,
    stdio: 'ignore',
  });
  const [code] = (await once(second, 'exit')) as [number];
  expect(code).toBe(0);
  await expect.poll(() => a.electron.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows().map((w) => w.isMinimized()))).toEqual([false]);
  expect(descendants(a.pid).filter(isAlive).length).toBeLessThanOrEqual(before + 1);
  expect(await a.electron.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows().length)).toBe(1);
});

test('F43 two answers to one question over the decision page’s own bridge: the first counts, the second is told, one call is sent', async () => {
  const a = await open();
  ask('rec__echo', { text: 'once' });
  for (const [first, second, sent] of [
    ['allow', 'deny', 1],
    ['deny', 'allow', 0],
    ['allow', 'allow', 1],
  ] as const) {
    const before = callsReceived(record).length;
    const turns = await log(a).getByText('All done.').count();
    await send(a, `${first} then ${second}`);
    await expect((await decision(a, 'Tool call: echo on rec')).getByRole('button', { name: 'Allow once' })).toBeEnabled();
    const page = await decisionPage(a);
    const replies = await page.evaluate(
      async ([one, other]) => {
        type Reply = { readonly ok: boolean; readonly failure?: { readonly code: string } };
        const { request } = (globalThis as unknown as { bridge: { request: (name: string, input: unknown) => Promise<Reply> } }).bridge;
        const id = document.querySelector('[data-decision]')?.getAttribute('data-decision');
        const both = [request('decision.settle', { id, answer: one }), request('decision.settle', { id, answer: other })];
        return (await Promise.all(both)).map(({ ok, failure }) => (ok ? 'ok' : failure?.code));
      },
      [first, second] as const,
    );
    expect(replies).toEqual(['ok', 'not-found']);
    await expect(log(a).getByText('All done.')).toHaveCount(turns + 1);
    expect(callsReceived(record)).toHaveLength(before + sent);
  }
});

test('F43 a double click on Allow, and an answer from everywhere at once, send exactly one call', async () => {
  const a = await open();
  ask('rec__echo', { text: 'once' });
  await send(a, 'go');
  const group = await decision(a, 'Tool call: echo on rec');
  const button = group.getByRole('button', { name: 'Allow once' });
  await expect(button).toBeEnabled();
  const page = await decisionPage(a);
  // As fast as a page can: the same click many times in one task.
  await page.evaluate(() => {
    const allow = [...document.querySelectorAll('button')].find((b) => b.textContent.includes('Allow once'));
    for (let times = 0; times < 5; times += 1) allow?.click();
  });
  await expect(log(a)).toContainText('All done.');
  expect(callsReceived(record)).toHaveLength(1);
  await send(a, 'again');
  await (await decision(a, 'Tool call: echo on rec')).getByRole('button', { name: 'Allow once' }).dblclick();
  await expect.poll(() => callsReceived(record).length).toBe(2);
  await expect(log(a).getByText('All done.')).toHaveCount(2);
  expect(callsReceived(record)).toHaveLength(2);
});
