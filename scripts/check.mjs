#!/usr/bin/env node
// Every check that runs nothing of the app: format, lint with the import rules, and types. Prints each one's findings, and fails if any has some.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fetchPackage } from './electron-copy.mjs';
import { root, say, tool } from './run.mjs';

const OLDER = {
  package: 'electron',
  version: '33.2.1',
  integrity: 'sha512-SG/nmSsK9Qg1p6wAW+ZfqU+AV8cmXMTIklUL18NnOKfZLlum4ZsDoVdmmmlL39ZmeCaq27dr7CgslRPahfoVJg==',
};

/** Brings the type definitions of the older runtime that tests may run on. Without them its check is left out, but not in CI. */
function olderTypesAreThere() {
  const folder = path.join(root, '.electron33');
  const types = path.join(folder, 'package/electron.d.ts');
  if (fs.existsSync(types)) return true;
  try {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder);
    fetchPackage(OLDER, folder, ['electron.d.ts']);
    return true;
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true });
    if (process.env.CI === 'true') throw error;
    say('check', `left out: types against Electron ${OLDER.version}, which could not be fetched (${String(error)})`);
    return false;
  }
}

/** @param {{ name: string, args: string[] }} check @returns {Promise<boolean>} */
function run({ name, args }) {
  const began = Date.now();
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => void (output += text));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name}  (${((Date.now() - began) / 1000).toFixed(1)} s)`);
      if (output.trim() && code !== 0) console.log(output.trimEnd());
      resolve(code === 0);
    });
  });
}

const types = (/** @type {string} */ project) => [tool('tsc'), '-p', project];
const light = [
  { name: 'format (biome; `npm run format` mends it)', args: [tool('biome'), 'format', '--max-diagnostics=20'] },
  { name: 'types', args: types('.') },
  { name: 'types of scripts', args: types('scripts') },
  { name: 'types of shared/, where neither Node nor a page exists', args: types('scripts/tsconfig.shared.json') },
  ...(olderTypesAreThere() ? [{ name: `types against Electron ${OLDER.version}`, args: types('tsconfig.e33.json') }] : []),
];
const lint = { name: 'lint and import rules (eslint)', args: [tool('eslint'), '--max-warnings=0', '.'] };

/** @param {{ name: string, args: string[] }[]} checks @returns {Promise<boolean>} whether all are well; one that is not does not stop the next */
async function inTurn(checks) {
  let well = true;
  for (const check of checks) well = (await run(check)) && well;
  return well;
}

// Two lanes: lint takes about as long as all the others together.
const lanes = await Promise.all([inTurn([lint]), inTurn(light)]);
process.exitCode = lanes.every(Boolean) ? 0 : 1;
