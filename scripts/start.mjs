#!/usr/bin/env node
// Starts the app on the Electron that setup found; every argument is passed on.
import { spawn } from 'node:child_process';
import { follow, openDisplay } from './display.mjs';
import { electronExecutable } from './electron-runtime.mjs';
import { root, say } from './run.mjs';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
if (isRoot)
  say('start', 'running as root: Chromium has no sandbox for root, so it is off (--no-sandbox). Use an ordinary account for real work.');
const executable = await electronExecutable();
const display = await openDisplay();
const app = spawn(executable, [...(isRoot ? ['--no-sandbox'] : []), '.', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: display.env,
});
process.exitCode = await follow(app, display.close);
