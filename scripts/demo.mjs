#!/usr/bin/env node
// npm run demo [-- zh] : opens the real window on a folder of its own and takes the tour by itself, at a pace one can follow. It presses the
// buttons that a person would press, those of the decision page included, and leaves the window open until it is closed.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { _electron } from 'playwright';
import { root, say } from './run.mjs';

const isChinese = process.argv.includes('zh');
const quick = process.argv.includes('--quick');
const pause = (/** @type {number} */ ms) => sleep(quick ? 50 : ms);
const words = isChinese
  ? { start: '开始导览', ask: '问问天气', next: '下一步', done: '完成', allow: '允许一次', card: 'get_weather' }
  : { start: 'Take the tour', ask: 'Ask for the weather', next: 'Next', done: 'Done', allow: 'Allow once', card: 'get_weather' };

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'steward-demo-'));
const isRoot = process.getuid?.() === 0;
const app = await _electron.launch({
  cwd: root,
  args: ['.', `--user-data-dir=${folder}`, `--lang=${isChinese ? 'zh-CN' : 'en-US'}`],
  env: /** @type {Record<string, string>} */ ({ ...process.env, LANGUAGE: isChinese ? 'zh_CN' : 'en_US' }),
  chromiumSandbox: !isRoot,
});
const gone = new Promise((resolve) => app.once('close', () => resolve(undefined)));
try {
  const chat = await app.firstWindow();
  const press = async (/** @type {string} */ name, /** @type {import('playwright').Page} */ page = chat) => {
    const button = page.getByRole('button', { name }).first();
    await button.hover();
    await pause(900);
    await button.click();
  };
  await pause(1500);
  await press(words.start);
  await pause(3500);
  await press(words.ask);
  const decisions =
    app.windows().find((page) => page.url().endsWith('/decisions.html')) ??
    (await app.waitForEvent('window', (page) => page.url().endsWith('/decisions.html')));
  await pause(5000);
  await press(words.allow, decisions);
  for (let step = 0; step < 4; step++) {
    await chat.getByRole('button', { name: words.next }).waitFor();
    await pause(4000);
    await press(words.next);
  }
  await pause(4000);
  await press(words.done);
  say('demo', quick ? 'done' : 'done: the window is yours now; its folder is removed when you close it');
  if (quick) await app.close();
  await gone;
} finally {
  await app.close().catch(() => undefined);
  fs.rmSync(folder, { recursive: true, force: true });
}
