import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';
import { electronExecutable } from '../scripts/electron-runtime.mjs';
import { root } from '../scripts/run.mjs';

/**
 * A started Electron: plain, so that nothing waits for a driver; what it measured of itself is read afterwards. Its data folder is a new
 * one, or a copy of `from`.
 */
export async function startElectron({ folder = '.', mcpServers = {}, environment = {}, kept = undefined, from = undefined } = {}) {
  // `kept` is a data folder that was there before and stays.
  const data = kept ?? fs.mkdtempSync(path.join(os.tmpdir(), 'steward-bench-'));
  if (from) fs.cpSync(from, data, { recursive: true });
  if (Object.keys(mcpServers).length > 0) fs.writeFileSync(path.join(data, 'mcp.json'), JSON.stringify({ mcpServers }));
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const executable = await electronExecutable();
  const began = Date.now();
  const child = spawn(
    executable,
    [...flags, '--remote-debugging-port=0', `--user-data-dir=${data}`, '--lang=en-US', path.join(root, folder)],
    {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const endpoint = await new Promise((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (chunk) => {
      text += chunk;
      const found = /DevTools listening on (ws:\S+)/.exec(text);
      if (found) resolve(found[1]);
    });
    child.once('exit', (code) => reject(new Error(`Electron ended with ${code}: ${text.slice(-500)}`)));
  });
  const connect = () => chromium.connectOverCDP(endpoint);
  const stop = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await Promise.race([gone, sleep(8000).then(() => child.kill('SIGKILL'))]);
    await sleep(200);
    if (kept === undefined) fs.rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  return { pid: child.pid, began, data, connect, stop };
}

/** The page at an address that contains `part`. */
export async function pageOf(browser, part) {
  for (;;) {
    const page = browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((p) => p.url().includes(part));
    if (page) return page;
    await sleep(20);
  }
}
/** When a page marked something, in milliseconds since `began` (Date.now() then). */
export const markOf = (page, name, began) =>
  page.evaluate(
    ([mark, start]) => {
      const [entry] = performance.getEntriesByName(mark);
      return entry ? performance.timeOrigin + entry.startTime - start : null;
    },
    [name, began],
  );

export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
