import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Verdict } from '#shared/decision/decision.ts';
import { CallRefusedError, Permits } from '../decision/permits.ts';
import { NotSavedError, openDatabase, transaction, type Database } from '../storage/database.ts';
import { DecisionTable } from '../storage/decisionTable.ts';
import { KeptVerdict, type Judgement } from './keptVerdict.ts';

let dir: string;
let db: Database;
let decisions: DecisionTable;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'steward-kept-'));
  db = openDatabase(path.join(dir, 'steward.db'), 'x').db;
  decisions = new DecisionTable(db);
});
afterEach(() => {
  db.close();
  rmSync(dir, { recursive: true, force: true });
});

const permit = {
  decisionId: 'd',
  serverKey: 'rec',
  toolName: 'add',
  digest: 'digest',
  argumentsText: '{}',
  conversationId: 'c',
  callId: 'call',
  decidedAt: 1,
};
const judgement: Judgement = {
  decision: {
    id: 'd',
    kind: 'tool-call',
    askedAt: 1,
    armed: false,
    serverKey: 'rec',
    toolName: 'add',
    toolDescription: '',
    place: { kind: 'bundled' },
    conversationId: 'c',
    chatTitle: '',
    turnId: 't',
    callId: 'call',
    reason: 'no-rule',
    argumentsText: '{}',
    adjusted: [],
  },
  verdict: { kind: 'allowed', by: 'rule', ruleId: 'r' },
  answer: undefined,
  subject: {
    serverKey: 'rec',
    toolName: 'add',
    digest: 'digest',
    launchHash: 'launch',
    conversationId: 'c',
    argumentsText: '{}',
    readFrom: [],
    at: 1,
  },
  edited: false,
};
function keptVerdict() {
  const judged: Verdict[] = [];
  const journal = {
    waiting: () => undefined,
    progress: () => undefined,
    late: () => undefined,
    judged: (verdict: Verdict, _text: string, _edited: boolean, also: () => void) => {
      transaction(db, also);
      judged.push(verdict);
    },
  };
  return { kept: new KeptVerdict({ decisions, journal, now: () => 2 }, judgement), judged };
}
function permits(digest = 'digest'): Permits {
  return new Permits({
    now: () => 3,
    spend: (id, at) => decisions.spend(id, at),
    addRound: () => undefined,
    spendRound: () => false,
    digestNow: () => digest,
  });
}
const rows = (): unknown[] => db.prepare('SELECT id, spent_at AS spentAt FROM decision').all();

test('I1 a verdict that waits for the lock is on disk, spent, before the lock lets anything through', () => {
  const { kept, judged } = keptVerdict();
  const lock = permits();
  const issued = lock.issue(permit, (spend) => kept.keep(spend));
  expect([rows(), judged]).toEqual([[], []]);
  lock.spend('d', permit);
  expect([rows(), judged.length, issued.sent]).toEqual([[{ id: 'd', spentAt: 3 }], 1, true]);
});

test('I1 F33 a disk that refuses at the lock leaves nothing: no verdict, nothing spent, nothing sent, and no second try gets through', () => {
  const { kept, judged } = keptVerdict();
  const lock = permits();
  const issued = lock.issue(permit, (spend) => kept.keep(spend));
  db.exec('PRAGMA query_only = ON');
  expect(() => lock.spend('d', permit)).toThrow(NotSavedError);
  db.exec('PRAGMA query_only = OFF');
  expect(() => lock.spend('d', permit)).toThrow(CallRefusedError);
  kept.keep();
  expect([rows(), judged, issued.sent]).toEqual([[], [], false]);
});

test('a verdict whose call the lock refuses is kept all the same, unspent, and only once', () => {
  const { kept, judged } = keptVerdict();
  const lock = permits('another definition');
  const issued = lock.issue(permit, (spend) => kept.keep(spend));
  expect(() => lock.spend('d', permit)).toThrow(CallRefusedError);
  kept.keep();
  kept.keep();
  expect([rows(), judged.length, issued.sent]).toEqual([[{ id: 'd', spentAt: null }], 1, false]);
});

test('a verdict that was kept before its server was there is spent by itself', () => {
  const { kept, judged } = keptVerdict();
  const lock = permits();
  kept.keep();
  lock.issue(permit, (spend) => kept.keep(spend));
  expect(rows()).toEqual([{ id: 'd', spentAt: null }]);
  lock.spend('d', permit);
  expect([rows(), judged.length]).toEqual([[{ id: 'd', spentAt: 3 }], 1]);
});
