import { expect, test } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startModelServer, type ModelServer, type Round } from './modelServer.ts';
import { callsReceived, dist, fixture, makeFolder } from './paths.ts';
import { decide, decision, decisionPage, isAlive, launch, log, quit, send, type App } from './window.ts';

// What stands between a page and a deed: who may speak, where a link may lead, and when an answer counts. One session.
test.describe.configure({ mode: 'serial' });
let folder: ReturnType<typeof makeFolder>;
let app: App;
let model: ModelServer;
let record: string;

test.beforeAll(async () => {
  model = await startModelServer();
  folder = makeFolder();
  record = path.join(folder.dir, 'record');
  writeFileSync(path.join(folder.dir, 'mcp.json'), JSON.stringify({ mcpServers: { rec: fixture('recorder', { RECORD_FILE: record }) } }));
  const environment = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' };
  app = await launch({ dir: folder.dir, environment });
  await decide(app, 'Review server rec', 'Trust and start');
  await decide(app, 'New tools on rec', 'Accept tools');
});
test.afterAll(async () => {
  if (isAlive(app.pid)) await quit(app);
  folder.remove();
  await model.close();
});
/** The model asks for one call of echo and then ends. */
const ask = async (args: unknown): Promise<void> => {
  model.script(
    (request): Round =>
      request.body.messages?.at(-1)?.role === 'user' ? { calls: [{ name: 'rec__echo', arguments: args }] } : { text: 'ok' },
  );
  await send(app, 'go');
};
const echo = 'Tool call: echo on rec';

test('S3 only the main frame of a page of ours, at its own address, is listened to', async () => {
  const outcome = await app.electron.evaluate(
    async ({ WebContentsView }, preload) => {
      const view = new WebContentsView({ webPreferences: { sandbox: true, preload } });
      await view.webContents.loadURL('app://chat/');
      const ask = `bridge.request('about.read', {}).then((reply) => reply.ok ? 'ok' : reply.failure.code)`;
      const code = (await view.webContents.executeJavaScript(ask)) as string;
      const frames = (await view.webContents.executeJavaScript(
        `new Promise((resolve) => { let seen = 0; bridge.watch('settings', {}, () => { seen += 1; }); setTimeout(() => resolve(seen), 500); })`,
      )) as number;
      view.webContents.close();
      return { code, frames };
    },
    dist('electron', 'chatPreload.cjs'),
  );
  expect(outcome).toEqual({ code: 'untrusted-sender', frames: 0 });
  const moved = await app.chat.evaluate(async () => {
    const { bridge } = globalThis as unknown as {
      bridge: { request(name: string, input: unknown): Promise<{ ok: boolean; failure?: { code: string } }> };
    };
    history.pushState(null, '', '/elsewhere');
    const away = await bridge.request('about.read', {});
    history.back();
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    const home = await bridge.request('about.read', {});
    return [away.failure?.code, home.ok];
  });
  expect(moved).toEqual(['untrusted-sender', true]);
});

test('S3 what is no plain message of a bounded size is refused, and main goes on', async () => {
  const codes = await app.chat.evaluate(async () => {
    const { bridge } = globalThis as unknown as {
      bridge: { request(name: unknown, input: unknown): Promise<{ ok: boolean; failure?: { code: string } }> };
    };
    const ring: Record<string, unknown> = {};
    ring.self = ring;
    const inputs: readonly (readonly [unknown, unknown])[] = [
      ['settings.change', { change: { language: 'x'.repeat(100_000_000) } }],
      ['settings.change', JSON.parse('{"change":{"__proto__":{"theme":"dark"}}}')],
      ['settings.change', JSON.parse(`${'{"change":'.repeat(500)}1${'}'.repeat(500)}`)],
      ['settings.change', { change: new Map([['theme', 'dark']]) }],
      ['settings.change', ring],
      ['settings.change', () => 1],
      ['constructor', {}],
      [{ toString: 1 }, {}],
      ['__proto__', {}],
      ['x'.repeat(1_000_000), {}],
    ];
    return Promise.all(
      // The bridge itself throws for what it can't copy.
      inputs.map(async ([name, input]) => {
        try {
          const reply = await bridge.request(name, input);
          return reply.ok ? 'ok' : (reply.failure?.code ?? '');
        } catch {
          return 'not even sent';
        }
      }),
    );
  });
  // The bridge drops an own __proto__ and what a Map holds on its way: an empty change is left, which changes nothing.
  for (const [at, code] of codes.entries())
    if (at !== 1 && at !== 3) expect(code).toMatch(/^(too-large|invalid-input|unknown-request|not even sent)$/);
  expect(codes[0]).toBe('too-large');
  expect(await app.chat.evaluate(() => document.documentElement.dataset.theme)).toBeUndefined();
});

