import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { AuthServer } from './http/authServer.ts';
import { ProofDesk } from './http/proofDesk.ts';
import { startProtected, type Protected } from './http/protectedServer.ts';
import { makeFolder } from './paths.ts';
import { card, decide, isAlive, launch, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
let auth: AuthServer;
let far: Protected;
test.beforeEach(async () => {
  folder = makeFolder();
  auth = await AuthServer.start();
  far = await startProtected(auth, { challengeScope: 'jobs:run' });
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  await far.close();
  await auth.close();
  folder.remove();
});

/** A picture for eyes, where a run wants some. */
async function shoot(a: App, name: string): Promise<void> {
  const dir = process.env.STEWARD_PICTURES;
  if (dir) await a.chat.screenshot({ path: path.join(dir, `${name}.png`) });
}
const set = (a: App, change: object): Promise<unknown> =>
  a.chat.evaluate(async (given) => {
    const { bridge } = window as unknown as { bridge: { request(name: string, input: unknown): Promise<unknown> } };
    await bridge.request('settings.change', { change: given });
  }, change);

test('AUT-17 AUT-19 the form: wrong input is told, a secret goes in and never comes back, Test gets in by it, and a call is made with a bound token', async () => {
  const proofs = new ProofDesk();
  auth.script.proofs = proofs;
  far.guard.proofs = proofs;
  auth.script.grant = (_params, authorization) =>
    authorization === `Basic ${Buffer.from('steward-machine:CANARY-FORM-SECRET').toString('base64')}` ? undefined : 'invalid_client';
  writeFileSync(path.join(folder.dir, 'mcp.json'), JSON.stringify({ mcpServers: { far: { url: far.url } } }));
  const a = await launch({ dir: folder.dir });
  app = a;
  await decide(a, 'Review server far', 'Trust and start');
  await decide(a, 'Sign in to far', 'Decline');
  await a.chat.getByRole('link', { name: 'Servers' }).click();
  await a.chat.getByRole('button', { name: 'Details of far', exact: true }).click();
  const { chat } = a;
  await chat.getByRole('button', { name: 'How to sign in' }).click();
  const way = chat.getByLabel('Way to sign in');
  await shoot(a, 'browser-en');
  for (const [kind, label] of [
    ['client-key', 'Private key'],
    ['company', 'Sign-in address of your company'],
    ['assertion', 'Token'],
    ['client-secret', 'Authorization server for these credentials'],
  ] as const) {
    await way.selectOption(kind);
    await expect(chat.getByLabel(label, { exact: true })).toBeVisible();
    const { violations } = await new AxeBuilder({ page: chat }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    await chat.getByLabel('Client ID', { exact: true }).scrollIntoViewIfNeeded();
    await shoot(a, `${kind}-en`);
  }
  await chat.getByLabel('Authorization server for these credentials').fill('login.example');
  await chat.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(chat.getByText('A client ID is needed.')).toBeVisible();
  await expect(chat.getByText('An https address without anything behind the path is needed.')).toBeVisible();
  await shoot(a, 'faults-en');
  await way.selectOption('client-key');
  await chat.getByLabel('Authorization server for these credentials').fill(auth.url);
  await chat.getByLabel('Client ID', { exact: true }).fill('steward-machine');
  await chat.getByLabel('Private key', { exact: true }).fill('no key');
  await chat.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(chat.getByText('This is no private key that can be used.')).toBeVisible();
  await way.selectOption('client-secret');
  await chat.getByLabel('Client secret', { exact: true }).fill('CANARY-FORM-SECRET');
  await chat.getByRole('switch', { name: 'Take only tokens that are bound to this computer' }).click();
  await chat.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(chat.getByText('One is kept. What you put in takes its place.')).toBeVisible();
  await expect(chat.getByLabel('Client secret', { exact: true })).toHaveValue('');
  expect(await chat.content()).not.toContain('CANARY-FORM-SECRET');
  await chat.getByRole('button', { name: 'Test', exact: true }).first().click();
  await decide(a, 'New tools on far', 'Accept tools');
  await expect(chat.getByText('bound to a key of this computer')).toBeVisible();
  await set(a, { language: 'zh', theme: 'dark' });
  await expect(chat.getByText('已绑定到这台电脑的密钥')).toBeVisible();
  for (const kind of ['client-secret', 'company', 'client-key']) {
    await chat.getByLabel('选择登录方式').selectOption(kind);
    await chat.getByLabel('客户端 ID', { exact: true }).scrollIntoViewIfNeeded();
    await shoot(a, `${kind}-zh`);
  }
  const dark = await new AxeBuilder({ page: chat }).setLegacyMode().analyze();
  expect(dark.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await set(a, { language: 'en', theme: 'light' });
  await chat.getByRole('link', { name: 'Chats' }).click();
  await send(a, 'call far__do {}');
  await decide(a, 'Tool call: do on far', 'Allow once');
  await expect(card(a, 'do on far')).toContainText('Done');
  expect(far.received.find((r) => r.rpc === 'tools/call')?.headers.authorization).toMatch(/^DPoP /);
  expect(far.effects).toHaveLength(1);
});
