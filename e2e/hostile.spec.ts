import { expect, test, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { payloads } from '../renderer/payloadsForTests.ts';
import { startCanary, type Canary } from './canary.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { fixture, makeFolder } from './paths.ts';
import { decide, decision, decisionPage, isAlive, launch, log, quit, send, type App } from './window.ts';

// One session in which a model and a server say the whole corpus wherever they can say anything.
test.describe.configure({ mode: 'serial' });
const key = '<img src=x onerror=window.__x=1>';
let folder: ReturnType<typeof makeFolder>;
let app: App;
let canary: Canary;
let model: ModelServer;
let all: readonly string[];

test.beforeAll(async () => {
  canary = await startCanary();
  model = await startModelServer();
  all = payloads(canary.url);
  const aside = makeFolder();
  const file = path.join(aside.dir, 'payloads.json');
  writeFileSync(file, JSON.stringify(all));
  folder = makeFolder({ [key]: fixture('hostile', { PAYLOADS_FILE: file }) });
  app = await launch({
    dir: folder.dir,
    environment: { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' },
  });
});
test.afterAll(async () => {
  if (isAlive(app.pid)) await quit(app);
  folder.remove();
  await model.close();
  await canary.close();
});

/** What stands in a page that no text may bring there. */
const found = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const never =
      'object, embed, base, form[action], audio, video:not([src^="blob:"]), source, picture, marquee, template, animate, foreignObject';
    const odd = [
      ...document.querySelectorAll(
        `${never}, script:not([src^="/assets/"], [src^="app://chat/assets/"]), link:not([rel="stylesheet"], [rel="modulepreload"]), meta[http-equiv]`,
      ),
      ...document.querySelectorAll(
        'iframe:not([sandbox="allow-scripts"]), [srcdoc], [srcset], [background], [formaction], [ping], use, image',
      ),
      ...document.querySelectorAll(
        'a:not([href^="#"]), img:not([src^="blob:"]), link:not([href^="/assets/"], [href^="app://chat/assets/"], [href^="app://decisions/assets/"])',
      ),
      ...[...document.querySelectorAll('*')].filter((element) => [...element.attributes].some(({ name }) => name.startsWith('on'))),
    ].map((element) => element.outerHTML.slice(0, 200));
    return '__x' in globalThis ? ['window.__x was set', ...odd] : odd;
  });
async function clean(): Promise<void> {
  for (const page of app.electron.windows()) expect(await found(page)).toEqual([]);
  expect(canary.hits).toEqual([]);
}
const go = (screen: string): Promise<void> => app.chat.getByRole('link', { name: screen, exact: true }).click();

test('S1 the check itself sees what must not be there', async () => {
  await app.chat.evaluate(() => {
    const image = document.body.appendChild(document.createElement('img'));
    image.id = 'planted';
    image.setAttribute('on-planted', '1');
  });
  expect((await found(app.chat)).length).toBeGreaterThanOrEqual(2);
  await app.chat.evaluate(() => document.getElementById('planted')?.remove());
  expect(await found(app.chat)).toEqual([]);
});

test('S1 decisions about a hostile server are text: its name, instructions, tools and schemas', async () => {
  await decision(app, `Review server ${key}`);
  await clean();
  await decide(app, `Review server ${key}`, 'Trust and start');
  await expect(await decision(app, `New tools on ${key}`)).toContainText('<script>window.__x=1</script>');
  await clean();
  await decide(app, `New tools on ${key}`, 'Accept tools');
});

test('S1 S6 a streamed answer with the whole corpus, in pieces of three characters, runs, loads and draws nothing', async () => {
  const text = all.join('\n\n');
  model.script([
    { text: text.match(/[\s\S]{1,3}/g) ?? [] },
    { text: '```mermaid\ngraph TD; A["<img src=x onerror=window.__x=1>' },
    { text: '<img src=x onerror=' },
  ]);
  await send(app, `${key} ${all.slice(0, 20).join(' ')}`);
  await expect(log(app)).toContainText('window.__x=1', { timeout: 20_000 });
  await clean();
  await expect(app.chat.getByRole('button', { name: 'Stop' })).toHaveCount(0, { timeout: 30_000 });
  await clean();
  for (const last of [all.join('\n\n'), 'x']) {
    await send(app, last);
    await expect(app.chat.getByRole('button', { name: 'Stop' })).toHaveCount(0, { timeout: 30_000 });
    await clean();
  }
});

test('S1 S6 results, tool errors and protocol errors of the server, and the errors of the model, are text', async () => {
  for (const what of ['text', 'error', 'protocol']) {
    model.script((request) =>
      request.body.messages?.at(-1)?.role === 'user'
        ? { calls: [{ name: toolName(request.body), arguments: { what, [key]: key, note: all.join('\n') } }] }
        : { text: 'ok' },
    );
    await send(app, `go ${what}`);
    const group = (await decisionPage(app)).getByRole('group', { name: /^Tool call: attack/ });
    await expect(group).toBeVisible();
    await clean();
    await group.getByRole('button', { name: 'Allow once' }).click();
    await expect(group).toBeHidden();
    const call = log(app)
      .getByRole('group', { name: `attack on ${key}` })
      .last();
    await expect(call).toContainText(what === 'text' ? 'Done' : 'error', { ignoreCase: true });
    for (const button of await call.getByRole('button', { expanded: false }).all()) await button.click();
    await clean();
  }
  model.script(() => ({ status: 400, body: { error: { message: all.join('\n') } } }));
  await send(app, 'fail');
  await expect(app.chat.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await clean();
});
const toolName = (body: { readonly tools?: readonly { readonly function: { readonly name: string } }[] }): string =>
  body.tools?.map((tool) => tool.function.name).find((name) => name.includes('attack')) ?? 'none';

test('S1 S6 the pages of the server, its log, its traffic, its resources, the journal and a filter are text', async () => {
  await go('Servers');
  await clean();
  await app.chat.getByRole('button', { name: `Details of ${key}`, exact: true }).click();
  for (const tab of ['Tools', 'Log', 'Traffic', 'Overview']) {
    await app.chat.getByRole('tab', { name: tab }).click();
    if (tab === 'Tools') await app.chat.getByRole('button', { name: /^attack/ }).click();
    if (tab === 'Traffic') {
      await app.chat.getByRole('textbox', { name: 'Filter' }).fill('tools/list');
      await app.chat.getByRole('listbox', { name: 'Messages' }).getByRole('option').first().click();
    }
    await clean();
  }
  await go('Resources');
  for (const kind of ['text', 'markdown', 'html', 'svg']) {
    await app.chat.getByRole('treeitem', { name: `${kind} ${key}` }).click();
    await expect(app.chat.getByRole('region', { name: 'Preview' })).toContainText('window.__x=1');
    await clean();
  }
  await go('Activity');
  await clean();
  await go('Settings');
  await clean();
  await go('Chats');
  await expect(log(app)).toContainText('fail');
  await clean();
});

test('S1 nothing of it comes to life when everything is read back from disk', async () => {
  await app.chat.reload();
  await expect(app.chat.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await clean();
  for (const language of ['zh', 'en'] as const) {
    await app.chat.evaluate(
      (change) => {
        const { bridge } = globalThis as unknown as { bridge: { request(name: string, input: unknown): Promise<unknown> } };
        return bridge.request('settings.change', { change });
      },
      { language },
    );
    await clean();
  }
  // Not even an attempt: the policy had nothing to stop.
  await go('Settings');
  await expect(app.chat.getByText('0 requests blocked since the start')).toBeVisible();
});