const refused = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'file:///etc/passwd',
  'FILE:///etc/passwd',
  'smb://host/share',
  '\\\\host\\share',
  '//host/share',
  'ms-settings:about',
  'ms-msdt:/id',
  'search-ms:query=x',
  'vscode://x',
  'cursor://x',
  'steward://x',
  'data:text/html,x',
  'blob:https://x/1',
  'app://chat/',
  'app://decisions/decisions.html',
  'about:blank',
  'chrome://settings',
  'devtools://x',
  'view-source:https://example.org',
  'http://example.org/',
  'ftp://example.org/',
  'ssh://example.org',
  'telnet://example.org',
  'mailto:a@example.org',
  'tel:1',
  'https://user:pw@example.org/',
  'https://a@b.example/',
  'https://exa\tmple.org/',
  'https://example.org/\n',
  'https://example.org/\u0000',
  'https://example.org/\u202e',
  ' https://example.org/',
  'https:\\\\example.org',
  'https://',
  'https:///x',
  '',
  'x',
  `https://example.org/${'a'.repeat(3000)}`,
];
const allowed = ['https://example.org/', 'HTTPS://EXAMPLE.ORG/x?y=1#z', 'https://xn--80ak6aa92e.com/', 'https://example.org/%00%2e%2e'];

test('S5 of more than forty addresses the opener gets the plain https ones alone, each after a yes in a native dialog that shows it whole', async () => {
  expect(refused.length).toBeGreaterThanOrEqual(40);
  await app.electron.evaluate(({ dialog, shell }) => {
    const seen = { opened: [] as string[], asked: [] as string[], answer: 0 };
    Object.assign(globalThis, { seen });
    Object.assign(dialog, {
      showMessageBox: async (_window: unknown, { detail }: { detail: string }) => {
        seen.asked.push(detail);
        return { response: seen.answer };
      },
    });
    Object.assign(shell, { openExternal: async (url: string) => void seen.opened.push(url) });
  });
  type Seen = { opened: string[]; asked: string[]; answer: number };
  const seen = (): Promise<Seen> => app.electron.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  const answerWith = (answer: number): Promise<void> =>
    app.electron.evaluate((_electron, value) => {
      (globalThis as unknown as { seen: Seen }).seen.answer = value;
    }, answer);
  const open = (urls: readonly string[]): Promise<unknown[]> =>
    app.chat.evaluate((all) => {
      const { bridge } = globalThis as unknown as {
        bridge: { request(name: string, input: unknown): Promise<{ ok: boolean; value?: { opened: boolean } }> };
      };
      return Promise.all(all.map((url) => bridge.request('link.open', { url }).then((reply) => reply.value?.opened)));
    }, urls);
  await answerWith(1);
  expect(new Set(await open(refused))).toEqual(new Set([false]));
  expect(await seen()).toMatchObject({ opened: [], asked: [] });
  await answerWith(0);
  expect(await open(allowed)).toEqual(allowed.map(() => false));
  expect(await seen()).toMatchObject({ opened: [], asked: allowed.map((url) => new URL(url).href) });
  await answerWith(1);
  expect(await open(allowed)).toEqual(allowed.map(() => true));
  expect((await seen()).opened).toEqual(allowed.map((url) => new URL(url).href));

  // The links of a text: what is not https has nothing to press.
  model.script([
    { text: [...refused.map((url, at) => `[r${at}](<${url.replaceAll('\n', '')}>)`), '[good](https://example.org/good)'].join(' ') },
  ]);
  await send(app, 'links');
  await expect(log(app).getByRole('button', { name: 'good' })).toBeVisible();
  const before = (await seen()).opened.length;
  for (const link of await log(app).locator('.md-link').all()) await link.click();
  await expect.poll(async () => (await seen()).opened.at(-1)).toBe('https://example.org/good');
  const { opened, asked } = await seen();
  // Markdown itself takes blanks and line ends off; whatever is left of an address was asked about, and is a plain one.
  expect(opened.slice(before).filter((url) => !url.startsWith('https://example.org/'))).toEqual([]);
  expect(asked.slice(-(opened.length - before))).toEqual(opened.slice(before));
});

