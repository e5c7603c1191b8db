import { createHash } from 'node:crypto';
import path from 'node:path';
import { isStdio, type ServerEntry, type StdioEntry } from '#shared/servers/config.ts';
import type { ServerProblem } from '#shared/servers/status.ts';
import { findExecutable, thisComputer, type Computer } from './executable.ts';
import { expandText, secretPrefix, UnsetVariableError, type Environment } from './expandText.ts';

/** What the process is started with, exactly. */
export interface Launch {
  readonly ok: true;
  /** Absolute. */
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}
export type Expanded = Launch | { readonly ok: false; readonly problem: ServerProblem };

/** All of the person's environment that a server gets unless its entry sets more; the SDK's own list. */
export const inheritedNames: Readonly<Record<'posix' | 'windows', readonly string[]>> = {
  posix: ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'],
  windows: [
    ...['APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATH', 'PATHEXT', 'PROCESSOR_ARCHITECTURE', 'PROGRAMDATA'],
    ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432', 'SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'USERNAME', 'USERPROFILE', 'WINDIR'],
  ],
};

/** What trust is bound to: all that decides what is started or reached, as written, before anything is expanded (I8, S12). Hex SHA-256. */
export function launchHash(entry: ServerEntry): string {
  const launch = isStdio(entry)
    ? { command: entry.command, args: entry.args ?? [], env: sorted(entry.env), cwd: entry.cwd ?? null }
    : { type: entry.type ?? null, url: entry.url, headers: sorted(entry.headers) };
  return createHash('sha256').update(JSON.stringify(launch)).digest('hex');
}
const sorted = (record: Readonly<Record<string, string>> = {}): (readonly [string, string])[] =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/**
 * From a trusted entry to what is started. Variables and a leading `~` are put in, from `environment` and `home`, in args, env and cwd
 * only; the process's environment is built from empty (I9, S15). Starts nothing; without a cwd of its own a server runs in `home`.
 */
export function expandLaunch(entry: StdioEntry, environment: Environment, home: string, computer: Computer = thisComputer): Expanded {
  const paths = computer.platform === 'win32' ? path.win32 : path.posix;
  try {
    const args = (entry.args ?? []).map((arg, i) => expanded(arg, `args[${i}]`, environment, home));
    const cwd = paths.resolve(home, expanded(entry.cwd ?? '', 'cwd', environment, home));
    const env = environmentOf(entry, environment, home, computer.platform);
    const search = {
      path: lookUp(env, 'PATH', computer.platform) ?? '/usr/bin:/bin',
      pathExt: lookUp(env, 'PATHEXT', computer.platform) ?? '.COM;.EXE;.BAT;.CMD',
      cwd,
    };
    const found = findExecutable(checked(entry.command, 'command'), search, computer);
    return found.ok ? { ok: true, file: found.file, args: [...found.before, ...args], env, cwd } : found;
  } catch (error) {
    if (error instanceof UnlaunchableError) return { ok: false, problem: error.problem };
    throw error;
  }
}

function environmentOf(entry: StdioEntry, environment: Environment, home: string, platform: NodeJS.Platform): Record<string, string> {
  const env = Object.create(null) as Record<string, string>;
  for (const name of inheritedNames[platform === 'win32' ? 'windows' : 'posix']) {
    const value = lookUp(environment, name, platform);
    if (value !== undefined && !value.startsWith('()')) env[name] = value; // "()" begins a shell function, as in the SDK's list
  }
  for (const [name, value] of Object.entries(entry.env ?? {})) {
    if (!/^[^=\0]+$/.test(name))
      throw new UnlaunchableError({ code: 'bad-entry', detail: `env has the impossible name ${JSON.stringify(name)}` });
    const inherited = platform === 'win32' ? Object.keys(env).find((known) => known.toUpperCase() === name.toUpperCase()) : undefined;
    if (inherited !== undefined) delete env[inherited];
    env[name] = expanded(value, `env.${name}`, environment, home);
  }
  return env;
}

function expanded(text: string, place: string, environment: Environment, home: string): string {
  try {
    return checked(expandText(text, environment, home), place);
  } catch (error) {
    if (!(error instanceof UnsetVariableError)) throw error;
    throw new UnlaunchableError(unsetProblem(error, place), { cause: error });
  }
}

/** A reference that leads nowhere, told with the place where it stands. */
export function unsetProblem({ variable }: UnsetVariableError, place: string): ServerProblem {
  return {
    code: variable.startsWith(secretPrefix) ? 'secret-missing' : 'variable-unset',
    detail: `${place} refers to ${variable}, which is not set`,
  };
}

function checked(text: string, place: string): string {
  if (text.includes('\0')) throw new UnlaunchableError({ code: 'bad-entry', detail: `${place} contains a NUL character` });
  return text;
}

/** Windows does not tell the case of names apart. */
function lookUp(environment: Environment, name: string, platform: NodeJS.Platform): string | undefined {
  if (platform !== 'win32' || environment[name] !== undefined) return environment[name];
  const known = Object.keys(environment).find((one) => one.toUpperCase() === name);
  return known === undefined ? undefined : environment[known];
}

class UnlaunchableError extends Error {
  readonly problem: ServerProblem;
  constructor(problem: ServerProblem, options?: ErrorOptions) {
    super(problem.detail, options);
    this.problem = problem;
  }
}
