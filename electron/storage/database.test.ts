import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NotSavedError, openDatabase, transaction } from './database.ts';
import { migrations } from './migrations.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'steward-db-'));
  file = path.join(dir, 'steward.db');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('a new database has every migration, and opening it again changes nothing', () => {
  for (let i = 0; i < 2; i++) {
    const { db, replaced } = openDatabase(file, 'old');
    expect(replaced).toBeUndefined();
    expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.length });
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    db.close();
  }
});

test.each<[string, (file: string) => void]>([
  ['a text file', (f) => writeFileSync(f, 'this is no database '.repeat(60))],
  [
    'a damaged database',
    (f) => {
      const { db } = openDatabase(f, 'x');
      for (let i = 0; i < 200; i++) db.prepare('INSERT INTO setting VALUES (?, ?)').run(`n${i}`, 'x'.repeat(500));
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      db.close();
      const bytes = readFileSync(f);
      bytes.fill(0x7f, 4096, bytes.length);
      writeFileSync(f, bytes);
    },
  ],
  [
    'a database of a newer version',
    (f) => {
      const { db } = openDatabase(f, 'x');
      db.exec(`PRAGMA user_version = ${migrations.length + 7}`);
      db.close();
    },
  ],
])('F35 %s is set aside untouched and a new one begun', (_title, spoil) => {
  spoil(file);
  const before = readFileSync(file);
  const { db, replaced } = openDatabase(file, 'aside');
  expect(replaced).toContain('steward.db.aside');
  expect(readFileSync(`${file}.aside`)).toEqual(before);
  expect(db.prepare('SELECT count(*) AS n FROM event').get()).toEqual({ n: 0 });
  db.close();
  expect(readdirSync(dir)).toContain('steward.db');
});

test('F33 a full disk is a NotSavedError, nothing of the transaction is there, and room makes it work again', () => {
  const { db } = openDatabase(file, 'x');
  const fill = (): void =>
    transaction(db, () => {
      for (let i = 0; i < 100; i++) db.prepare('INSERT OR REPLACE INTO setting VALUES (?, ?)').run(`n${i}`, 'x'.repeat(10_000));
    });
  const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { page_count: number };
  db.exec(`PRAGMA max_page_count = ${pages + 2}`);
  expect(fill).toThrow(NotSavedError);
  expect(db.prepare('SELECT count(*) AS n FROM setting').get()).toEqual({ n: 0 });
  db.exec('PRAGMA max_page_count = 1000000');
  fill();
  expect(db.prepare('SELECT count(*) AS n FROM setting').get()).toEqual({ n: 100 });
  db.close();
});

test('a bug inside a transaction undoes it and stays a bug', () => {
  const { db } = openDatabase(file, 'x');
  expect(() =>
    transaction(db, () => {
      db.prepare('INSERT INTO setting VALUES (?, ?)').run('a', '1');
      throw new TypeError('oops');
    }),
  ).toThrow(TypeError);
  expect(db.prepare('SELECT count(*) AS n FROM setting').get()).toEqual({ n: 0 });
  db.close();
});
