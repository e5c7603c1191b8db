// Starting other programs without a shell, on every system. Imports nothing but Node's own modules: it runs before `npm ci`.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The project's folder. */
export const root = path.resolve(import.meta.dirname, '..');

/** A line on stderr: stdout belongs to what the person asked for. @param {string} topic @param {string} text */
export const say = (topic, text) => console.error(`[${topic}] ${text}`);

/**
 * Runs a program to its end and throws unless it ended with 0. What it prints goes to stderr.
 * @param {string} command @param {readonly string[]} args @param {import('node:child_process').SpawnSyncOptions} [options]
 */
export function must(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, [...args], { cwd: root, stdio: ['ignore', 2, 2], ...options });
  if (status !== 0) throw new Error(`${path.basename(command)} ${args.join(' ')} failed: ${error?.message ?? signal ?? `exit ${status}`}`);
}

/** The full path of a program on PATH, or null. @param {string} name */
export function onPath(name) {
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`, name] : [name];
  for (const dir of (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)) {
    const found = names.map((each) => path.join(dir, each)).find((file) => fs.existsSync(file));
    if (found) return found;
  }
  return null;
}

/** npm's own JavaScript file: npm is a shell script or a .cmd, and neither can be started everywhere without a shell. */
function npmCli() {
  const beside = path.dirname(process.execPath);
  const linked = onPath('npm');
  const places = [
    process.env.npm_execpath,
    path.join(beside, 'node_modules/npm/bin/npm-cli.js'),
    path.join(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
    linked && fs.realpathSync(linked),
  ];
  return places.find((file) => file && path.basename(file) === 'npm-cli.js' && fs.existsSync(file)) ?? null;
}

/** The command that runs npm with these arguments. @param {readonly string[]} args @returns {[string, string[]]} */
export function npmCommand(args) {
  const cli = npmCli();
  if (cli) return [process.execPath, [cli, ...args]];
  if (process.platform === 'win32') throw new Error('npm was not found: install Node.js with npm, then run this again');
  return ['npm', [...args]];
}

const TOOLS = {
  biome: '@biomejs/biome/bin/biome',
  eslint: 'eslint/bin/eslint.js',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
};

/** The JavaScript file of one of the project's tools, to be run by this Node. @param {keyof typeof TOOLS} name */
export const tool = (name) => path.join(root, 'node_modules', TOOLS[name]);

/** Whether something failed less than a day ago, so that it is not tried again at every start. @param {string} file */
export const failedLately = (file) => fs.existsSync(file) && Date.now() - fs.statSync(file).mtimeMs < 24 * 3_600_000;

/** Remembers a failure for `failedLately`. @param {string} file */
export function rememberFailure(file) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, '');
}
