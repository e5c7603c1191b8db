import { expect, test } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { testAuthority, testCertificate, testKey } from '../electron/net/certificatesForTests.ts';
import { listen, type Listening } from './http/listening.ts';
import { listenModern, listenSessionful, listenSse } from './http/mcpServers.ts';
import { makeFolder } from './paths.ts';
import { card, decide, decision, isAlive, launch, log, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
const servers: Listening[] = [];

test.beforeEach(() => {
  folder = makeFolder();
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  for (const server of servers.splice(0)) await server.close();
  folder.remove();
});
const kept = <L extends Listening>(server: L): L => {
  servers.push(server);
  return server;
};
async function start(mcpServers: Readonly<Record<string, unknown>>, environment: Readonly<Record<string, string>> = {}): Promise<App> {
  writeFileSync(path.join(folder.dir, 'mcp.json'), JSON.stringify({ mcpServers }));
  app = await launch({ dir: folder.dir, environment });
  return app;
}
async function admit(a: App, key: string): Promise<void> {
  await decide(a, `Review server ${key}`, 'Trust and start');
  await decide(a, `New tools on ${key}`, 'Accept tools');
}

test('SSE-1 HTTP in both eras and the SSE fallback: reviewed by address, asked, called, answered', async () => {
  const far = kept(await listenModern());
  const old = kept(await listenSessionful());
  const oldest = kept(await listenSse());
  const a = await start({ far: { type: 'http', url: far.url }, old: { url: old.url }, oldest: { url: oldest.url } });
  const review = await decision(a, 'Review server far');
  await expect(review).toContainText(`127.0.0.1:${far.port}`);
  await expect(review).toContainText('It runs elsewhere');
  expect([far, old, oldest].flatMap((server) => server.received)).toEqual([]);
  for (const key of ['far', 'old', 'oldest']) await admit(a, key);
  await send(a, 'call far__echo {"text":"newer"}\ncall old__echo {"text":"older"}\ncall oldest__echo {"text":"oldest"}');
  for (const key of ['far', 'old', 'oldest']) {
    await decide(a, `Tool call: echo on ${key}`, 'Allow once');
    await expect(card(a, `echo on ${key}`)).toContainText('Done');
  }
  await expect(log(a)).toContainText('oldest');
  for (const server of [far, old, oldest]) expect(server.received.filter((r) => r.rpc === 'tools/call')).toHaveLength(1);
  await a.chat.getByRole('link', { name: 'Servers' }).click();
  await expect(a.chat.getByText('protocol 2026-07-28')).toBeVisible();
  await expect(a.chat.getByText('older era')).toHaveCount(2);
  await quit(a);
  expect(old.sessions()).toEqual([]);
});

test('UC1 a server that restarts is connected to anew, and the next call works', async () => {
  const old = kept(await listenSessionful());
  const a = await start({ old: { url: old.url } });
  await admit(a, 'old');
  await expect.poll(() => old.received.some((r) => r.method === 'GET')).toBe(true);
  old.forget();
  await expect.poll(() => old.sessions().length, { timeout: 20_000 }).toBe(1);
  await send(a, 'call old__add {"a":1,"b":2}');
  await decide(a, 'Tool call: add on old', 'Allow once');
  await expect(card(a, 'add on old')).toContainText('Done');
});

test('UC7 a refused header is told as such, S42 a redirect elsewhere gets nothing, and the value is never shown', async () => {
  const other = kept(await listen((_request, response) => void response.end()));
  const locked = kept(await listen((_request, response) => void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()));
  const moved = kept(await listen((_request, response) => void response.writeHead(307, { location: other.url }).end()));
  const headers = { Authorization: 'Bearer ${REMOTE_TOKEN}' };
  const a = await start({ locked: { url: locked.url, headers }, moved: { url: moved.url, headers } }, { REMOTE_TOKEN: 'CANARY-TOKEN' });
  for (const key of ['locked', 'moved']) {
    const review = await decision(a, `Review server ${key}`);
    await expect(review).toContainText('Bearer ${REMOTE_TOKEN}');
    await expect(review).toContainText('uses your REMOTE_TOKEN');
    await review.getByRole('checkbox').check();
    await decide(a, `Review server ${key}`, 'Trust and start');
  }
  await a.chat.getByRole('link', { name: 'Servers' }).click();
  await expect(a.chat.getByText('refused the Authorization header')).toBeVisible();
  await expect(a.chat.getByText('points to another address')).toBeVisible();
  expect(locked.received.every((r) => r.headers.authorization === 'Bearer CANARY-TOKEN')).toBe(true);
  expect(other.received).toEqual([]);
  expect(await a.chat.content()).not.toContain('CANARY-TOKEN');
});

test('a proxy named in Settings is used for servers elsewhere and left out for this computer', async () => {
  const proxy = kept(await listen((_request, response) => void response.writeHead(407).end()));
  const near = kept(await listenModern());
  const a = await start({});
  await a.chat.getByRole('link', { name: 'Settings' }).click();
  await a.chat.getByRole('radio', { name: 'This one' }).check();
  await a.chat.getByRole('textbox', { name: 'Address of the proxy' }).fill(proxy.url);
  await a.chat.getByRole('textbox', { name: 'Address of the proxy' }).press('Enter');
  writeFileSync(
    path.join(folder.dir, 'mcp.json'),
    JSON.stringify({ mcpServers: { far: { url: 'http://far.example/mcp' }, near: { url: near.url } } }),
  );
  const review = await decision(a, 'Review server far');
  await expect(review).toContainText('anyone on the way can read');
  await decide(a, 'Review server far', 'Trust and start');
  await admit(a, 'near');
  await expect.poll(() => proxy.received.map((r) => r.path)).toContainEqual('http://far.example/mcp');
});

test('F23 S46 an unknown authority is refused until its file is named in Settings; then the server works', async () => {
  const far = kept(await listenModern({ tls: { key: testKey, cert: testCertificate } }));
  writeFileSync(path.join(folder.dir, 'authority.pem'), testAuthority);
  const a = await start({ far: { url: far.url } });
  await decide(a, 'Review server far', 'Trust and start');
  await a.chat.getByRole('link', { name: 'Servers' }).click();
  await expect(a.chat.getByText('No secure connection could be made')).toBeVisible();
  expect(far.received).toEqual([]);
  await a.chat.getByRole('link', { name: 'Settings' }).click();
  const field = a.chat.getByRole('textbox', { name: 'File of a further certificate authority' });
  await field.fill(path.join(folder.dir, 'authority.pem'));
  await field.press('Enter');
  await a.chat.getByRole('link', { name: 'Servers' }).click();
  await a.chat.getByRole('button', { name: 'Restart' }).last().click();
  await decide(a, 'New tools on far', 'Accept tools');
  await expect(a.chat.getByText('protocol 2026-07-28')).toBeVisible();
});
