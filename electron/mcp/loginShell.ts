import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';
import { inheritedNames } from './launch.ts';
import type { Environment } from './expandText.ts';
import { endGroup } from './processGroup.ts';

const outputLimit = 262_144;

/**
 * The PATH that the person has in a terminal: that of their login shell, then what `environment` has beyond it (UB5). A start from the
 * desktop has a shorter one. Falls back to the given PATH when the shell can't be asked, says nothing sensible or takes too long.
 */
export async function loginShellPath(
  environment: Environment,
  { timeoutMs = 3000 }: { readonly timeoutMs?: number } = {},
): Promise<string> {
  const given = environment['PATH'] ?? '';
  const shell = environment['SHELL'] ?? (process.platform === 'darwin' ? '/bin/zsh' : '/bin/sh');
  if (process.platform === 'win32' || !isAbsolute(shell)) return given;
  const mark = randomUUID();
  const isWhole = (output: string): boolean => output.split(mark).length > 2;
  const output = await outputOf(spawnShell(shell, `printf '%s' '${mark}' "$PATH" '${mark}'`, environment), isWhole, timeoutMs);
  const found = output.split(mark)[1] ?? '';
  const folders = [...found.split(':'), ...given.split(':')].filter((folder) => isAbsolute(folder) && !/[\r\n]/.test(folder));
  return found === '' ? given : [...new Set(folders)].join(':');
}

function spawnShell(shell: string, command: string, environment: Environment): ChildProcessByStdio<null, Readable, null> {
  const env: Record<string, string> = {};
  for (const name of inheritedNames.posix) if (environment[name] !== undefined) env[name] = environment[name];
  // A session of its own: an interactive shell would otherwise take over the terminal that the app was started from.
  return spawn(shell, ['-ilc', command], { env: { ...env, TERM: 'dumb' }, stdio: ['ignore', 'pipe', 'ignore'], detached: true, cwd: '/' });
}

/** What a program writes to stdout until that is whole, it ends or the time is up; what is left of its group is then ended. Never rejects. */
function outputOf(
  child: ChildProcessByStdio<null, Readable, null>,
  isWhole: (output: string) => boolean,
  timeoutMs: number,
): Promise<string> {
  return new Promise((resolve) => {
    let output = '';
    let settled = false;
    const done = (): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      child.stdout.destroy();
      if (child.pid !== undefined) void endGroup(child.pid, { graceMs: 200 });
      resolve(output);
    };
    const timer = setTimeout(done, timeoutMs);
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      if (output.length < outputLimit) output += text;
      if (isWhole(output)) done();
    });
    child.once('error', done);
    child.once('close', done);
  });
}
