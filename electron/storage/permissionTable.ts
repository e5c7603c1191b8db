import * as z from 'zod';
import { within, type Database } from './database.ts';

/** What a server may ask of this host, and what it has used of it. */
export interface Permission {
  readonly sampling: boolean;
  /** Forms to be filled in, and links to be opened. */
  readonly information: boolean;
  /** Counted since sampling was turned on. */
  readonly calls: number;
  readonly tokens: number;
  /** Absolute real paths. */
  readonly folders: readonly string[];
}
/** Told within the transaction that writes it. */
export type PermissionFollower = (serverKey: string, before: Permission, after: Permission) => void;
export const noPermission: Permission = { sampling: false, information: false, calls: 0, tokens: 0, folders: [] };
const Folders = z.array(z.string());

/** Kept with trust and bound like it to the launch: another launch of the same name has no permission. */
export class PermissionTable {
  readonly #db: Database;
  readonly #followers: PermissionFollower[] = [];
  readonly #get;
  readonly #set;
  readonly #forget;
  readonly #getInformation;
  readonly #setInformation;
  readonly #forgetInformation;
  constructor(db: Database) {
    this.#db = db;
    this.#get = db.prepare('SELECT sampling, calls, tokens, folders FROM permission WHERE server_key = ? AND launch_hash = ?');
    this.#set = db.prepare(
      'INSERT INTO permission VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (server_key) DO UPDATE SET launch_hash = excluded.launch_hash, sampling = excluded.sampling, calls = excluded.calls, tokens = excluded.tokens, folders = excluded.folders',
    );
    this.#forget = db.prepare('DELETE FROM permission WHERE server_key = ?');
    this.#getInformation = db.prepare('SELECT allowed FROM information_permission WHERE server_key = ? AND launch_hash = ?');
    this.#setInformation = db.prepare(
      'INSERT INTO information_permission VALUES (?, ?, ?) ON CONFLICT (server_key) DO UPDATE SET launch_hash = excluded.launch_hash, allowed = excluded.allowed',
    );
    this.#forgetInformation = db.prepare('DELETE FROM information_permission WHERE server_key = ?');
  }
  follow(follower: PermissionFollower): void {
    this.#followers.push(follower);
  }
  get(serverKey: string, launchHash: string): Permission {
    const row = this.#get.get(serverKey, launchHash) as { sampling: number; calls: number; tokens: number; folders: string } | undefined;
    const asks = this.#getInformation.get(serverKey, launchHash) as { allowed: number } | undefined;
    const information = asks?.allowed === 1;
    if (!row) return { ...noPermission, information };
    return {
      sampling: row.sampling === 1,
      information,
      calls: row.calls,
      tokens: row.tokens,
      folders: Folders.parse(JSON.parse(row.folders)),
    };
  }
  set(serverKey: string, launchHash: string, after: Permission): void {
    const { sampling, information, calls, tokens, folders } = after;
    within(this.#db, () => {
      const before = this.get(serverKey, launchHash);
      this.#set.run(serverKey, launchHash, sampling ? 1 : 0, calls, tokens, JSON.stringify(folders));
      this.#setInformation.run(serverKey, launchHash, information ? 1 : 0);
      for (const follower of this.#followers) follower(serverKey, before, after);
    });
  }
  forget(serverKey: string): void {
    this.#forget.run(serverKey);
    this.#forgetInformation.run(serverKey);
  }
}