test('S25 S28 a copy of the card on the chat page decides nothing, nor does the chat page with the true id', async () => {
  await ask({ text: 'x' });
  const group = await decision(app, echo);
  await expect(group.getByRole('button', { name: 'Allow once' })).toBeEnabled();
  const id = (await group.getAttribute('data-decision')) ?? '';
  const codes = await app.chat.evaluate(async (real) => {
    // The same words, the same place, the same attributes: all that a page could draw.
    const card = document.body.appendChild(document.createElement('div'));
    card.setAttribute('role', 'group');
    card.setAttribute('data-decision', real);
    card.setAttribute('style', 'position:fixed;bottom:0;left:0;right:0;height:200px;z-index:9999');
    for (const name of ['Allow once', 'Allow in this chat', 'Always allow']) {
      const button = card.appendChild(document.createElement('button'));
      button.append(name);
      for (let n = 0; n < 5; n += 1) button.click();
    }
    for (const key of ['a', 'A', 'Enter', ' ']) card.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    card.remove();
    const { bridge } = globalThis as unknown as {
      bridge: { request(name: string, input: unknown): Promise<{ failure?: { code: string } }> };
    };
    const tries = [
      ['decision.settle', { id: real, answer: 'allow' }],
      ['decision.allowTogether', { ids: [real, real] }],
      ['decision.amend', { id: real, text: '{}' }],
      ['decision.painted', { ids: [real] }],
    ] as const;
    return Promise.all(tries.map(([name, input]) => bridge.request(name, input).then((reply) => reply.failure?.code)));
  }, id);
  expect(codes).toEqual(['unknown-request', 'unknown-request', 'unknown-request', 'unknown-request']);
  await app.chat.mouse.click(200, 500);
  await expect(group).toBeVisible();
  expect(callsReceived(record)).toEqual([]);
  await decide(app, echo, 'Deny');
});

test('S26 clicks and letters without a pause decide nothing before 800 ms, and an edited card starts anew', async () => {
  const page = await decisionPage(app);
  /** Presses everything that says yes in every frame, from the first paint on; resolves to how long that took, in milliseconds. */
  const hammer = (): Promise<number> =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let since: number | undefined;
          const card = (): Element | null => document.querySelector('[data-decision]');
          const press = (): void => {
            for (const key of ['a', 'Enter', ' '])
              card()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
            [...document.querySelectorAll<HTMLButtonElement>('[data-decision] button')]
              .find((b) => b.textContent.startsWith('Allow once'))
              ?.click();
          };
          const timer = setInterval(press, 10);
          // Told at once of the card's coming and going, which a timer of a page that is put away would not be.
          const observer = new MutationObserver(() => {
            if (card()) since ??= performance.now();
            else if (since !== undefined) {
              clearInterval(timer);
              observer.disconnect();
              resolve(performance.now() - since);
            }
          });
          observer.observe(document.body, { childList: true, subtree: true });
          if (card()) since = performance.now();
          press();
        }),
    );
  const calls = callsReceived(record).length;
  let ended = hammer();
  await ask({ text: 'now' });
  expect(await ended).toBeGreaterThanOrEqual(800);
  await expect.poll(() => callsReceived(record).length).toBe(calls + 1);
  await ask({ text: 'before' });
  const group = await decision(app, echo);
  await expect(group.getByRole('button', { name: 'Allow once' })).toBeEnabled();
  await group.getByRole('button', { name: 'Edit' }).click();
  await group.getByRole('textbox', { name: 'New arguments' }).fill('{"text":"after"}');
  await group.getByRole('button', { name: 'Use these' }).click();
  await expect(group.getByRole('region', { name: 'Arguments' })).toHaveText('{"text":"after"}');
  expect(callsReceived(record)).toHaveLength(calls + 1);
  ended = hammer();
  await ended;
  await expect.poll(() => callsReceived(record).at(-1)?.line).toContain('"after"');
});

test('S24 ten thousand line feeds push neither the other arguments nor the answers out of reach', async () => {
  await ask({ text: 'x', note: '\n'.repeat(10_000), zlast: 'the last one' });
  const page = await decisionPage(app);
  const group = await decision(app, echo);
  await expect(group.getByRole('button', { name: 'Allow once' })).toBeInViewport();
  await expect(group.getByRole('button', { name: 'Deny' })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1000);
  await group.getByText('the last one').scrollIntoViewIfNeeded();
  await expect(group.getByText('the last one')).toBeInViewport();
  expect(JSON.parse((await group.getByRole('region', { name: 'Arguments' }).textContent()) ?? '')).toMatchObject({ zlast: 'the last one' });
  await decide(app, echo, 'Deny');
});
