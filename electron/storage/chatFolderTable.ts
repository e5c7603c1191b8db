import { within, type Database } from './database.ts';

/** A change of which folders a chat has, or of which servers are told of them. */
export type ChatFolderChange =
  | { readonly what: 'folder-added' | 'folder-removed'; readonly conversationId: string; readonly path: string }
  | { readonly what: 'chat-folders-on' | 'chat-folders-off'; readonly serverKey: string };

/** Folders of chats, and the launches of servers that are told of those of the chat that calls. */
export class ChatFolderTable {
  readonly #db: Database;
  readonly #followers: ((change: ChatFolderChange) => void)[] = [];
  readonly #folders;
  readonly #add;
  readonly #remove;
  readonly #adopt;
  readonly #purge;
  readonly #isOn;
  readonly #on;
  readonly #off;
  constructor(db: Database) {
    this.#db = db;
    this.#folders = db.prepare('SELECT path FROM chat_folder WHERE conversation_id = ? ORDER BY rowid');
    this.#add = db.prepare('INSERT INTO chat_folder VALUES (?, ?) ON CONFLICT DO NOTHING');
    this.#remove = db.prepare('DELETE FROM chat_folder WHERE conversation_id = ? AND path = ?');
    this.#adopt = db.prepare("UPDATE chat_folder SET conversation_id = ? WHERE conversation_id = 'new'");
    this.#purge = db.prepare(
      "DELETE FROM chat_folder WHERE conversation_id <> 'new' AND conversation_id NOT IN (SELECT id FROM chat WHERE deleted = 0)",
    );
    this.#isOn = db.prepare('SELECT 1 FROM chat_folder_server WHERE server_key = ? AND launch_hash = ?');
    this.#on = db.prepare(
      'INSERT INTO chat_folder_server VALUES (?, ?) ON CONFLICT (server_key) DO UPDATE SET launch_hash = excluded.launch_hash',
    );
    this.#off = db.prepare('DELETE FROM chat_folder_server WHERE server_key = ?');
  }
  /** Told within the transaction that writes the change. */
  follow(follower: (change: ChatFolderChange) => void): void {
    this.#followers.push(follower);
  }
  /** Absolute real paths, in the order of giving. */
  folders(conversationId: string): string[] {
    return (this.#folders.all(conversationId) as { path: string }[]).map(({ path }) => path);
  }
  add(conversationId: string, path: string): void {
    this.#change({ what: 'folder-added', conversationId, path }, () => this.#add.run(conversationId, path));
  }
  remove(conversationId: string, path: string): void {
    this.#change({ what: 'folder-removed', conversationId, path }, () => this.#remove.run(conversationId, path));
  }
  /** What was given to the chat that did not exist yet is now this chat's. */
  adopt(conversationId: string): void {
    this.#adopt.run(conversationId);
  }
  /** Drops what belonged to chats that are gone. */
  purge(): void {
    this.#purge.run();
  }
  isOn(serverKey: string, launchHash: string): boolean {
    return this.#isOn.get(serverKey, launchHash) !== undefined;
  }
  setOn(serverKey: string, launchHash: string, on: boolean): void {
    this.#change({ what: on ? 'chat-folders-on' : 'chat-folders-off', serverKey }, () =>
      on ? this.#on.run(serverKey, launchHash) : this.#off.run(serverKey),
    );
  }
  forget(serverKey: string): void {
    this.#off.run(serverKey);
  }
  #change(change: ChatFolderChange, write: () => { readonly changes: number | bigint }): void {
    within(this.#db, () => {
      if (Number(write().changes) > 0) for (const follower of this.#followers) follower(change);
    });
  }
}
