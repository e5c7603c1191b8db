import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ServerProblem } from '#shared/servers/status.ts';

/** What finding a program needs to know of the computer; `thisComputer` is the real one. */
export interface Computer {
  readonly platform: NodeJS.Platform;
  isFile(file: string): boolean;
  mayRun(file: string): boolean;
  readText(file: string): string;
}
export interface Search {
  /** PATH as the process will have it. */
  readonly path: string;
  readonly pathExt: string;
  /** What a command like `./server` starts from. */
  readonly cwd: string;
}
/** `before` are arguments that come before the entry's own. */
export type Found =
  | { readonly ok: true; readonly file: string; readonly before: readonly string[] }
  | { readonly ok: false; readonly problem: ServerProblem };

export const thisComputer: Computer = {
  platform: process.platform,
  isFile: (file) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false,
  mayRun: (file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
  readText: (file) => readFileSync(file, 'utf8'),
};

/**
 * The absolute file of a command, as the system's own search would find it (UB5, UB6). Only absolute folders of PATH count, so that
 * nothing is started from wherever the app happens to be. A Windows batch file is never run: what it starts is found and run instead.
 */
export function findExecutable(command: string, search: Search, computer: Computer = thisComputer): Found {
  const windows = computer.platform === 'win32';
  const paths = windows ? path.win32 : path.posix;
  const found = candidates(command, search, computer).filter((file) => isFile(file, computer));
  const file = found.find((one) => windows || computer.mayRun(one));
  if (file === undefined) {
    if (found[0] !== undefined) return no('not-executable', `${found[0]}: EACCES, it may not be run`);
    const searched = paths.basename(command) === command ? `; PATH searched: ${search.path || '(empty)'}` : '';
    const hint = /^~|\$\{/.test(command) ? '; ~ and ${…} are not expanded in a command' : '';
    return no('command-not-found', `${command}: not found${searched}${hint}`);
  }
  return windows && /\.(cmd|bat)$/i.test(file) ? behindShim(file, search, computer) : { ok: true, file, before: [] };
}

function candidates(command: string, search: Search, computer: Computer): string[] {
  const windows = computer.platform === 'win32';
  const paths = windows ? path.win32 : path.posix;
  const bare = windows ? !/[\\/:]/.test(command) : !command.includes('/');
  const folders = search.path.split(paths.delimiter).map((folder) => (windows ? folder.replace(/^"(.*)"$/, '$1') : folder));
  const places = bare
    ? folders.filter((folder) => paths.isAbsolute(folder)).map((folder) => paths.join(folder, command))
    : [paths.resolve(search.cwd, command)];
  if (!windows) return places;
  const extensions = search.pathExt.split(';').filter(Boolean);
  const named = extensions.some((extension) => command.toLowerCase().endsWith(extension.toLowerCase()));
  return places.flatMap((place) => [...(named ? [place] : []), ...extensions.map((extension) => place + extension.toLowerCase())]);
}

/** The script that an npm-made `.cmd` file hands to Node, run with Node directly: cmd.exe can't be given arguments safely (S14). */
function behindShim(shim: string, search: Search, computer: Computer): Found {
  const folder = path.win32.dirname(shim);
  const stem = path.win32
    .basename(shim)
    .replace(/\.\w+$/, '')
    .toLowerCase();
  const named = [...computer.readText(shim).matchAll(/%(?:~dp0|dp0%)\\?([^"%\r\n]+?\.[cm]?js)"/gi)].map((match) =>
    path.win32.join(folder, match[1] ?? ''),
  );
  const scripts = [...new Set(named)].filter((file) => isFile(file, computer));
  const script =
    scripts.find((file) => path.win32.basename(file).toLowerCase() === `${stem}-cli.js`) ?? (scripts.length === 1 ? scripts[0] : undefined);
  if (script === undefined)
    return no(
      'not-executable',
      `${shim}: it is a batch file, which can't be given arguments safely; name the program that it starts instead`,
    );
  const beside = path.win32.join(folder, 'node.exe');
  if (isFile(beside, computer)) return { ok: true, file: beside, before: [script] };
  const node = findExecutable('node.exe', search, computer);
  return node.ok ? { ...node, before: [script] } : node;
}

function isFile(file: string, computer: Computer): boolean {
  try {
    return computer.isFile(file);
  } catch {
    return false; // a path the system does not even take, e.g. too long or through a file
  }
}
const no = (code: ServerProblem['code'], detail: string): Found => ({ ok: false, problem: { code, detail } });
