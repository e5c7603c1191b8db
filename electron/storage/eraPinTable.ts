import { EraPin } from '#shared/servers/eraPin.ts';
import { within, type Database } from './database.ts';

/** A server was pinned to a version of the protocol, or is no longer (`pin` undefined). */
export interface EraPinChange {
  readonly serverKey: string;
  readonly pin: EraPin | undefined;
}

/** The versions that the person has pinned servers to. Bound like trust to the launch: another launch of the same name has none. */
export class EraPinTable {
  readonly #db: Database;
  readonly #followers: ((change: EraPinChange) => void)[] = [];
  readonly #get;
  readonly #set;
  readonly #forget;
  constructor(db: Database) {
    this.#db = db;
    this.#get = db.prepare('SELECT pin FROM era_pin WHERE server_key = ? AND launch_hash = ?');
    this.#set = db.prepare(
      'INSERT INTO era_pin VALUES (?, ?, ?) ON CONFLICT (server_key) DO UPDATE SET launch_hash = excluded.launch_hash, pin = excluded.pin',
    );
    this.#forget = db.prepare('DELETE FROM era_pin WHERE server_key = ?');
  }
  get(serverKey: string, launchHash: string): EraPin | undefined {
    const row = this.#get.get(serverKey, launchHash) as { pin: string } | undefined;
    return row && EraPin.parse(row.pin);
  }
  /** Tells of every change within the transaction that makes it. */
  follow(follower: (change: EraPinChange) => void): void {
    this.#followers.push(follower);
  }
  set(serverKey: string, launchHash: string, pin: EraPin | undefined): void {
    within(this.#db, () => {
      if (this.get(serverKey, launchHash) === pin) return;
      if (pin === undefined) this.#forget.run(serverKey);
      else this.#set.run(serverKey, launchHash, pin);
      for (const follower of this.#followers) follower({ serverKey, pin });
    });
  }
  forget(serverKey: string): void {
    this.#forget.run(serverKey);
  }
}
