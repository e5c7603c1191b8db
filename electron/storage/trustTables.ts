import { within, type Database } from './database.ts';

export interface Accepted {
  readonly kind: 'tool' | 'instructions';
  readonly name: string;
  readonly digest: string;
  /** The definition as it was accepted, for the difference shown when it changes. */
  readonly raw: string;
}

/** A change of what is trusted. */
export type TrustChange =
  | { readonly what: 'trusted' | 'denied'; readonly serverKey: string; readonly launchHash: string }
  | { readonly what: 'accepted'; readonly serverKey: string; readonly launchHash: string; readonly items: readonly Accepted[] }
  | { readonly what: 'forgotten'; readonly serverKey: string };

/** What the person trusts: launches, and the definitions that came from them. Both are bound to the launch hash. */
export class TrustTables {
  readonly #db: Database;
  readonly #followers: ((change: TrustChange) => void)[] = [];
  readonly #trust;
  readonly #setTrust;
  readonly #forget;
  readonly #accepted;
  readonly #accept;
  readonly #clear;
  constructor(db: Database) {
    this.#db = db;
    this.#trust = db.prepare('SELECT launch_hash AS launchHash, verdict FROM trust WHERE server_key = ?');
    this.#setTrust = db.prepare(
      'INSERT INTO trust VALUES (?, ?, ?, ?) ON CONFLICT (server_key) DO UPDATE SET launch_hash = excluded.launch_hash, verdict = excluded.verdict, decided_at = excluded.decided_at',
    );
    this.#forget = db.prepare('DELETE FROM trust WHERE server_key = ?');
    this.#accepted = db.prepare('SELECT kind, name, digest, raw FROM accepted WHERE server_key = ? AND launch_hash = ?');
    this.#accept = db.prepare('INSERT INTO accepted VALUES (?, ?, ?, ?, ?, ?)');
    this.#clear = db.prepare('DELETE FROM accepted WHERE server_key = ?');
  }

  /** Tells of every change within the transaction that makes it. */
  follow(follower: (change: TrustChange) => void): void {
    this.#followers.push(follower);
  }
  #tell(change: TrustChange): void {
    for (const follower of this.#followers) follower(change);
  }
  /** `changed` when this name was decided upon with another launch: that counts as never seen. */
  verdict(serverKey: string, launchHash: string): 'trusted' | 'denied' | 'unknown' | 'changed' {
    const row = this.#trust.get(serverKey) as { launchHash: string; verdict: 'trusted' | 'denied' } | undefined;
    if (!row) return 'unknown';
    return row.launchHash === launchHash ? row.verdict : 'changed';
  }
  set(serverKey: string, launchHash: string, verdict: 'trusted' | 'denied', at: number): void {
    within(this.#db, () => {
      this.#setTrust.run(serverKey, launchHash, verdict, at);
      this.#tell({ what: verdict, serverKey, launchHash });
    });
  }
  accepted(serverKey: string, launchHash: string): Accepted[] {
    return this.#accepted.all(serverKey, launchHash) as Accepted[];
  }
  /** Replaces all that was accepted of this server. Call it inside a transaction. */
  accept(serverKey: string, launchHash: string, items: readonly Accepted[]): void {
    this.#clear.run(serverKey);
    for (const item of items) this.#accept.run(serverKey, launchHash, item.kind, item.name, item.digest, item.raw);
    this.#tell({ what: 'accepted', serverKey, launchHash, items });
  }
  /** A removed server leaves nothing behind: added again, it is asked about again. */
  forget(serverKey: string): void {
    within(this.#db, () => {
      const known = Number(this.#forget.run(serverKey).changes) + Number(this.#clear.run(serverKey).changes);
      if (known > 0) this.#tell({ what: 'forgotten', serverKey });
    });
  }
}
