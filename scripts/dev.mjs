#!/usr/bin/env node
// Builds, starts the app, and does both again at every change of a source. Every argument is passed on to the app.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { openDisplay } from './display.mjs';
import { electronExecutable } from './electron-runtime.mjs';
import { root, say } from './run.mjs';

const FOLDERS = ['shared', 'electron', 'renderer', 'servers'];
const executable = await electronExecutable();
const display = await openDisplay();
const flags = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
/** @type {import('node:child_process').ChildProcess | null} */
let app = null;
/** @type {NodeJS.Timeout | undefined} */
let soon;

function start() {
  const child = spawn(executable, [...flags, '.', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit', env: display.env });
  app = child;
  // Closing the window ends it all; a restart has put another child in its place before.
  child.once('exit', (code) => app === child && process.exit(code ?? 1));
}

function again() {
  const { status } = spawnSync(process.execPath, [path.join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' });
  if (status !== 0) return say('dev', 'the build failed; the app that runs is the one before');
  const old = app;
  app = null;
  if (!old) return start();
  old.once('exit', start);
  old.kill();
}

for (const folder of FOLDERS) {
  fs.watch(path.join(root, folder), { recursive: true }, (_event, name) => {
    if (name && /\.(test|spec)\.tsx?$/.test(name)) return;
    clearTimeout(soon);
    soon = setTimeout(again, 150);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (app ? app.kill() : process.exit(0)));
again();
