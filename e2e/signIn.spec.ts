import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { AuthServer, follower } from './http/authServer.ts';
import { startProtected, type Protected } from './http/protectedServer.ts';
import { makeFolder } from './paths.ts';
import { card, decide, decision, decisionPage, isAlive, launch, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
let auth: AuthServer;
const servers: Protected[] = [];
test.beforeEach(async () => {
  folder = makeFolder();
  auth = await AuthServer.start();
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  for (const server of servers.splice(0)) await server.close();
  await auth.close();
  folder.remove();
});

async function start(far: Protected): Promise<App> {
  servers.push(far);
  writeFileSync(path.join(folder.dir, 'mcp.json'), JSON.stringify({ mcpServers: { far: { url: far.url } } }));
  app = await launch({ dir: folder.dir });
  await keepOpened(app);
  await decide(app, 'Review server far', 'Trust and start');
  return app;
}
/** What the system's browser is told to open is kept from now on, and nothing opens. Right after a start the debugger may lose an answer. */
const keepOpened = ({ electron }: App): Promise<void> =>
  expect(() =>
    electron.evaluate(({ shell }) => {
      const kept = globalThis as { opened?: string[] };
      kept.opened = [];
      Object.assign(shell, { openExternal: async (url: string) => void kept.opened?.push(url) });
    }),
  ).toPass({ timeout: 10_000 });
const opened = ({ electron }: App): Promise<string[]> => electron.evaluate(() => (globalThis as { opened?: string[] }).opened ?? []);
/** A browser takes the latest opened address and goes where it leads. */
async function browse(a: App, count: number): Promise<ReturnType<typeof follower>> {
  await expect.poll(async () => (await opened(a)).length).toBe(count);
  const browser = follower();
  await browser.open((await opened(a)).at(-1) ?? '');
  return browser;
}
async function toServer({ chat }: App): Promise<void> {
  await chat.getByRole('link', { name: 'Servers' }).click();
  const details = chat.getByRole('button', { name: 'Details of far', exact: true });
  if (await details.isVisible()) await details.click();
}
/** A picture for eyes, where a run wants some: of the chat page, or of the decision page while something waits there. */
async function shoot(a: App, name: string, which: 'card' | 'chat' = 'chat'): Promise<void> {
  const dir = process.env.STEWARD_PICTURES;
  if (dir) await (which === 'card' ? await decisionPage(a) : a.chat).screenshot({ path: path.join(dir, `${name}.png`) });
}

test('UC5 F24 signing in from the card: the browser opens what was shown, the call is answered, signing out and declining hold', async () => {
  const far = await startProtected(auth, { challengeScope: 'files:read files:write' });
  const a = await start(far);
  const question = await decision(a, 'Sign in to far');
  await expect(question).toContainText(`Opens${new URL(auth.url).host}`);
  await expect(question).toContainText('files:write');
  await expect(question).toContainText('code_challenge_method=S256');
  expect(await opened(a)).toEqual([]);
  const { violations } = await new AxeBuilder({ page: await decisionPage(a) }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await shoot(a, 'en', 'card');
  await decide(a, 'Sign in to far', 'Open link');
  const browser = await browse(a, 1);
  await decide(a, 'New tools on far', 'Accept tools');
  expect(browser.pages[0]).toContain('You can close this page');
  await send(a, 'call far__do {}');
  await decide(a, 'Tool call: do on far', 'Allow once');
  await expect(card(a, 'do on far')).toContainText('Done');
  expect(far.effects).toHaveLength(1);
  await toServer(a);
  await expect(a.chat.getByText('You are signed in.')).toBeVisible();
  await shoot(a, 'signed-in');
  await a.chat.getByRole('button', { name: 'Sign out' }).click();
  await expect(a.chat.getByText('The server wants you to sign in.').first()).toBeVisible();
  expect(auth.issued[0]?.gone).toBe(true);
  await a.chat.getByRole('button', { name: 'Sign in', exact: true }).first().click();
  await decide(a, 'Sign in to far', 'Decline');
  await expect(a.chat.getByText('Waits for you to sign in')).toBeVisible();
  expect(await opened(a)).toHaveLength(1);
});

test('F24 S41 a sign-in that fails in the browser’s answer or at the token ends with its reason, and the next one works', async () => {
  const far = await startProtected(auth, {});
  auth.script.callback = (query) => query.set('iss', 'https://other.example');
  const a = await start(far);
  await decide(a, 'Sign in to far', 'Open link');
  await browse(a, 1);
  await toServer(a);
  await expect(a.chat.getByText('The answer is not from the authorization server that was asked.')).toBeVisible();
  await shoot(a, 'failed');
  delete auth.script.callback;
  auth.script.fail = (step) => (step === 'token' ? 'cut' : undefined);
  await a.chat.getByRole('button', { name: 'Sign in', exact: true }).first().click();
  await decide(a, 'Sign in to far', 'Open link');
  await browse(a, 2);
  await expect(a.chat.getByText('The network failed during the sign-in.')).toBeVisible();
  delete auth.script.fail;
  await a.chat.getByRole('button', { name: 'Sign in', exact: true }).first().click();
  await decide(a, 'Sign in to far', 'Open link');
  await browse(a, 3);
  await decide(a, 'New tools on far', 'Accept tools');
});

test('F24 lost at each step on the way to the browser, or a browser that does not open: each ends with its reason, and the next one works', async () => {
  const far = await startProtected(auth, {});
  auth.script.fail = (step) => (step === 'resource' ? 'cut' : undefined);
  const a = await start(far);
  await toServer(a);
  const reason = a.chat.getByText('The network failed during the sign-in.');
  const again = a.chat.getByRole('button', { name: 'Sign in', exact: true }).first();
  await expect(reason).toBeVisible();
  await expect(a.chat.getByText('resource metadata: cut')).toBeVisible();
  for (const [lost, name] of [
    ['metadata', 'server metadata'],
    ['register', 'registration'],
  ] as const) {
    auth.script.fail = (step) => (step === lost ? 'cut' : undefined);
    await again.click();
    await expect(a.chat.getByText(`${name}: cut`, { exact: true })).toBeVisible();
    await expect(reason).toBeVisible();
  }
  expect(await opened(a)).toEqual([]);
  delete auth.script.fail;
  await a.electron.evaluate(({ shell }) => Object.assign(shell, { openExternal: () => Promise.reject(new Error('no browser')) }));
  await again.click();
  await decide(a, 'Sign in to far', 'Open link');
  await expect(a.chat.getByText('Your browser could not be opened.')).toBeVisible();
  expect(auth.issued).toEqual([]);
  await keepOpened(a);
  await again.click();
  await decide(a, 'Sign in to far', 'Open link');
  await browse(a, 1);
  await decide(a, 'New tools on far', 'Accept tools');
});

test('the sign-in card in Chinese', async () => {
  const other = await AuthServer.start();
  const far = await startProtected(auth, { challengeScope: 'files:read', issuers: () => [auth.url, other.url] });
  const a = await start(far);
  await decision(a, 'Sign in to far');
  await a.chat.evaluate(async () => {
    const { bridge } = window as unknown as { bridge: { request(name: string, input: unknown): Promise<unknown> } };
    await bridge.request('settings.change', { change: { language: 'zh', theme: 'dark' } });
  });
  const question = await decision(a, '登录 far');
  await expect(question.getByRole('button', { name: '打开链接' })).toBeVisible();
  await expect(question.getByRole('radio')).toHaveCount(2);
  await shoot(a, 'zh', 'card');
  const { violations } = await new AxeBuilder({ page: await decisionPage(a) }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await other.close();
});
