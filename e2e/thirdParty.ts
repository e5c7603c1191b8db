import { expect, type Locator, type Page } from '@playwright/test';
import path from 'node:path';
import type { ModelServer, Round } from './modelServer.ts';
import { startModelServer } from './modelServer.ts';
import { makeFolder, root } from './paths.ts';
import { card, decide, isAlive, launch, quit, send, type App } from './window.ts';

/** The file that the command of a published server runs. */
export const entryFile = (name: string): string =>
  path.join(root, 'node_modules', '@modelcontextprotocol', `server-${name}`, 'dist', 'index.js');

/** The app with a scripted model, and a place for the files of a server. `environment` is the person's own. */
export class ThirdPartyHouse {
  readonly model: ModelServer;
  readonly place = makeFolder();
  readonly #folder = makeFolder();
  readonly #environment: Readonly<Record<string, string>>;
  app: App;
  private constructor(model: ModelServer, environment: Readonly<Record<string, string>>) {
    this.model = model;
    this.#environment = { ...environment, OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' };
    this.app = undefined as unknown as App;
  }
  static async open(environment: Readonly<Record<string, string>> = {}): Promise<ThirdPartyHouse> {
    const house = new ThirdPartyHouse(await startModelServer(), environment);
    await house.start();
    return house;
  }
  async start(): Promise<void> {
    this.app = await launch({ dir: this.#folder.dir, environment: this.#environment });
  }
  async close(): Promise<void> {
    if (isAlive(this.app.pid)) await quit(this.app);
    await this.model.close();
    this.#folder.remove();
    this.place.remove();
  }
  /** The next turn of the chat makes these calls in one round, and then says what it got. */
  async ask(...calls: NonNullable<Round['calls']>): Promise<void> {
    this.model.script([{ calls }, { text: 'That is all.' }]);
    await go(this.app, 'Chats');
    await send(this.app, 'please do it');
  }
  /** The tool messages of the model's latest request, the last of them last. */
  told(): readonly string[] {
    const messages = this.model.requests.at(-1)?.body.messages ?? [];
    return messages.slice(messages.findLastIndex((m) => m.role === 'assistant') + 1).map((m) => m.content ?? '');
  }
}

export const go = ({ chat }: App, screen: 'Chats' | 'Servers' | 'Resources' | 'Settings'): Promise<void> =>
  chat.getByRole('link', { name: screen }).click();
/** The page of a server, on one of its tabs. */
export async function openServer(app: App, key: string, tab: RegExp | string = 'Overview'): Promise<Locator> {
  await go(app, 'Servers');
  const page = app.chat.getByRole('main', { name: key, exact: true });
  const details = app.chat.getByRole('button', { name: `Details of ${key}`, exact: true });
  await expect(page.or(details)).toBeVisible();
  if (await details.isVisible()) await details.click();
  await page.getByRole('tab', { name: tab }).click();
  return page;
}

async function adding(app: App, way: string): Promise<Locator> {
  await go(app, 'Servers');
  await app.chat.getByRole('button', { name: 'Add server' }).click();
  const form = app.chat.getByRole('region', { name: 'Add server' });
  await form.getByRole('radio', { name: way }).check();
  return form;
}
/** Adds a server that runs here, by the form of the Servers page. */
export async function addByForm(app: App, key: string, args: readonly string[]): Promise<void> {
  const form = await adding(app, 'By hand');
  await form.getByRole('textbox', { name: 'Name' }).fill(key);
  await form.getByRole('textbox', { name: 'Command', exact: true }).fill(process.execPath);
  await form.getByRole('textbox', { name: 'Command arguments' }).fill(args.join('\n'));
  await form.getByRole('button', { name: 'Save server' }).click();
}
/** Adds a server at an address, by the same form. */
export async function addAddress(app: App, key: string, url: string): Promise<void> {
  const form = await adding(app, 'By hand');
  await form.getByRole('radio', { name: 'At an address' }).check();
  await form.getByRole('textbox', { name: 'Name' }).fill(key);
  await form.getByRole('textbox', { name: 'Address' }).fill(url);
  await form.getByRole('button', { name: 'Save server' }).click();
}
/** Adds a server by JSON as its documentation gives it. */
export async function addByJson(app: App, mcpServers: Readonly<Record<string, unknown>>): Promise<void> {
  const form = await adding(app, 'Paste JSON');
  await form.getByRole('textbox', { name: 'JSON' }).fill(JSON.stringify({ mcpServers }, null, 2));
  await form.getByRole('button', { name: /^Import / }).click();
}
/** Both steps of trust. */
export async function admit(app: App, key: string): Promise<void> {
  await decide(app, `Review server ${key}`, 'Trust and start');
  await decide(app, `New tools on ${key}`, 'Accept tools');
}

/** The latest card of a tool, opened. */
export async function opened(app: App, name: string): Promise<Locator> {
  const latest = card(app, name).last();
  await expect(latest).toContainText(/Done|Tool error|Denied|Cancelled|Not sent/);
  const closed = latest.getByRole('button', { expanded: false });
  if (await closed.isVisible()) await closed.click();
  return latest;
}
/** How many lines of text every laid out line of JSON is high; 1 where the layout is right. */
export const linesOfJson = (within: Locator): Promise<readonly number[]> =>
  within
    .locator('.json-line')
    .evaluateAll((lines) =>
      lines.map((line) =>
        Math.round((line as unknown as Box).offsetHeight / Number.parseFloat(getComputedStyle(line as never).lineHeight)),
      ),
    );
interface Box {
  readonly offsetHeight: number;
}
declare const getComputedStyle: (element: never) => { readonly lineHeight: string };
export const resource = ({ chat }: { readonly chat: Page }, name: string): Locator =>
  chat.getByRole('tree', { name: 'Resources' }).getByRole('treeitem', { name });
