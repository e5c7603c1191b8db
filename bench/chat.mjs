import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../scripts/run.mjs';
import { median, pageOf, startElectron } from './electron.mjs';
import { pssOf } from './memory.mjs';
import { seedChat } from './seedChat.mjs';
import { markdownPart, markdownPieces, startSource } from './source.mjs';

const smallAnswer = (at) => `${markdownPart(at % 40)}${'A paragraph of plain words to read. '.repeat((at * 7) % 30)}`;

/** A data folder with chats in it: the app makes the database, the rows are written while it does not run. */
async function folderWith(chats) {
  const kept = fs.mkdtempSync(path.join(os.tmpdir(), 'steward-bench-'));
  const app = await startElectron({ kept });
  await usablePage(app);
  await app.stop();
  for (const [title, turns] of Object.entries(chats)) seedChat(kept, title, turns, smallAnswer);
  return kept;
}
async function usablePage(app) {
  const browser = await app.connect();
  const page = await pageOf(browser, 'app://chat');
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
  await sleep(1500);
  return { browser, page };
}

/** Begins to note the tasks of the page's main thread over 50 ms and how long each key takes until it is painted. */
const watchPage = (page) =>
  page.evaluate(() => {
    const seen = { tasks: [], keys: [] };
    window.seen = seen;
    new PerformanceObserver((list) => list.getEntries().forEach((e) => seen.tasks.push(e.duration))).observe({ type: 'longtask' });
    new PerformanceObserver((list) => list.getEntries().forEach((e) => e.name === 'keydown' && seen.keys.push(e.duration))).observe({
      type: 'event',
      durationThreshold: 16,
    });
  });
/** The longest of what was noted since; 0 when there was nothing long enough to be noted. */
const seenBy = (page) => page.evaluate(() => ({ task: Math.max(0, ...window.seen.tasks), key: Math.max(0, ...window.seen.keys) }));
const forget = (page) => page.evaluate(() => void ((window.seen.tasks.length = 0), (window.seen.keys.length = 0)));

async function measureStreaming(count) {
  const kept = await folderWith({ Streaming: 200 });
  const source = await startSource(markdownPieces(count), 5);
  const app = await startElectron({ kept, environment: source.environment });
  try {
    const { browser, page } = await usablePage(app);
    await page.getByText('Streaming').first().click();
    await page.getByText('Question number 199', { exact: true }).waitFor();
    await sleep(2000);
    await watchPage(page);
    // By the keyboard, and with the cheapest of queries: a search by role walks the whole page, within the very tasks that are measured.
    await page.getByRole('textbox', { name: 'Message' }).fill('Go');
    await page.keyboard.press('Enter');
    while (source.times.last === 0) {
      await page.keyboard.type('ab', { delay: 40 });
      await sleep(150);
    }
    while (await page.evaluate(() => document.querySelector('[aria-label="Stop"]') !== null)) await sleep(5);
    const ended = Date.now();
    const seen = await seenBy(page);
    await browser.close();
    return { ...seen, ratio: (ended - source.times.first) / (source.times.last - source.times.first) };
  } finally {
    await app.stop();
    source.close();
    fs.rmSync(kept, { recursive: true, force: true });
  }
}

/** Milliseconds from the click on a chat until its last turn is painted. */
const opening = (page, title, last) =>
  page.evaluate(
    async ([name, text]) => {
      const button = [...document.querySelectorAll('.chat-row')].find((b) => b.textContent.includes(name));
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const began = performance.now();
      button.click();
      const there = () => [...document.querySelectorAll('[role="log"] .question p')].some((p) => p.textContent === text);
      while (!there()) await frame();
      await frame();
      return performance.now() - began;
    },
    [title, last],
  );
/** Scrolls up by an even amount in each frame; milliseconds per frame. */
const scrolling = (page, seconds) =>
  page.evaluate(async (ms) => {
    const log = document.querySelector('[role="log"]');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    const began = performance.now();
    let frames = 0;
    while (performance.now() - began < ms) {
      log.scrollBy(0, -40);
      await frame();
      frames += 1;
    }
    return (performance.now() - began) / frames;
  }, seconds * 1000);

