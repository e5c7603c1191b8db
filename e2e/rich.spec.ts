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
  console.log(await code.innerHTML());
  await a.chat.waitForTimeout(1500);
  console.log(await code.innerHTML());
  await a.chat.screenshot({ path: '/tmp/rich-shots/code.png' });
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
