#!/usr/bin/env node
// node scripts/journal-verify.mjs DIR : walks the journal in DIR/steward.db and says whether it is intact. It writes nothing, needs no
// build, and shares no code with the app: what it finds does not rest on what it checks.
import { DatabaseSync } from '@photostructure/sqlite';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const genesis = '0'.repeat(64);
const faults = {
  changed: 'its content does not fit its hash',
  missing: 'it is missing',
  order: 'it is not in its place',
  tail: 'the journal does not end where its head says',
  unreadable: 'it cannot be read',
};

/** @typedef {{ seq: number, body: string, hash: string }} Row */
/** @typedef {{ entries: number, brokenAt?: number, fault?: keyof typeof faults }} Report */

/** @param {Row} row @param {number} expected @param {string} previous @returns {keyof typeof faults | undefined} */
function faultOf(row, expected, previous) {
  let entry;
  try {
    entry = JSON.parse(row.body);
  } catch {
    return 'unreadable';
  }
  if (typeof entry?.seq !== 'number') return 'unreadable';
  if (entry.seq !== expected) return 'order';
  const hash = createHash('sha256').update(`${previous}\n${row.body}`).digest('hex');
  return hash === row.hash ? undefined : 'changed';
}

/** @param {InstanceType<typeof DatabaseSync>} db @returns {Report} */
function walk(db) {
  const read = db.prepare('SELECT seq, body, hash FROM journal WHERE seq > ? ORDER BY seq LIMIT 1000');
  let [count, previous] = [0, genesis];
  for (;;) {
    const rows = /** @type {Row[]} */ (read.all(count));
    for (const row of rows) {
      if (row.seq !== count + 1) return { entries: count, brokenAt: count + 1, fault: 'missing' };
      const fault = faultOf(row, count + 1, previous);
      if (fault) return { entries: count, brokenAt: row.seq, fault };
      [count, previous] = [row.seq, row.hash];
    }
    if (rows.length < 1000) break;
  }
  const head = /** @type {{ count: number, hash: string } | undefined} */ (db.prepare('SELECT count, hash FROM journal_head').get());
  if (head?.count === count && head.hash === previous) return { entries: count };
  return { entries: count, brokenAt: Math.min(count, head?.count ?? count) + 1, fault: 'tail' };
}

/** Opens for reading; a folder that can't be written to has no place for SQLite's side files, so there the file is taken as it lies. @param {string} file */
function openRead(file) {
  try {
    const db = new DatabaseSync(file, { readOnly: true });
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return db;
  } catch (error) {
    if (fs.existsSync(`${file}-wal`)) throw error;
    return new DatabaseSync(`file:${encodeURI(path.resolve(file))}?immutable=1`, { readOnly: true });
  }
}

function main() {
  const [dir, ...rest] = process.argv.slice(2);
  if (!dir || rest.length > 0) return fail('usage: npm run -s journal:verify -- DIR', 2);
  const file = path.join(dir, 'steward.db');
  if (!fs.existsSync(file)) return fail(`journal: there is no ${file}`, 2);
  const db = openRead(file);
  try {
    // One transaction: an app that writes meanwhile makes no difference.
    db.exec('BEGIN');
    const { entries, brokenAt, fault } = walk(db);
    if (!fault) return console.log(`journal: ${entries} entries, intact`);
    fail(`journal: broken at entry ${brokenAt}: ${faults[fault]} (${fault}); ${entries} entries before it are intact`, 1);
  } finally {
    db.close();
  }
}

/** @param {string} text @param {number} code */
function fail(text, code) {
  (code === 1 ? console.log : console.error)(text);
  process.exitCode = code;
}

try {
  main();
} catch (error) {
  fail(`journal: ${error instanceof Error ? error.message : String(error)}`, 2);
}
