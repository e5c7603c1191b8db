import { expect, test, type Page } from '@playwright/test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testAuthority, testCertificate, testKey } from '../electron/net/certificatesForTests.ts';
import { listen, type Listening } from './http/listening.ts';
import { listenModern } from './http/mcpServers.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { makeFolder } from './paths.ts';
import { card, decide, decision, decisionPage, isAlive, launch, log, quit, send, type App } from './window.ts';

/** A blue disc. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAMElEQVR42mNgoDawyXv2Hx+mSDNeQ4jVjNUQUjVjGDJqwLAwgOKERJWkTJXMRA4AADQtuCTEaMi2AAAAAElFTkSuQmCC',
  'base64',
);
const canary = 'CANARY-5e4d3c2b';
let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
let model: ModelServer | undefined;
const servers: Listening[] = [];
test.beforeEach(() => {
  folder = makeFolder();
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  await model?.close();
  model = undefined;
  for (const server of servers.splice(0)) await server.close();
  folder.remove();
});
const kept = <L extends Listening>(server: L): L => {
  servers.push(server);
  return server;
};
const shoot = (page: Page, name: string): Promise<unknown> =>
  process.env['SHOTS'] ? page.screenshot({ path: path.join(process.env['SHOTS'], `${name}.png`) }) : Promise.resolve();
/** Everything the app has written. */
const written = (): string =>
  readdirSync(folder.dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

test('S44 a server elsewhere is added by its form: what is ticked goes to the vault and nowhere else, what is wrong is said, and a test tells how it is', async () => {
  const far = kept(await listenModern());
  app = await launch({ dir: folder.dir });
  const { chat } = app;
  await chat.getByRole('link', { name: 'Servers' }).click();
  await chat.getByRole('button', { name: 'Add server' }).click();
  const form = chat.getByRole('region', { name: 'Add server' });
  await form.getByRole('radio', { name: 'At an address' }).check({ force: true });
  await form.getByRole('textbox', { name: 'Name' }).fill('far');
  await form.getByRole('textbox', { name: 'Headers' }).fill(`Authorization: Bearer ${canary}\nX-Team: red`);
  await form.getByRole('textbox', { name: 'Address' }).fill('far.example');
  await expect(form).toContainText('no keychain that can be used');
  await form.getByRole('group', { name: 'Keep in the keychain' }).getByRole('checkbox', { name: 'Authorization' }).check();
  await form.getByRole('button', { name: 'Save server' }).click();
  await expect(form).toContainText('Give an address that begins with https:// or http://.');
  await shoot(chat, 'form');
  await form.getByRole('radio', { name: 'HTTP', exact: true }).check({ force: true });
  await form.getByRole('textbox', { name: 'Address' }).fill(far.url);
  await form.getByRole('button', { name: 'Save server' }).click();
  const article = chat.getByRole('article', { name: 'far' });
  await decision(app, 'Review server far');
  const saved = JSON.parse(readFileSync(path.join(folder.dir, 'mcp.json'), 'utf8')) as { mcpServers: { far: unknown } };
  expect(saved.mcpServers.far).toEqual({
    type: 'http',
    url: far.url,
    headers: { Authorization: 'Bearer ${secret:far.Authorization}', 'X-Team': 'red' },
  });
  await article.getByRole('button', { name: 'Test' }).click();
  await expect(article.getByRole('status')).toContainText('Nothing was started or sent');
  expect(far.received).toEqual([]);
  const review = await decision(app, 'Review server far');
  await review.getByRole('checkbox', { name: /Authorization/ }).check();
  await decide(app, 'Review server far', 'Trust and start');
  await decide(app, 'New tools on far', 'Accept tools');
  expect(far.received.at(-1)?.headers.authorization).toBe(`Bearer ${canary}`);
  await article.getByRole('button', { name: 'Test' }).click();
  await expect(article.getByRole('status')).toContainText('lists 4 tools');
  await shoot(chat, 'servers');
  await chat.getByRole('link', { name: 'Settings' }).click();
  const secrets = chat.getByRole('region', { name: 'Secrets' });
  await expect(secrets).toContainText('they are kept only until you quit');
  await expect(secrets.getByRole('listitem')).toContainText('Used by far');
  await secrets.getByRole('button', { name: 'Replace far.Authorization' }).click();
  await secrets.getByRole('textbox', { name: 'Value of far.Authorization' }).fill(`${canary}-2`);
  await secrets.scrollIntoViewIfNeeded();
  await shoot(chat, 'secrets');
  await secrets.getByRole('button', { name: 'Keep' }).click();
  await expect(secrets.getByRole('button', { name: 'Replace far.Authorization' })).toBeVisible();
  await chat.getByRole('link', { name: 'Servers' }).click();
  await article.getByRole('button', { name: 'Restart' }).click();
  await expect.poll(() => far.received.at(-1)?.headers.authorization).toBe(`Bearer ${canary}-2`);
  await chat.getByRole('link', { name: 'Settings' }).click();
  await secrets.getByRole('button', { name: 'Remove far.Authorization' }).click();
  await chat.getByRole('button', { name: 'Remove secret' }).click();
  await expect(secrets).toContainText('not set');
  await chat.getByRole('link', { name: 'Activity' }).click();
  for (const words of ['Secret set', 'Secret replaced', 'Secret removed']) await expect(chat.getByText(words).first()).toBeVisible();
  await shoot(chat, 'activity');
  expect(await chat.content()).not.toContain(canary);
  expect(written()).not.toContain(canary);
});

test('S4 a good icon is drawn from bytes on card, page and tool card, a bad one is a letter, and the decision shows none', async () => {
  const canaryServer = kept(await listen((_request, response) => void response.writeHead(200).end(png)));
  writeFileSync(path.join(folder.dir, 'authority.pem'), testAuthority);
  let address = '';
  const far = kept(
    await listenModern({
      tls: { key: testKey, cert: testCertificate },
      icons: () => [{ src: `${address}/icon.png`, mimeType: 'image/png' }],
      also: (asked, response) => asked === '/icon.png' && Boolean(response.writeHead(200, { 'content-type': 'image/png' }).end(png)),
    }),
  );
  address = far.url;
  const bad = kept(
    await listenModern({
      icons: () => [
        { src: `${canaryServer.url}/x.png` },
        { src: `data:image/svg+xml;base64,${Buffer.from('<svg onload="alert(1)"/>').toString('base64')}` },
      ],
    }),
  );
  model = await startModelServer();
  writeFileSync(path.join(folder.dir, 'mcp.json'), JSON.stringify({ mcpServers: { far: { url: far.url }, bad: { url: bad.url } } }));
  app = await launch({ dir: folder.dir, environment: { OPENAI_API_KEY: 'K', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' } });
  const { chat } = app;
  await chat.getByRole('link', { name: 'Settings' }).click();
  const authority = chat.getByRole('textbox', { name: 'File of a further certificate authority' });
  await authority.fill(path.join(folder.dir, 'authority.pem'));
  await authority.press('Enter');
  for (const key of ['far', 'bad']) {
    await decide(app, `Review server ${key}`, 'Trust and start');
    await decide(app, `New tools on ${key}`, 'Accept tools');
  }
  await chat.getByRole('link', { name: 'Servers' }).click();
  const picture = chat.getByRole('article', { name: 'far' }).locator('.icon-tile img');
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.src.slice(0, 5)])).toEqual([16, 'blob:']);
  await expect(chat.getByRole('article', { name: 'bad' }).locator('.icon-tile')).toHaveText('B');
  await shoot(chat, 'icons');
  model.script([{ calls: [{ name: 'far__echo', arguments: { text: 'hi' } }] }, { text: 'done' }]);
  await chat.getByRole('link', { name: 'Chats' }).click();
  await send(app, 'go');
  await decision(app, 'Tool call: echo on far');
  expect(await (await decisionPage(app)).locator('img, .icon-tile').count()).toBe(0);
  await decide(app, 'Tool call: echo on far', 'Allow once');
  await expect(card(app, 'echo on far').locator('.icon-tile img')).toBeVisible();
  await expect(log(app)).toContainText('done');
  await shoot(chat, 'card');
  expect(canaryServer.received).toEqual([]);
});

test('a model elsewhere is reached by the proxy of Settings from the window too', async () => {
  model = await startModelServer();
  const { url } = model;
  const proxy = kept(
    await listen(async (_request, response, { path: asked, body }) => {
      const answer = await fetch(`${new URL(url).origin}${new URL(asked).pathname}`, { method: 'POST', body });
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      try {
        for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) response.write(piece);
        response.end();
      } catch {
        response.destroy(); // the model was cut off at the end of the test
      }
    }),
  );
  app = await launch({
    dir: folder.dir,
    environment: { OPENAI_API_KEY: 'K', OPENAI_BASE_URL: 'http://models.example/v1', OPENAI_MODEL: 'scripted' },
  });
  const { chat } = app;
  await chat.getByRole('link', { name: 'Settings' }).click();
  await chat.getByRole('radio', { name: 'This one' }).check({ force: true });
  const field = chat.getByRole('textbox', { name: 'Address of the proxy' });
  await field.fill(proxy.url);
  await field.press('Enter');
  model.script([{ text: ['first piece'], finish: null, hang: 'body' }]);
  await chat.getByRole('link', { name: 'Chats' }).click();
  await send(app, 'hello');
  await expect(log(app)).toContainText('first piece');
  await chat.getByRole('button', { name: 'Stop' }).click();
  expect(proxy.received.map((r) => r.path)).toEqual(['http://models.example/v1/chat/completions']);
});
