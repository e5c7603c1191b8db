import { expect, test } from '@playwright/test';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { makeFolder } from './paths.ts';
import { isAlive, launch, log, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
let model: ModelServer;

test.beforeEach(async () => {
  folder = makeFolder();
  model = await startModelServer();
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  await model.close();
  folder.remove();
});

/** The app with a model that answers with this text. */
async function withAnswer(text: string): Promise<App> {
  model.script(() => ({ text: text.match(/[^]{1,40}/g) ?? [] }));
  app = await launch({
    dir: folder.dir,
    environment: { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' },
  });
  await send(app, 'show me');
  return app;
}

test('code is coloured in both themes, wrapped on demand, and copied with a word said', async () => {
  const a = await withAnswer('Look:\n\n```ts\nconst total: number = items.reduce((sum, x) => sum + x.price, 0); // 合计\n```\n\nDone.');
  const code = log(a).locator('.code-block');
  await expect(code.locator('.code-keyword').first()).toHaveText('const');
  await expect(code.locator('.code-comment')).toContainText('合计');
  const colourOf = (): Promise<string> =>
    code
      .locator('.code-keyword')
      .first()
      .evaluate((node) => getComputedStyle(node).color);
  const before = await colourOf();
  await a.chat.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(colourOf).not.toBe(before);
  await code.getByRole('button', { name: 'Wrap long lines' }).click();
  await expect(code.locator('pre')).toHaveCSS('white-space-collapse', 'preserve');
  await expect(code.getByRole('button', { name: 'Wrap long lines' })).toHaveAttribute('aria-pressed', 'true');
  await code.getByRole('button', { name: 'Copy code' }).click();
  await expect(code.getByRole('status')).toHaveText('Copied');
  await expect.poll(() => a.electron.evaluate(({ clipboard }) => clipboard.readText())).toContain('items.reduce');
});

test('UG5 formulas are set, money is not', async () => {
  const a = await withAnswer(
    'It costs $5 and $6. Einstein: $E = mc^2$.\n\n$$\n\\int_0^1 x\\,dx = \\frac{1}{2}\n$$\n\n不是公式：$10 到 $20。',
  );
  await expect(log(a).locator('.katex-display')).toBeVisible();
  await expect(log(a).locator('.formula.inline .katex')).toHaveCount(1);
  await expect(log(a)).toContainText('It costs $5 and $6.');
  await expect(log(a)).toContainText('$10 到 $20');
  const fonts = await a.chat.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].filter((font) => font.status === 'loaded').map((font) => font.family);
  });
  expect(fonts.join()).toContain('KaTeX');
});

test('a diagram is drawn in a frame of its own, and one that is wrong shows its source', async () => {
  const a = await withAnswer(
    '```mermaid\nflowchart LR\n  A[Order 订单] --> B{Paid?}\n  B -->|yes| C[Ship]\n```\n\n```mermaid\nflowchart LR\n  A --> \n```',
  );
  await expect(log(a)).toContainText('This diagram could not be drawn.');
  const frame = log(a).frameLocator('iframe[title="Diagram"]');
  await expect(frame.locator('svg')).toContainText('Order 订单');
  await log(a).getByRole('radio', { name: 'Source' }).click();
  await expect(log(a).locator('.diagram pre')).toContainText('A[Order 订单]');
});

/** Sources that try to run, to lead away or to reach out. `canary.invalid` is where they would report to. */
const hostile = [
  '%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%\nflowchart LR\n  A["<img src=x onerror=parent.postMessage(1,\'*\')>"] --> B\n  click A call alert("x")',
  'flowchart LR\n  A[x] --> B[y]\n  click A "javascript:window.__x=1"\n  click B href "https://canary.invalid/a" _blank',
  '---\nconfig:\n  securityLevel: loose\n  themeCSS: "@import url(https://canary.invalid/c.css); * { background: url(https://canary.invalid/b) }"\n---\nflowchart LR\n  A["<script>window.__x=1</script>"] --> B["<iframe src=https://canary.invalid></iframe>"]',
  'sequenceDiagram\n  participant A as <svg onload=window.__x=1>\n  A->>A: <a href="https://canary.invalid">x</a>',
  'classDiagram\n  class A["<img src=https://canary.invalid/i.png>"]\n  link A "javascript:window.__x=1" "tip"',
  'flowchart LR\n  A@{ img: "https://canary.invalid/img.png", label: "pic" } --> B',
];

test('S1 S6 no diagram runs, leads away or fetches, whatever its source asks for', async () => {
  const a = await withAnswer(hostile.map((source) => `\`\`\`mermaid\n${source}\n\`\`\``).join('\n\nand\n\n'));
  await expect.poll(() => log(a).locator('iframe.drawn, .diagram-failed').count(), { timeout: 30_000 }).toBe(hostile.length);
  const frames = a.chat.frames().filter((frame) => frame.url() === 'app://diagram/');
  expect(frames.length).toBeGreaterThan(2);
  for (const frame of frames) {
    const found = await frame.evaluate(() => ({
      ran: (window as unknown as { __x?: unknown }).__x,
      origin: window.origin,
      active: [...document.querySelectorAll('script:not([src="/diagram.js"]), iframe, object, embed, form, link, img, image')].map(
        (e) => e.outerHTML,
      ),
      links: [...document.querySelectorAll('[href], [*|href]')].filter((e) => e.localName === 'a').length,
      handlers: [...document.querySelectorAll('*')].flatMap((e) => [...e.attributes]).filter((x) => /^on/i.test(x.name)).length,
    }));
    expect(found).toEqual({ ran: undefined, origin: 'null', active: [], links: 0, handlers: 0 });
  }
  expect(await a.chat.evaluate(() => (window as unknown as { __x?: unknown }).__x)).toBeUndefined();
  const reached = await a.chat.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry.name)
      .filter((name) => name.includes('canary')),
  );
  expect(reached).toEqual([]);
});

