import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { FailureError } from '#shared/ipc/failure.ts';

/** The real path of a folder that a person typed. A leading `~` is the home folder. Throws `FailureError` no-such-folder. */
export async function realFolder(typed: string, home: string): Promise<string> {
  const full = typed === '~' ? home : /^~[/\\]/.test(typed) ? path.join(home, typed.slice(2)) : typed;
  if (!path.isAbsolute(full) || full.includes('\0')) throw new FailureError('no-such-folder', 'the path is not absolute');
  try {
    const real = await realpath(full);
    if ((await stat(real)).isDirectory()) return real;
  } catch (error) {
    throw new FailureError('no-such-folder', error instanceof Error ? error.message : String(error), { cause: error });
  }
  throw new FailureError('no-such-folder', 'it is not a folder');
}

/** A typed folder as it really is, and whether it holds this app's data or lies in it (S13). Throws `FailureError` no-such-folder. */
export async function givenFolder(typed: string, { userData, home }: { readonly userData: string; readonly home: string }) {
  const folder = await realFolder(typed, home);
  return { folder, holdsUserData: holds(folder, userData) };
}
/** Whether the data folder lies in a folder, or the folder in it. */
export const holds = (folder: string, userData: string): boolean => liesIn(userData, folder) || liesIn(folder, userData);

/** Whether a folder that was given is still that very folder: there, and leading nowhere else (S36). */
export async function isStillThere(folder: string): Promise<boolean> {
  try {
    return (await realpath(folder)) === folder && (await stat(folder)).isDirectory();
  } catch {
    return false;
  }
}

/** Whether `inner` is `outer` or lies in it; whole names are compared, so that `/a/b-evil` does not lie in `/a/b`. */
export function liesIn(inner: string, outer: string): boolean {
  const relative = path.relative(outer, inner);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}
