#!/usr/bin/env node
// `npm run test:package`, as root on Debian: builds the release and the build for tests as .deb, and runs the tests that install them, start
// them as an ordinary user made for it, and remove them (e2e/packaged). The last line on stdout is the sum, which also goes into a file.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { follow, openDisplay } from './display.mjs';
import { missing, ranInPlaywright, readManifest } from './requirements.mjs';
import { must, onPath, root, say, tool } from './run.mjs';
import { add, closingLine, countPlaywright, oneFailed, readReport, writeSum } from './sum.mjs';
import { aptInstall, preparePrograms } from './system.mjs';

const report = path.join(root, 'test-results/package.json');

/** Both packages from one build of the app, so that what differs between them is what the packaging makes different. */
function buildBoth() {
  const script = path.join(root, 'scripts/dist.mjs');
  const env = { ...process.env, FAST: '1' };
  must(process.execPath, [script, 'release', 'deb'], { env });
  must(process.execPath, [script, 'test', 'deb'], { env: { ...env, STEWARD_BUILT: '1' } });
}

/** Installs what the packages depend on, and a keyring, so that installing and removing them changes nothing but themselves. */
function installDependencies() {
  const output = path.join(root, 'release/test');
  const deb = fs.readdirSync(output).find((name) => name.endsWith('.deb')) ?? '';
  const { stdout } = spawnSync('dpkg-deb', ['--field', path.join(output, deb), 'Depends'], { encoding: 'utf8' });
  aptInstall([...stdout.split(',').map((name) => name.trim()), 'dbus', 'gnome-keyring']);
}

/** Leaves the machine as it was, also after a failure. */
function removeAll() {
  for (const [command, ...args] of [
    ['dpkg', '--purge', 'steward', 'steward-test'],
    ['userdel', '--remove', '--force', 'steward-e2e'],
  ])
    spawnSync(command ?? '', args, { stdio: 'ignore' });
}

/** The ids of the manifest that only packages can prove; they count as one test. */
function manifest() {
  const ran = fs.existsSync(report) ? ranInPlaywright(JSON.parse(fs.readFileSync(report, 'utf8'))) : [];
  const lines = missing({ proven: readManifest().packaged, deferred: {} }, ran);
  for (const line of lines) say('requirements', line);
  return { passed: lines.length === 0 ? 1 : 0, failed: lines.length === 0 ? 0 : 1, skipped: 0, failures: lines };
}

async function runTests() {
  fs.rmSync(report, { force: true });
  // Stands until this run has ended.
  writeSum('package', oneFailed);
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !onPath('apt-get'))
    throw new Error('packages are installed and removed here: this runs as root on Debian only');
  must(process.execPath, [path.join(root, 'scripts/setup.mjs'), 'packages', 'electron', 'system']);
  preparePrograms(['dpkg-deb', 'desktop-file-validate', 'runuser', 'useradd', 'Xvfb']);
  const began = Date.now();
  buildBoth();
  say('test', `both packages were built in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  installDependencies();
  const display = await openDisplay();
  try {
    const args = [tool('playwright'), 'test', '--config=playwright.package.config.ts'];
    const code = await follow(spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: display.env }));
    return [readReport(report, countPlaywright, code), manifest()];
  } finally {
    removeAll();
    display.close();
  }
}

const count = add(await runTests().catch((error) => (say('test', String(error)), [oneFailed])));
writeSum('package', count);
console.log(closingLine(count));
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;
