import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const names = ['THIRD-PARTY-NOTICES.txt', 'THIRD-PARTY-NOTICES.md', 'THIRD_PARTY_NOTICES.txt', 'THIRD_PARTY_NOTICES.md'];
const longest = 8_000_000;

/** The file of notices that the build brings, at one of two fixed places; undefined where there is none. */
const noticesFile = (appPath: string): string | undefined =>
  [appPath, path.join(appPath, 'dist'), process.resourcesPath]
    .flatMap((dir) => names.map((name) => path.join(dir, name)))
    .find((file) => existsSync(file));

export const hasNotices = (appPath: string): boolean => noticesFile(appPath) !== undefined;

/** Its text; empty where there is none. */
export async function readNotices(appPath: string): Promise<string> {
  const file = noticesFile(appPath);
  return file === undefined ? '' : (await readFile(file, 'utf8')).slice(0, longest);
}
