#!/usr/bin/env node
// Sets up what is missing, then runs every test that needs no root: those in plain Node, then those in the real app.
// The last line on stdout is the sum over both. Fails when anything failed or nothing ran.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { follow, openDisplay } from './display.mjs';
import { electronDist } from './electron-runtime.mjs';
import { missingNow, readManifest } from './requirements.mjs';
import { root, say, tool } from './run.mjs';
import { add, closingLine, countPlaywright, countVitest, oneFailed, readReport, writeSum } from './sum.mjs';

const reports = path.join(root, 'test-results');
const vitestReport = path.join(reports, 'vitest.json');
const playwrightReport = path.join(reports, 'playwright.json');

/** Once somebody has asked to stop, no further runner is started. */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop.abort());

/** @param {string[]} args @param {NodeJS.ProcessEnv} [env] @returns {Promise<number>} the exit code */
async function node(args, env = process.env) {
  if (stop.signal.aborted) return 1;
  return follow(spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env }));
}

async function runTests() {
  if ((await node([path.join(root, 'scripts/setup.mjs')])) !== 0) return [oneFailed];
  // Nothing of an earlier run may be counted.
  fs.rmSync(reports, { recursive: true, force: true });
  const display = await openDisplay({ ...process.env, ELECTRON_OVERRIDE_DIST_PATH: await electronDist() });
  try {
    const unit = await node(
      [tool('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
      display.env,
    );
    const app = await node([tool('playwright'), 'test'], display.env);
    return [readReport(vitestReport, countVitest, unit), readReport(playwrightReport, countPlaywright, app), manifest()];
  } finally {
    display.close();
  }
}

/** The requirements manifest, which counts as one test. */
function manifest() {
  const lines = missingNow();
  for (const line of lines) say('requirements', line);
  say('requirements', `proven by npm run test:package, not here: ${readManifest().packaged.join(', ')}`);
  return { passed: lines.length === 0 ? 1 : 0, failed: lines.length === 0 ? 0 : 1, skipped: 0, failures: lines };
}

const count = add(await runTests().catch((error) => (say('test', String(error)), [oneFailed])));
writeSum('main', count);
console.log(closingLine(count));
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;
