import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FolderView } from '#shared/servers/status.ts';
import { givenFolder, holds, isStillThere } from './folders.ts';

export interface GivenFoldersParts {
  readonly folders: () => readonly string[];
  readonly setFolders: (folders: readonly string[]) => void;
  /** The data folder, which no server is given unnoticed (S13), and the person's home. */
  readonly userData: string;
  readonly home: string;
  /** One has gone, or is there again. */
  readonly onChange: () => void;
}

/** The folders that the person has given a server, and which of them are there. */
export class GivenFolders {
  readonly #parts: GivenFoldersParts;
  #gone: ReadonlySet<string> = new Set();
  constructor(parts: GivenFoldersParts) {
    this.#parts = parts;
  }
  /** Gives a folder. One that holds this app's data, or lies in it, is given only when the person insists (S13). */
  async add(typed: string, evenUserData: boolean): Promise<{ readonly added: boolean; readonly holdsUserData: boolean }> {
    const { folder, holdsUserData } = await givenFolder(typed, this.#parts);
    if (holdsUserData && !evenUserData) return { added: false, holdsUserData };
    const folders = this.#parts.folders();
    if (!folders.includes(folder)) this.#parts.setFolders([...folders, folder]);
    await this.look();
    return { added: true, holdsUserData };
  }
  remove(folder: string): void {
    this.#parts.setFolders(this.#parts.folders().filter((one) => one !== folder));
  }
  view(): FolderView[] {
    return this.#parts
      .folders()
      .map((folder): FolderView => ({ path: folder, gone: this.#gone.has(folder), holdsUserData: holds(folder, this.#parts.userData) }));
  }
  /** Those that are there now, each looked at again (S36). */
  async present(): Promise<string[]> {
    await this.look();
    return this.#parts.folders().filter((folder) => !this.#gone.has(folder));
  }
  async look(): Promise<void> {
    const folders = this.#parts.folders();
    const there = await Promise.all(folders.map(isStillThere));
    const gone = new Set(folders.filter((_folder, at) => !there[at]));
    const changed = gone.size !== this.#gone.size || [...gone].some((folder) => !this.#gone.has(folder));
    this.#gone = gone;
    if (changed) this.#parts.onChange();
  }
}

/** The result of roots/list. */
export const rootsOf = (folders: readonly string[]): { roots: { uri: string; name: string }[] } => ({
  roots: folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: path.basename(folder) || folder })),
});
