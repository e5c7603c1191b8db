import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { listen, type Listening } from './http/listening.ts';
import { modern, plainTool, type ModernReply } from './http/modern.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { makeFolder } from './paths.ts';
import { card, decide, isAlive, launch, log, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
let model: ModelServer;
let server: Listening;

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsCtvIDMZ0wK+BWGwAkvXawkICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIXBZ0xX0BjV9DTQAAAABJRU5ErkJggg==';
const outputSchema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
const tools = [
  { ...plainTool, name: 'picture', annotations: { readOnlyHint: true, openWorldHint: false } },
  { ...plainTool, name: 'odd', outputSchema },
  { ...plainTool, name: 'needy' },
  { ...plainTool, name: 'link' },
];
const complete = (more: Readonly<Record<string, unknown>>): ModernReply => ({ result: { resultType: 'complete', ...more } });
const forPerson = { type: 'text', text: 'a word for the person', annotations: { audience: ['user'] } };
const answers: Readonly<Record<string, ModernReply>> = {
  picture: complete({ content: [{ type: 'image', data: pixel, mimeType: 'image/png' }, forPerson] }),
  odd: complete({ content: [], structuredContent: { total: 'CANARY-TOTAL' } }),
  needy: { error: { code: -32021, message: 'Missing capability', data: { requiredCapabilities: { sampling: {} } } } },
  link: complete({ content: [{ type: 'resource_link', uri: 'note://one', name: 'A note' }] }),
};

test.beforeEach(async () => {
  folder = makeFolder();
  model = await startModelServer(['scripted-vl']);
  server = await listen(
    modern(
      ({ method, params }) => {
        if (method === 'tools/call') return answers[String(params.name)] ?? 'well';
        if (method === 'resources/read')
          return complete({ contents: [{ uri: 'note://one', text: 'what the note says' }], ttlMs: 0, cacheScope: 'private' });
        if (method === 'tools/list') return complete({ tools, ttlMs: 3_600_000, cacheScope: 'private' });
        return 'well';
      },
      () => tools,
      { tools: {}, resources: {} },
    ),
  );
  writeFileSync(path.join(folder.dir, 'mcp.json'), JSON.stringify({ mcpServers: { far: { url: server.url } } }));
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  await server.close();
  await model.close();
  folder.remove();
});

async function start(): Promise<App> {
  const environment = { OPENAI_API_KEY: 'K', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted-vl' };
  app = await launch({ dir: folder.dir, environment });
  await decide(app, 'Review server far', 'Trust and start');
  await decide(app, 'New tools on far', 'Accept tools');
  return app;
}
/** Lets the model make one call, and allows it. */
async function run(a: App, tool: string): Promise<void> {
  model.script([{ calls: [{ name: `far__${tool}`, arguments: {} }] }, { text: `That was ${tool}.` }]);
  await send(a, `use ${tool}`);
  await decide(a, `Tool call: ${tool} on far`, 'Allow once');
  await expect(log(a)).toContainText(`That was ${tool}.`);
}
const sentToModel = (): string => JSON.stringify(model.requests.at(-1)?.body.messages);

/** Both themes and both languages, each without a finding; pictures for eyes where a folder is named. */
async function looksWell({ chat }: App, name: string): Promise<void> {
  for (const change of [{ theme: 'light' }, { theme: 'dark' }, { language: 'zh' }, { theme: 'light' }, { language: 'en' }]) {
    await chat.evaluate(async (value) => {
      const { bridge } = window as unknown as { bridge: { request(name: string, input: unknown): Promise<unknown> } };
      await bridge.request('settings.change', { change: value });
    }, change);
    await chat.waitForTimeout(300);
    const { violations } = await new AxeBuilder({ page: chat }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
    const shots = process.env.STEWARD_LOOKS;
    if (shots) await chat.screenshot({ path: path.join(shots, `${name}-${Object.values(change).join()}.png`) });
  }
}

test('UD5 TOL-6 a picture is seen by the person and by a model that sees; what is for the person alone goes no further', async () => {
  const a = await start();
  await run(a, 'picture');
  expect(sentToModel()).toContain(`data:image/png;base64,${pixel}`);
  expect(sentToModel()).not.toContain('a word for the person');
  const shown = card(a, 'picture on far');
  await shown.getByRole('button', { name: /^picture on far/ }).click();
  await expect(shown.getByRole('img', { name: 'Picture from far' })).toBeVisible();
  await expect(shown).toContainText('For you only: the model does not get this.');
  await expect(shown).toContainText(/Trace id [0-9a-f]{32}/);
  await looksWell(a, 'picture');
});

test('TOL-4 TOL-8 a result that is not what was promised waits for the person; a link is read when they ask', async () => {
  const a = await start();
  await run(a, 'odd');
  const shown = card(a, 'odd on far');
  await expect(shown).toContainText('This is not what the tool promised');
  await expect(shown).toContainText('The model was not given it.');
  expect(sentToModel()).not.toContain('CANARY-TOTAL');
  await looksWell(a, 'odd');
  await shown.getByRole('button', { name: 'Use it anyway' }).click();
  await expect(shown).toContainText('The model has it, with a note.');
  await run(a, 'link');
  expect(sentToModel()).toContain('CANARY-TOTAL');
  const link = card(a, 'link on far');
  await link.getByRole('button', { name: /^link on far/ }).click();
  expect(server.received.some((r) => r.rpc === 'resources/read')).toBe(false);
  await link.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(link).toContainText('what the note says');
});

test('DIS-1 the server’s page says how it is spoken to, how fresh its lists are, and what it would not do without', async () => {
  const a = await start();
  await run(a, 'needy');
  await a.chat.getByRole('link', { name: 'Servers' }).click();
  await a.chat.getByRole('button', { name: 'Details of far', exact: true }).click();
  const section = a.chat.getByRole('region', { name: 'How it is spoken to' });
  // What needs a word stands there; the rest is folded away.
  await expect(section).toContainText('needy needs answers of a model');
  await expect(section.getByRole('table')).toHaveCount(0);
  await section.getByRole('button', { name: 'Capabilities, health and lists' }).click();
  await expect(section).toContainText('resources, tools');
  await expect(section.getByRole('row', { name: /^Tools 4 1/ })).toContainText('until');
  const lists = () => server.received.filter((r) => r.rpc === 'tools/list').length;
  const before = lists();
  await section.getByRole('button', { name: 'Read the lists again' }).click();
  await expect.poll(lists).toBe(before + 1);
  await looksWell(a, 'server');
  await a.chat.getByRole('tab', { name: /^Tools/ }).click();
  await a.chat.getByRole('button', { name: /^picture/ }).click();
  await expect(a.chat.getByRole('main')).toContainText('The server’s own word: only reads · reaches nothing outside');
  await a.chat.getByRole('link', { name: 'Settings' }).click();
  const group = a.chat.getByRole('region', { name: 'Connections', exact: true });
  await group.scrollIntoViewIfNeeded();
  await group.getByRole('switch', { name: 'Give each call a trace id' }).click();
  await group.getByRole('radio', { name: 'Every 5 min' }).check({ force: true });
  await looksWell(a, 'settings');
  await a.chat.getByRole('link', { name: 'Chats' }).click();
  await run(a, 'link');
  expect(server.received.findLast((r) => r.rpc === 'tools/call')?.headers.traceparent).toBeUndefined();
});
