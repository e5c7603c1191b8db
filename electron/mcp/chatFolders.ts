import type { FolderView } from '#shared/servers/status.ts';
import type { ChatFolderTable } from '../storage/chatFolderTable.ts';
import { givenFolder, holds, isStillThere } from './folders.ts';

interface ChatFoldersParts {
  readonly table: ChatFolderTable;
  /** The data folder, which no server is given unnoticed (S13), and the person's home. */
  readonly userData: string;
  readonly home: string;
}

/** Folders that belong to a chat: while a call of it runs, servers that are to be told of them are (S36). */
export class ChatFolders {
  readonly #parts: ChatFoldersParts;
  constructor(parts: ChatFoldersParts) {
    this.#parts = parts;
    parts.table.purge();
  }
  async list(conversationId: string): Promise<FolderView[]> {
    const { table, userData } = this.#parts;
    return Promise.all(
      table.folders(conversationId).map(async (folder) => ({
        path: folder,
        gone: !(await isStillThere(folder)),
        holdsUserData: holds(folder, userData),
      })),
    );
  }
  /** Gives a folder, as a server's is given. Throws `FailureError` no-such-folder. */
  async add(
    conversationId: string,
    typed: string,
    evenUserData: boolean,
  ): Promise<{ readonly added: boolean; readonly holdsUserData: boolean }> {
    const { folder, holdsUserData } = await givenFolder(typed, this.#parts);
    const added = !holdsUserData || evenUserData;
    if (added) this.#parts.table.add(conversationId, folder);
    return { added, holdsUserData };
  }
  remove(conversationId: string, folder: string): void {
    this.#parts.table.remove(conversationId, folder);
  }
  /** The id of a chat that begins now and takes over what was given before it did. */
  begin(conversationId: string): string {
    this.#parts.table.adopt(conversationId);
    return conversationId;
  }
  /** Whether this very launch of a server is told of the folders of chats. */
  isTold(serverKey: string, launchHash: string): boolean {
    return this.#parts.table.isOn(serverKey, launchHash);
  }
  setTold(serverKey: string, launchHash: string, on: boolean): void {
    this.#parts.table.setOn(serverKey, launchHash, on);
  }
  forgetServer(serverKey: string): void {
    this.#parts.table.forget(serverKey);
  }
  /** Those that are there now, each looked at again. */
  async present(conversationId: string): Promise<string[]> {
    return (await this.list(conversationId)).flatMap(({ path, gone }) => (gone ? [] : [path]));
  }
}