test('S1 the frame of a diagram has no way to the page, to storage, to the network or to another address', async () => {
  const a = await withAnswer('```mermaid\nflowchart LR\n  A --> B\n```');
  await expect(log(a).locator('iframe.drawn')).toBeVisible();
  const [frame] = a.chat.frames().filter((one) => one.url() === 'app://diagram/');
  if (!frame) throw new Error('no frame');
  const reach = await frame.evaluate(async () => {
    const tried = async (act: () => unknown): Promise<string> => {
      try {
        return `yes: ${String(await act())}`;
      } catch {
        return 'no';
      }
    };
    return {
      bridge: await tried(() => (window as unknown as { bridge: { request: unknown } }).bridge.request),
      parent: await tried(() => window.parent.document.title),
      parentBridge: await tried(() => (window.parent as unknown as { bridge: unknown }).bridge),
      storage: await tried(() => localStorage.length),
      cookie: await tried(() => document.cookie),
      fetch: await tried(() => fetch('app://chat/')),
      worker: await tried(() => new Worker('data:text/javascript,1')),
      inline: await tried(() => {
        const script = document.createElement('script');
        script.textContent = 'window.__inline = 1';
        document.body.append(script);
        if ((window as unknown as { __inline?: number }).__inline !== 1) throw new Error('not run');
        return 'ran';
      }),
      popup: await tried(() => {
        if (!window.open('https://canary.invalid')) throw new Error('none');
        return 'opened';
      }),
      top: await tried(() => {
        (window.top as Window).location.href = 'https://canary.invalid';
        throw new Error('as good as refused');
      }),
    };
  });
  expect(Object.entries(reach).filter(([, how]) => how !== 'no')).toEqual([]);
  // Leaving its address is refused too: by the lock, which leaves it where it is, or by the policy, which leaves an empty error.
  for (const address of ['app://chat/', 'app://decisions/decisions.html', 'https://canary.invalid/', 'data:text/html,x', 'about:srcdoc']) {
    await frame.evaluate((to) => void window.location.assign(to), address).catch(() => undefined);
    await a.chat.waitForTimeout(200);
    const there = a.chat.frames().map((one) => one.url());
    expect(there[0]).toBe('app://chat/');
    expect(there.slice(1), address).toEqual([expect.stringMatching(/^(app:\/\/diagram\/|chrome-error:\/\/chromewebdata\/)$/)]);
  }
  expect(a.chat.url()).toBe('app://chat/');
});

test('S52 a frame that is busy holds nobody up: it runs in a process of its own', async () => {
  const a = await withAnswer('```mermaid\nflowchart LR\n  A --> B\n```');
  await expect(log(a).locator('iframe.drawn')).toBeVisible();
  const [frame] = a.chat.frames().filter((one) => one.url() === 'app://diagram/');
  // It runs for a while; the page goes on in another process.
  const busy = frame?.evaluate(() => {
    const end = performance.now() + 4_000;
    while (performance.now() < end);
    return 'done';
  });
  const began = Date.now();
  await a.chat.getByRole('textbox', { name: 'Message' }).fill('typed meanwhile');
  await expect(a.chat.getByRole('textbox', { name: 'Message' })).toHaveValue('typed meanwhile');
  expect(Date.now() - began).toBeLessThan(3_000);
  expect(await busy).toBe('done');
});

test('S52 a diagram that is not drawn in its time is taken away, and its source is shown', async () => {
  model.script(() => ({ text: '```mermaid\nflowchart LR\n  A --> B\n```' }));
  app = await launch({
    dir: folder.dir,
    environment: { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' },
  });
  // The frame's script never comes: to the page that is the same as one that never ends.
  await app.electron.evaluate(({ session }) => {
    const { webRequest } = session.defaultSession;
    webRequest.onBeforeRequest({ urls: ['app://diagram/*'] }, (details, answer) => answer({ cancel: details.url.endsWith('.js') }));
  });
  await send(app, 'show me');
  await expect(log(app)).toContainText('Drawing this diagram took too long', { timeout: 20_000 });
  await expect(log(app).locator('pre')).toContainText('A --> B');
  expect(app.chat.frames()).toHaveLength(1);
});

test('S52 a megabyte of code, a table of 50,000 rows and 10,000 nested quotes are shown in part or as plain text, and typing goes on', async () => {
  const big = [
    `\`\`\`js\n${'const value = 1; // some code\n'.repeat(34_000)}\`\`\``,
    `| a | b |\n|---|---|\n${'| 1 | two |\n'.repeat(50_000)}`,
    `${'>'.repeat(10_000)} deep`,
  ].join('\n\n');
  model.script(() => ({ text: big.match(/[^]{1,60000}/g) ?? [] }));
  app = await launch({
    dir: folder.dir,
    environment: { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' },
  });
  await send(app, 'show me');
  await expect(log(app).getByText('This part is too long or too deeply nested')).toBeVisible({ timeout: 40_000 });
  await expect(log(app).getByRole('button', { name: /^Show more rows \(49,940 left\)$/ })).toBeVisible();
  await log(app)
    .getByRole('button', { name: /^Show all 1,0\d\d,\d\d\d characters$/ })
    .click();
  await expect(log(app).locator('.line-box')).toContainText('some code');
  expect(await log(app).locator('*').count()).toBeLessThan(6_000);
  await app.chat.getByRole('textbox', { name: 'Message' }).fill('still here');
  await expect(app.chat.getByRole('textbox', { name: 'Message' })).toHaveValue('still here');
});