async function measureOpening(rounds) {
  const kept = await folderWith({ 'Nearly empty': 1, 'Ten thousand': 5000 });
  const app = await startElectron({ kept });
  try {
    const { browser, page } = await usablePage(app);
    const times = { empty: [], long: [] };
    for (let i = 0; i <= rounds; i += 1) {
      const empty = await opening(page, 'Nearly empty', 'Question number 0');
      await sleep(600);
      const long = await opening(page, 'Ten thousand', 'Question number 4999');
      await sleep(1500);
      // The first of each also loads what is loaded once.
      if (i > 0) {
        times.empty.push(empty);
        times.long.push(long);
      }
    }
    const frame = await scrolling(page, 4);
    await browser.close();
    return { more: median(times.long) - median(times.empty), frame };
  } finally {
    await app.stop();
    fs.rmSync(kept, { recursive: true, force: true });
  }
}

async function decide(browser, button) {
  const decisions = await pageOf(browser, '/decisions.html');
  await decisions.getByRole('button', { name: button }).first().click();
  await sleep(300);
}
async function callBig(browser, page, characters, end) {
  await page.getByRole('textbox', { name: 'Message' }).fill(`call big__big {"characters":${characters}}`);
  await page.getByRole('button', { name: 'Send' }).click();
  await decide(browser, 'Allow once');
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached', timeout: 60_000 });
  await page.getByRole('log').getByText(end).last().waitFor();
  await sleep(2000);
}
async function measureBigResults(seconds) {
  const big = { command: process.execPath, args: [path.join(root, 'bench/bigServer.mjs')] };
  const source = await startSource([], 0);
  const app = await startElectron({ mcpServers: { big }, environment: source.environment });
  try {
    const { browser, page } = await usablePage(app);
    await decide(browser, 'Trust and start');
    await decide(browser, 'Accept tools');
    await callBig(browser, page, 100, 'Done');
    await watchPage(page);
    const before = pssOf(app.pid, 'bigServer');
    await callBig(browser, page, 7_900_000, 'Done');
    const card = page.getByRole('group', { name: 'big on big' }).last();
    await card.getByRole('button', { expanded: false }).first().click();
    await card
      .getByRole('button', { name: /^Show all/ })
      .first()
      .click();
    await card.getByRole('region', { name: 'Result' }).evaluate(async (box) => {
      for (let i = 1; i <= 20; i += 1) {
        box.scrollTop = (box.scrollHeight * i) / 20;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
    await sleep(1000);
    const largest = await seenBy(page);
    await card.getByRole('button', { expanded: true }).first().click();
    await forget(page);
    await callBig(browser, page, 50_000_000, /Protocol error|Outcome unknown|Tool error/);
    const refused = await seenBy(page);
    await browser.close();
    await sleep(seconds * 1000);
    return { largest: largest.task, refused: refused.task, memory: pssOf(app.pid, 'bigServer') / before };
  } finally {
    await app.stop();
    source.close();
  }
}

/** Long chats and long answers, as rows of the table. */
export async function chatRows(quick) {
  const count = quick ? 400 : 1500;
  const stream = await measureStreaming(count);
  const open = await measureOpening(quick ? 2 : 7);
  const big = await measureBigResults(quick ? 10 : 60);
  return [
    {
      name: `${count} markdown chunks, 5 ms apart, into a 400-message chat: longest task of the page (0: none over 50)`,
      value: stream.task,
      unit: 'ms',
      bound: 50,
    },
    { name: 'meanwhile, slowest key until it is painted', value: stream.key, unit: 'ms', bound: 50 },
    { name: 'end of the answer, against the time of its source', value: stream.ratio, unit: 'times', bound: 1.1 },
    { name: 'opening a 10,000-message chat, beyond opening an empty one', value: open.more, unit: 'ms', bound: 200 },
    { name: 'scrolling in it, per frame (50 a second are 20 ms)', value: open.frame, unit: 'ms', bound: 20 },
    { name: 'a tool result of 8 MB, shown whole: longest task of the page (0: none over 50)', value: big.largest, unit: 'ms', bound: 100 },
    { name: 'a tool result of 50 MB, refused: longest task of the page (0: none over 50)', value: big.refused, unit: 'ms', bound: 100 },
    { name: 'memory after both, against before', value: big.memory, unit: 'times', bound: 1.5 },
  ];
}
