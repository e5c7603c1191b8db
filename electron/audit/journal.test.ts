import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JournalFact } from '#shared/journal/journal.ts';
import { canonicalJson } from '../schema/canonical.ts';
import { openDatabase, transaction, type Database } from '../storage/database.ts';
import { genesis, JournalTable } from '../storage/journalTable.ts';
import { chainHash } from './chain.ts';
import { exportJournal } from './exportJournal.ts';
import { Journal } from './journal.ts';

let dir: string;
let db: Database;
let journal: Journal;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'steward-journal-'));
  ({ db } = openDatabase(path.join(dir, 'steward.db'), 'x'));
  journal = new Journal({ db, table: new JournalTable(db) });
});
afterEach(() => {
  if (db.isOpen) db.close();
  rmSync(dir, { recursive: true, force: true });
});

const fact = (n: number, more: Partial<JournalFact> = {}): JournalFact => ({
  at: 1000 + n,
  kind: n % 3 === 0 ? 'decision' : 'call',
  what: n % 3 === 0 ? 'tool-call' : 'sent',
  serverKey: n % 2 === 0 ? 'notes' : 'shop',
  toolName: `tool_${n}`,
  ...more,
});
const fill = (count: number): void => {
  transaction(db, () => {
    for (let n = 0; n < count; n++) journal.append(fact(n));
  });
};
/** What the journal itself would never do. */
const tamper = (sql: string): void => db.exec(`DROP TRIGGER IF EXISTS journal_kept; DROP TRIGGER IF EXISTS journal_fixed; ${sql}`);
/** What the script says of the same file, and its exit code. */
function verifyFile(): { readonly text: string; readonly code: number | null } {
  const script = path.resolve(import.meta.dirname, '../../scripts/journal-verify.mjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, dir], { encoding: 'utf8' });
  return { text: `${stdout}${stderr}`.trim(), code: status };
}

test('each hash is over the hash before it and the canonical JSON of its entry, from a known beginning', () => {
  fill(3);
  const { entries } = journal.page({}, 10);
  const oldestFirst = [...entries].reverse();
  expect(oldestFirst.map(({ entry }) => entry.seq)).toEqual([1, 2, 3]);
  let previous = genesis;
  for (const chained of oldestFirst) {
    expect(chained.previous).toBe(previous);
    expect(chained.hash).toBe(chainHash(previous, canonicalJson(chained.entry)));
    previous = chained.hash;
  }
});

test('an empty journal and one of 2,500 entries are intact, to the app and to the script that shares no code with it', async () => {
  expect(await journal.verify()).toEqual({ intact: true, entries: 0 });
  fill(2500);
  expect(await journal.verify()).toEqual({ intact: true, entries: 2500 });
  expect(verifyFile()).toEqual({ text: 'journal: 2500 entries, intact', code: 0 });
  db.close();
  expect(verifyFile()).toEqual({ text: 'journal: 2500 entries, intact', code: 0 });
});

describe('tampering is found, and where it begins is said', () => {
  const rehash = 'UPDATE journal SET body = replace(body, \'"toolName":"tool_4"\', \'"toolName":"tool_X"\') WHERE seq = 5';
  test.each<[string, string, number, string]>([
    ['a changed entry', rehash, 5, 'changed'],
    [
      'a changed hash',
      "UPDATE journal SET hash = 'f' || substr(hash, 2) WHERE seq = 7 AND hash NOT LIKE 'f%'; UPDATE journal SET hash = 'e' || substr(hash, 2) WHERE seq = 7 AND hash LIKE 'f%'",
      7,
      'changed',
    ],
    ['a row taken out of the middle', 'DELETE FROM journal WHERE seq = 4', 4, 'missing'],
    ['the first row taken away', 'DELETE FROM journal WHERE seq = 1', 1, 'missing'],
    [
      'a row taken out and the rest moved up',
      'DELETE FROM journal WHERE seq = 4; UPDATE journal SET seq = seq - 1 WHERE seq > 4; UPDATE journal_head SET count = 19',
      4,
      'order',
    ],
    [
      'two rows changed about',
      'UPDATE journal SET seq = -1 WHERE seq = 8; UPDATE journal SET seq = 8 WHERE seq = 9; UPDATE journal SET seq = 9 WHERE seq = -1',
      8,
      'order',
    ],
    ['a tail cut off', 'DELETE FROM journal WHERE seq > 15', 16, 'tail'],
    ['everything deleted', 'DELETE FROM journal', 1, 'tail'],
    [
      'a tail cut off and the head counted down, its hash forgotten',
      'DELETE FROM journal WHERE seq > 15; UPDATE journal_head SET count = 15',
      16,
      'tail',
    ],
    ['the head gone', 'DELETE FROM journal_head', 21, 'tail'],
  ])('%s', async (_title, sql, brokenAt, fault) => {
    fill(20);
    tamper(sql);
    expect(await journal.verify()).toMatchObject({ intact: false, brokenAt, fault });
    const found = verifyFile();
    expect(found.code).toBe(1);
    expect(found.text).toMatch(new RegExp(`^journal: broken at entry ${brokenAt}: .*\\(${fault}\\)`));
  });

  test('any single changed character of any entry is found at that entry', async () => {
    fill(12);
    const table = new JournalTable(db);
    tamper('');
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
    for (let round = 0; round < 60; round++) {
      const row = table.walk(random(12), 1)[0] as { seq: number; body: string };
      const at = random(row.body.length);
      const body = `${row.body.slice(0, at)}${row.body[at] === '7' ? '8' : '7'}${row.body.slice(at + 1)}`;
      const broken = isJson(body);
      // What is no JSON any more can't even be written: its columns are made from it.
      if (!broken) continue;
      db.prepare('UPDATE journal SET body = ? WHERE seq = ?').run(body, row.seq);
      expect(await journal.verify(), body).toMatchObject({ intact: false, brokenAt: row.seq });
      db.prepare('UPDATE journal SET body = ? WHERE seq = ?').run(row.body, row.seq);
    }
    expect(await journal.verify()).toEqual({ intact: true, entries: 12 });
  });
});
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('the journal only grows: the database itself refuses to change or delete an entry', () => {
  fill(2);
  expect(() => db.exec('DELETE FROM journal WHERE seq = 1')).toThrow(/only grows/);
  expect(() => db.exec("UPDATE journal SET hash = '' WHERE seq = 1")).toThrow(/only grows/);
});

test('an entry stands or falls with its transaction, and the chain goes on from what is left', async () => {
  fill(2);
  expect(() =>
    transaction(db, () => {
      journal.append(fact(2));
      throw new Error('the thing itself failed');
    }),
  ).toThrow('the thing itself failed');
  journal.append(fact(3));
  expect(journal.page({}, 10).entries.map(({ entry }) => entry.toolName)).toEqual(['tool_3', 'tool_1', 'tool_0']);
  expect(await journal.verify()).toEqual({ intact: true, entries: 3 });
});

test('growth is told once, after the disk has it, and not of what was undone', async () => {
  const told: number[] = [];
  const watched = new Journal({ db, table: new JournalTable(db), onGrown: (count) => told.push(count) });
  transaction(db, () => {
    watched.append(fact(0));
    watched.append(fact(1));
  });
  await Promise.resolve();
  expect(() =>
    transaction(db, () => {
      watched.append(fact(2));
      throw new Error('no');
    }),
  ).toThrow();
  await Promise.resolve();
  expect(told).toEqual([0, 2, 2]);
});

test('pages run from the newest back, without a gap or a repeat, through filters and words', () => {
  fill(450);
  const seen: number[] = [];
  let before: number | undefined;
  for (;;) {
    const { entries, more } = journal.page({}, 200, before);
    seen.push(...entries.map(({ entry }) => entry.seq));
    before = seen.at(-1);
    if (!more) break;
  }
  expect(seen).toEqual(Array.from({ length: 450 }, (_, n) => 450 - n));
  expect(journal.page({ kind: 'decision', serverKey: 'notes' }, 500).entries).toHaveLength(75);
  expect(journal.page({ query: 'TOOL_44  sent shop' }, 500).entries.map(({ entry }) => entry.toolName)).toEqual([
    'tool_449',
    'tool_445',
    'tool_443',
  ]);
  expect(journal.page({ from: 1010, to: 1012 }, 500).entries).toHaveLength(3);
  expect(journal.page({ query: "'; DROP TABLE journal; --" }, 5).entries).toEqual([]);
  expect(journal.servers()).toEqual(['notes', 'shop']);
});

test('the export is JSON Lines from which the chain can be checked again', async () => {
  fill(1200);
  const file = path.join(dir, 'out.jsonl');
  expect(await exportJournal(journal, { filter: {}, path: file })).toEqual({ path: file, entries: 1200 });
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').reverse();
  expect(lines).toHaveLength(1200);
  let previous = genesis;
  for (const line of lines) {
    const { entry, hash, previous: said } = JSON.parse(line);
    expect([said, hash]).toEqual([previous, chainHash(previous, canonicalJson(entry))]);
    previous = hash;
  }
});

test('an export to a typed path replaces nothing and goes nowhere odd', async () => {
  fill(1);
  const file = path.join(dir, 'out.jsonl');
  await exportJournal(journal, { filter: {}, path: file });
  for (const [typed, why] of [
    [file, /already a file/],
    ['relative.jsonl', /absolute/],
    [path.join(dir, '.bashrc'), /\.jsonl/],
  ] as const) {
    await expect(exportJournal(journal, { filter: {}, path: typed })).rejects.toThrow(why);
  }
  await expect(exportJournal(journal, { filter: {}, path: path.join(dir, 'no', 'folder.jsonl') })).rejects.toMatchObject({
    failure: { code: 'not-saved' },
  });
  expect(await exportJournal(journal, { filter: {} }, async () => undefined)).toBeNull();
  expect(await exportJournal(journal, { filter: {} }, async () => file)).toEqual({ path: file, entries: 1 });
});

test('10,000 entries are searched and paged without main standing still', async () => {
  fill(10_000);
  const began = performance.now();
  expect(journal.page({ query: 'nothing has this word' }, 200).entries).toEqual([]);
  expect(journal.page({}, 200).entries).toHaveLength(200);
  // A hang limit, not a figure: what it takes is a few milliseconds.
  expect(performance.now() - began).toBeLessThan(2000);
  expect(await journal.verify()).toEqual({ intact: true, entries: 10_000 });
});
