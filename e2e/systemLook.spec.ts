import { expect, test, type Locator, type Page } from '@playwright/test';
import { fixture, makeFolder } from './paths.ts';
import { card, decide, decision, decisionPage, isAlive, launch, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let app: App | undefined;
test.beforeEach(() => {
  folder = makeFolder({ rec: fixture('recorder', { RECORD_FILE: '/dev/null' }) });
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  app = undefined;
  folder.remove();
});
async function start(): Promise<App> {
  app = await launch({ dir: folder.dir });
  await decide(app, 'Review server rec', 'Trust and start');
  await decide(app, 'New tools on rec', 'Accept tools');
  return app;
}
const style = (what: Locator, property: string, pseudo?: string): Promise<string> =>
  what.evaluate((element, [name, of]) => getComputedStyle(element, of).getPropertyValue(name), [property, pseudo] as const);

test('with colours that the system chooses every state is told by words, lines or the system’s highlight, and focus is seen', async () => {
  const a = await start();
  const { chat } = a;
  await send(a, 'call rec__add {"a":20,"b":22}');
  await decide(a, 'Tool call: add on rec', 'Allow once');
  await expect(card(a, 'add on rec')).toContainText('Done');
  await send(a, 'call rec__echo {"text":"x"}');
  await decision(a, 'Tool call: echo on rec');
  const decisions = await decisionPage(a);
  for (const page of [chat, decisions]) {
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
  }
  const waiting = card(a, 'echo on rec');
  const done = card(a, 'add on rec');
  await expect(waiting).toContainText('Waiting for you');
  expect([await style(done, 'border-inline-start-width'), await style(waiting, 'border-inline-start-width')]).toEqual(['1px', '6px']);
  await expect(chat.getByText('One thing waits for your decision')).toBeVisible();
  // Where one is.
  expect(await style(chat.getByRole('link', { name: 'Chats' }), 'outline-style')).toBe('solid');
  expect(await style(chat.getByRole('link', { name: 'Servers' }), 'outline-style')).toBe('none');
  expect(await style(chat.getByRole('option', { selected: true }).first(), 'outline-style')).toBe('solid');
  // Every answer is a box that can be seen, and the first is not like the others.
  const group = await decision(a, 'Tool call: echo on rec');
  for (const button of await group.locator('.answers button').all()) expect(await isBoxSeen(button)).toBe(true);
  const widths = await Promise.all(['Allow once', 'Deny'].map((name) => style(group.getByRole('button', { name }), 'border-top-width')));
  expect(widths).toEqual(['2px', '1px']);
  await decide(a, 'Tool call: echo on rec', 'Allow once');

  await chat.getByRole('button', { name: /^Model/ }).click();
  await chat.keyboard.press('ArrowDown');
  await expect(chat.locator('.menu-item:focus-visible')).toHaveCount(1);
  expect(await style(chat.locator('.menu-item:focus-visible'), 'outline-style')).toBe('solid');
  await chat.keyboard.press('Escape');
  await chat.getByRole('link', { name: 'Settings' }).click();
  const [on, off] = [chat.getByRole('switch', { name: /something waits/ }), chat.getByRole('switch', { name: /in the tray/ })];
  expect(await style(on, 'background-color')).not.toBe(await style(off, 'background-color'));
  expect(await style(on, 'transform', '::after')).not.toBe(await style(off, 'transform', '::after'));
  const light = chat.getByRole('radio', { name: 'Light' }).locator('xpath=following-sibling::span');
  const system = chat.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'System' }).locator('xpath=following-sibling::span');
  expect(await style(light, 'background-color')).not.toBe(await style(system, 'background-color'));
});
const isBoxSeen = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(element);
    const around = getComputedStyle(element.parentElement as Element).backgroundColor;
    return Number.parseFloat(borderTopWidth) >= 1 && borderTopStyle === 'solid' && borderTopColor !== around;
  });

/** The contrast of a named colour against the surface, as WCAG counts it. */
const contrasts = (page: Page, names: readonly string[]): Promise<number[]> =>
  page.evaluate((all) => {
    const canvas = document.createElement('canvas').getContext('2d');
    const probe = document.body.appendChild(document.createElement('i'));
    const luminance = (name: string): number => {
      if (!canvas) throw new Error('no canvas');
      probe.style.color = `var(--${name})`;
      canvas.fillStyle = getComputedStyle(probe).color;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const surface = luminance('surface');
    const found = all.map((name) => {
      const other = luminance(name);
      return (Math.max(surface, other) + 0.05) / (Math.min(surface, other) + 0.05);
    });
    probe.remove();
    return found;
  }, names);

test('whoever asks the system for more contrast gets it in both themes: text at 7 to 1 and more, lines at 3 to 1', async () => {
  const a = await start();
  const texts = ['text', 'muted', 'accent', 'wait-text', 'danger-text', 'good-text', 'code-comment'];
  const lines = ['line', 'line-strong', 'accent-line', 'wait-line', 'danger-line'];
  for (const theme of ['light', 'dark']) {
    await a.chat.getByRole('link', { name: 'Settings' }).click();
    await a.chat.getByRole('radio', { name: theme === 'light' ? 'Light' : 'Dark' }).check({ force: true });
    await expect(a.chat.locator('html')).toHaveAttribute('data-theme', theme);
    await a.chat.emulateMedia({ contrast: 'no-preference' });
    const before = await contrasts(a.chat, [...texts, ...lines]);
    await a.chat.emulateMedia({ contrast: 'more' });
    const after = await contrasts(a.chat, [...texts, ...lines]);
    for (const [at, name] of [...texts, ...lines].entries()) {
      expect(after[at], `${name} (${theme})`).toBeGreaterThan(before[at] ?? 0);
      expect(after[at], `${name} (${theme})`).toBeGreaterThanOrEqual(at < texts.length ? 7 : 3);
    }
  }
});

test('whoever asks the system for less motion sees none: not while a tool runs, not when a menu opens or a decision comes', async () => {
  const a = await start();
  const { chat } = a;
  const decisions = await decisionPage(a);
  const moving = (page: Page): Promise<number> =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  await send(a, 'call rec__slow {"ms":60000}');
  await decide(a, 'Tool call: slow on rec', 'Allow once');
  await expect(card(a, 'slow on rec')).toContainText('Running');
  await expect.poll(() => moving(chat)).toBeGreaterThan(0); // so that the rest can fail
  for (const page of [chat, decisions]) await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => moving(chat)).toBe(0);
  await chat.getByRole('button', { name: /^Model/ }).click();
  await expect(chat.getByRole('menu')).toBeVisible();
  expect(await moving(chat)).toBe(0);
  await chat.keyboard.press('Escape');
  await chat.getByRole('button', { name: 'Stop', exact: true }).click();
  await chat.getByRole('button', { name: 'New chat' }).click();
  await send(a, 'What is the weather in Beijing?');
  await decision(a, 'Tool call: get_weather on assistant');
  expect(await moving(decisions)).toBe(0);
  await decide(a, 'Tool call: get_weather on assistant', 'Deny');
});
