import { constants } from 'node:fs';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';

export const maxConfigBytes = 1024 * 1024;

/** The text of a file of at most 1 MB, or undefined when there is none. Throws for anything that is no such text. */
export async function readTextFile(file: string): Promise<string | undefined> {
  let handle;
  try {
    // Not blocking: a pipe put there would be waited for.
    handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new Error(`the file can’t be opened (${codeOf(error)})`, { cause: error });
  }
  try {
    const about = await handle.stat();
    if (!about.isFile()) throw new Error('it is no file');
    if (about.size > maxConfigBytes) throw new Error('the file is larger than 1 MB');
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await handle.readFile());
  } catch (error) {
    if (error instanceof TypeError) throw new Error('the file is no UTF-8 text', { cause: error });
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Puts a text in place of a file so that at every instant either the old or the new one is there, whole. Keeps the permissions; a new file
 * is the owner's alone. A link stays a link. Throws the system's error and leaves the old file.
 */
export async function replaceTextFile(link: string, text: string): Promise<void> {
  const file = await targetOf(link);
  const mode = await modeOf(file);
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}.tmp`);
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      if (mode !== undefined) await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

/** Where a path leads, links followed; itself where there is nothing yet. */
export async function targetOf(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    return file;
  }
}

async function modeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mode & 0o777;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Makes the new name last through a power cut; not every system can. */
async function syncFolder(folder: string): Promise<boolean> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
    return true;
  } catch {
    return false;
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown error');
const hasCode = (error: unknown, code: string): boolean => codeOf(error) === code;
