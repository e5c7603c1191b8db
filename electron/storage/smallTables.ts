import { Rule } from '#shared/policy/policy.ts';
import { within, type Database } from './database.ts';

/** The person's standing rules. */
export class RuleTable {
  readonly #db: Database;
  readonly #followers: ((change: 'added' | 'removed', rule: Rule) => void)[] = [];
  readonly #get;
  readonly #all;
  readonly #add;
  readonly #remove;
  constructor(db: Database) {
    this.#db = db;
    this.#get = db.prepare('SELECT body FROM rule WHERE id = ?');
    this.#all = db.prepare('SELECT body FROM rule ORDER BY rowid');
    this.#add = db.prepare('INSERT INTO rule (id, body) VALUES (?, ?)');
    this.#remove = db.prepare('DELETE FROM rule WHERE id = ?');
  }
  all(): Rule[] {
    return (this.#all.all() as { body: string }[]).map((row) => Rule.parse(JSON.parse(row.body)));
  }
  /** Tells of every change within the transaction that makes it. */
  follow(follower: (change: 'added' | 'removed', rule: Rule) => void): void {
    this.#followers.push(follower);
  }
  add(rule: Rule): void {
    within(this.#db, () => {
      this.#add.run(rule.id, JSON.stringify(rule));
      for (const follower of this.#followers) follower('added', rule);
    });
  }
  remove(id: string): void {
    within(this.#db, () => {
      const row = this.#get.get(id) as { body: string } | undefined;
      this.#remove.run(id);
      if (row) for (const follower of this.#followers) follower('removed', Rule.parse(JSON.parse(row.body)));
    });
  }
}

/** Small named JSON values: settings, window state. */
export class SettingTable {
  readonly #db: Database;
  readonly #followers: ((name: string, before: unknown, after: unknown) => void)[] = [];
  readonly #get;
  readonly #set;
  constructor(db: Database) {
    this.#db = db;
    this.#get = db.prepare('SELECT body FROM setting WHERE name = ?');
    this.#set = db.prepare('INSERT INTO setting (name, body) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET body = excluded.body');
  }
  get(name: string): unknown {
    const row = this.#get.get(name) as { body: string } | undefined;
    return row === undefined ? undefined : JSON.parse(row.body);
  }
  /** Tells of every change within the transaction that makes it. */
  follow(follower: (name: string, before: unknown, after: unknown) => void): void {
    this.#followers.push(follower);
  }
  set(name: string, value: unknown): void {
    within(this.#db, () => {
      const before = this.get(name);
      this.#set.run(name, JSON.stringify(value));
      for (const follower of this.#followers) follower(name, before, value);
    });
  }
}

/** Which era a server spoke when it closed on the newer probe; a verdict is good for a day (spec: remember, but re-probe). */
export class EraTable {
  readonly #get;
  readonly #set;
  readonly #forget;
  constructor(db: Database) {
    this.#forget = db.prepare('DELETE FROM era WHERE launch_hash = ?');
    this.#get = db.prepare("SELECT at FROM era WHERE launch_hash = ? AND verdict = 'legacy'");
    this.#set = db.prepare(
      "INSERT INTO era (launch_hash, verdict, at) VALUES (?, 'legacy', ?) ON CONFLICT (launch_hash) DO UPDATE SET at = excluded.at",
    );
  }
  /** Until when it counts as one of the older era, ms since 1970; undefined when it does not, or no longer. */
  legacyUntil(launchHash: string, now: number): number | undefined {
    const row = this.#get.get(launchHash) as { at: number } | undefined;
    return row !== undefined && now - row.at < 24 * 3600_000 ? row.at + 24 * 3600_000 : undefined;
  }
  forget(launchHash: string): void {
    this.#forget.run(launchHash);
  }
  setLegacy(launchHash: string, at: number): void {
    this.#set.run(launchHash, at);
  }
}
