#!/usr/bin/env node
// node scripts/with-electron.mjs playwright test ...    or    node scripts/with-electron.mjs bench/run.mjs ...
// Runs one of the project's tools or a script with a screen, and with the Electron runtime in ELECTRON_OVERRIDE_DIST_PATH.
import { spawn } from 'node:child_process';
import { follow, openDisplay } from './display.mjs';
import { electronDist } from './electron-runtime.mjs';
import { root, tool } from './run.mjs';

const [name = '', ...args] = process.argv.slice(2);
const file = name === 'playwright' ? tool(name) : name;
const display = await openDisplay({ ...process.env, ELECTRON_OVERRIDE_DIST_PATH: await electronDist() });
const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit', env: display.env });
process.exitCode = await follow(child, display.close);
