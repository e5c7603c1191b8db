import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { type Faults, onCall } from './fault.ts';
import { answerWell } from './peer.ts';
import { knob, notePid, writeAll } from './wire.ts';

const lifeMs = (): number => knob('LIFE_MS', 60_000);

/** Refuses to end for LIFE_MS (a minute), so that a failed test does not leave it for ever. */
export function outlive(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  setTimeout(() => process.exit(0), lifeMs());
}

/** Starts this very program again as a process that refuses to end. */
function startHelper(how: { readonly output: 'inherit' | 'ignore'; readonly detached: boolean }): void {
  const [program = ''] = process.argv.slice(1);
  const helper = spawn(process.execPath, [program], {
    env: { ...process.env, MODE: 'helper' },
    stdio: ['ignore', how.output, how.output],
    detached: how.detached,
  });
  notePid('helper', helper.pid);
  helper.unref();
}

/** Starts this very program as a process that starts such a helper and ends: the helper has neither our group nor our ancestors. */
export function startDaemon(): void {
  startHelper({ output: 'ignore', detached: true });
  process.exit(0);
}

/** F4 and F18 to F20: what goes wrong with processes and pipes. */
export const processFaults: Faults = {
  /** Ends while a call runs: with EXIT_CODE (1), or by the signal that CRASH names. */
  'crash-call': onCall(() => {
    const { CRASH } = process.env;
    if (CRASH) process.kill(process.pid, CRASH);
    else process.exit(knob('EXIT_CODE', 1));
  }),
  /** Stops reading stdin once the tools are listed, and is killed DELAY_MS later when that is set. */
  deaf: {
    after: {
      'tools/list': () => {
        process.stdin.pause();
        const delayMs = knob('DELAY_MS', 0);
        if (delayMs > 0) setTimeout(() => process.kill(process.pid, 'SIGKILL'), delayMs);
        else setTimeout(() => process.exit(0), lifeMs());
      },
    },
  },
  /** SIZE_MB megabytes (100) on stderr, then the answer. */
  'stderr-flood': onCall((request, wire) => {
    const megabyte = `${'stderr '.repeat(149)}\n`.repeat(1005);
    for (let sent = 0; sent < knob('SIZE_MB', 100); sent += 1) writeAll(2, megabyte);
    answerWell(request, wire);
  }),
  /** Closes stdout in the middle of a call and lives on. */
  'stdout-closed': onCall(() => closeSync(1)),
  /** Leaves a helper that holds stdout and stderr open, and ends. */
  'helper-holds-pipe': onCall(() => {
    startHelper({ output: 'inherit', detached: false });
    process.exit(knob('EXIT_CODE', 1));
  }),
  /** Ignores the end of stdin, SIGTERM, SIGINT and SIGHUP. */
  stubborn: { start: outlive, ignoresEnd: true },
  /** Starts a helper that refuses to end; the server itself is polite. */
  grandchild: { start: () => startHelper({ output: 'ignore', detached: false }) },
  /** The same in a process group and session of its own. */
  'detached-grandchild': { start: () => startHelper({ output: 'ignore', detached: true }) },
  /** The same, by way of a process that ends at once. */
  daemon: {
    start: () => {
      const [program = ''] = process.argv.slice(1);
      spawn(process.execPath, [program], { env: { ...process.env, MODE: 'daemon-starter' }, stdio: 'ignore', detached: true }).unref();
    },
  },
};
