// A screen for the app's windows, and a child in the foreground.
import { spawn } from 'node:child_process';
import { say } from './run.mjs';

const parent = process.ppid;

/** @typedef {{ env: NodeJS.ProcessEnv, close: () => void }} Display */

/** Waits for the line with the number that the virtual screen writes to its fourth stream. @param {import('node:child_process').ChildProcess} screen @returns {Promise<string>} */
const numberOf = (screen) =>
  new Promise((resolve, reject) => {
    screen.once('error', (error) =>
      reject(new Error(`Xvfb could not be started (${error.message}): run \`node scripts/setup.mjs system\``)),
    );
    screen.once('exit', (code) => reject(new Error(`Xvfb ended at once (exit ${code})`)));
    let text = '';
    screen.stdio[3]?.on('data', (data) => {
      text += String(data);
      if (text.includes('\n')) resolve(text.trim());
    });
  });

/**
 * A screen to open windows on: the one there is, else a virtual one of our own. `close` it only after the app has gone: the other way round
 * Electron aborts. With `pixels`, a folder, a virtual one is used in any case and its picture stands in that folder for screenshot.mjs.
 * @param {NodeJS.ProcessEnv} [env] @param {string} [pixels] @returns {Promise<Display>}
 */
export async function openDisplay(env = process.env, pixels = env.STEWARD_SCREEN) {
  if (process.platform !== 'linux' || (!pixels && (env.DISPLAY || env.WAYLAND_DISPLAY))) return { env, close: () => undefined };
  const options = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp', ...(pixels ? ['-fbdir', pixels] : [])];
  // In a group of its own, so that Ctrl+C in a terminal ends the app first.
  const screen = spawn('Xvfb', options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true });
  const number = await numberOf(screen);
  screen.unref();
  // Not closed: it writes there again after its last client has gone, and would die of a closed pipe.
  /** @type {import('node:net').Socket} */ (screen.stdio[3]).unref();
  say('display', `no display here: using a virtual one (:${number})`);
  const close = () => void screen.kill();
  process.once('exit', close);
  return { env: { ...env, DISPLAY: `:${number}`, WAYLAND_DISPLAY: undefined }, close };
}

/**
 * Runs a child in the foreground: hands signals on to it, ends as it ends, and ends it when the parent is gone (npm hands no signal on).
 * @param {import('node:child_process').ChildProcess} child @param {() => void} [after] @returns {Promise<number>} the exit code
 */
export function follow(child, after = () => undefined) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  const watch = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250);
  return new Promise((resolve) => {
    const end = (/** @type {number} */ code) => {
      clearInterval(watch);
      after();
      resolve(code);
    };
    child.once('error', (error) => {
      say('start', `could not be started: ${error.message}`);
      end(1);
    });
    child.once('exit', (code, signal) => end(code ?? (signal ? 1 : 0)));
  });
}
