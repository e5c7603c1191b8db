#!/usr/bin/env node
// Makes a fresh clone runnable, and does nothing (in well under a second) when nothing is missing. Speaks on stderr only.
//   node scripts/setup.mjs [packages] [electron] [system] [build]      default: all
// Imports nothing but Node's own modules until the packages are there.
import path from 'node:path';
import { buildIsFresh } from './build-stamp.mjs';
import { electronExecutable } from './electron-runtime.mjs';
import { installPackages, packagesAreThere } from './packages.mjs';
import { must, root, say } from './run.mjs';
import { prepareSystem } from './system.mjs';

/** @param {string} what @param {() => void | Promise<void>} work */
async function timed(what, work) {
  const began = Date.now();
  say('setup', `${what} ...`);
  await work();
  say('setup', `${what}: done in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/** @type {Record<string, () => void | Promise<void>>} */
const steps = {
  packages: () => (packagesAreThere() ? undefined : timed('installing packages by the lock file (npm ci)', installPackages)),
  electron: async () => void (await electronExecutable()),
  system: async () => prepareSystem(await electronExecutable()),
  build: () => (buildIsFresh() ? undefined : timed('building', () => must(process.execPath, [path.join(root, 'scripts/build.mjs')]))),
};

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
try {
  if (major < 20 || (major === 20 && minor < 19)) throw new Error(`Node 20.19 or newer is needed; this is ${process.versions.node}`);
  const asked = process.argv.slice(2);
  for (const name of asked.length > 0 ? asked : Object.keys(steps)) {
    const step = steps[name];
    if (!step) throw new Error(`no such step: ${name} (there are ${Object.keys(steps).join(', ')})`);
    await step();
  }
} catch (error) {
  say('setup', `stopped: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
