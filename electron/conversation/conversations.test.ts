import { expect, test } from 'vitest';
import type { ConversationEvent } from '#shared/conversation/events.ts';
import { callsOf, emptyConversation, reduceConversation } from '#shared/conversation/state.ts';
import { TopicHub } from '../ipc/topicHub.ts';
import { openDatabase, type Database } from '../storage/database.ts';
import { openTables } from '../storage/tables.ts';
import { Conversations, loadConversation, turnsPerPage } from './conversations.ts';

function house(db: Database = openDatabase(':memory:', 'x').db) {
  const tables = openTables(db);
  const hub = new TopicHub({ conversation: ({ conversationId }) => loadConversation(tables.log, conversationId) });
  const saved: boolean[] = [];
  let at = 0;
  const conversations = new Conversations({
    db,
    tables,
    hub,
    now: () => ++at,
    onSaved: (ok) => saved.push(ok),
  });
  return { db, tables, hub, conversations, saved, chats: () => hub.state('chats', {}) };
}
const turn = (turnId: string, question = turnId): ConversationEvent[] => [
  { type: 'turn.started', turnId, at: 1, text: question, model: 'demo/demo' },
  {
    type: 'call.proposed',
    turnId,
    at: 2,
    callId: `${turnId}-c`,
    modelCallId: 'm',
    modelName: 's__a',
    serverKey: 's',
    toolName: 'a',
    argumentsText: '{}',
  },
  { type: 'model.finished', turnId, at: 3, stop: 'end', usage: { inputTokens: 5, outputTokens: 7 } },
  {
    type: 'call.judged',
    turnId,
    at: 4,
    callId: `${turnId}-c`,
    verdict: { kind: 'allowed', by: 'person' },
    argumentsText: '{}',
    edited: false,
  },
  {
    type: 'call.finished',
    turnId,
    at: 5,
    callId: `${turnId}-c`,
    end: 'done',
    blocks: [{ kind: 'text', text: 'ok' }],
    modelText: 'ok',
    bytes: 2,
  },
  { type: 'model.text', turnId, at: 6, text: 'Done.' },
  { type: 'model.finished', turnId, at: 7, stop: 'end' },
  { type: 'turn.ended', turnId, at: 8, outcome: 'answered' },
];
const limit = (db: Database, extra: number): void => {
  const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { page_count: number };
  db.exec(`PRAGMA max_page_count = ${pages + extra}`);
};

test('the log alone rebuilds exactly what main and the pages hold', () => {
  const { conversations, hub, tables, db } = house();
  for (const id of ['t1', 't2']) for (const event of turn(id)) conversations.record('c', event);
  const live = hub.state('conversation', { conversationId: 'c' });
  expect(loadConversation(tables.log, 'c')).toEqual(live);
  expect(house(db).conversations.state('c')).toEqual(live);
  expect(live.turns[0]).toMatchObject({ outcome: 'answered', inputTokens: 5, outputTokens: 7, rounds: 2 });
});

test('every prefix of a log folds', () => {
  const events = turn('t');
  for (let n = 0; n <= events.length; n++) expect(() => events.slice(0, n).reduce(reduceConversation, emptyConversation)).not.toThrow();
  expect(events.slice(1).reduce(reduceConversation, emptyConversation)).toEqual(emptyConversation);
});

test('a chat is listed from its first message on, by its first line, newest first', () => {
  const { conversations, chats } = house();
  conversations.record('a', { type: 'turn.started', turnId: 't', at: 10, text: 'first line\nsecond', model: 'm' });
  conversations.record('b', { type: 'turn.started', turnId: 't', at: 20, text: '订'.repeat(80), model: 'm' });
  expect(chats().map((c) => c.id)).toEqual(['b', 'a']);
  expect(chats()[1]).toMatchObject({ title: 'first line', activity: 'running' });
  expect(Array.from(chats()[0]?.title ?? '')).toHaveLength(60);
  conversations.rename('a', 'mine');
  expect(chats()[1]?.title).toBe('mine');
});

test('a deleted chat comes back when restored, and is gone with its events at the next start otherwise', () => {
  const { conversations, chats, db } = house();
  for (const id of ['a', 'b']) for (const event of turn('t')) conversations.record(id, event);
  conversations.delete('a');
  conversations.delete('b');
  expect(chats()).toEqual([]);
  conversations.restore('a');
  expect(chats().map((c) => c.id)).toEqual(['a']);
  const next = house(db);
  expect(next.chats().map((c) => c.id)).toEqual(['a']);
  expect(db.prepare("SELECT count(*) AS n FROM event WHERE conversation_id = 'b'").get()).toEqual({ n: 0 });
});

test('the topic holds the last hundred turns and the older ones come by page', () => {
  const { conversations, db } = house();
  for (let i = 0; i < turnsPerPage + 30; i++) for (const event of turn(`t${i}`)) conversations.record('c', event);
  const { conversations: next } = house(db);
  const state = next.state('c');
  expect([state.turns.length, state.turns[0]?.id, state.earlier]).toEqual([turnsPerPage, 't30', true]);
  const page = next.page('c', 't30');
  expect([page.turns.length, page.turns[0]?.id, page.turns.at(-1)?.id, page.earlier]).toEqual([30, 't0', 't29', false]);
});

test('F33 a full disk keeps what happens on the screen and in a queue, takes no decision, and loses or doubles nothing when there is room', () => {
  const { conversations, db, saved, tables, hub } = house();
  const [started, ...rest] = turn('t');
  conversations.record('c', started as ConversationEvent);
  limit(db, 0);
  const long = 'x'.repeat(200_000);
  conversations.record('c', { type: 'model.text', turnId: 't', at: 2, text: long });
  expect(saved).toEqual([false]);
  expect(conversations.state('c').turns[0]?.parts).toMatchObject([{ text: long }]);
  expect(() => conversations.record('c', rest[2] as ConversationEvent, () => undefined)).toThrow();
  expect(() => conversations.record('d', { ...(started as ConversationEvent), turnId: 'u' })).toThrow();
  expect(conversations.retryUnsaved()).toBe(false);
  db.exec('PRAGMA max_page_count = 1000000');
  expect(conversations.retryUnsaved()).toBe(true);
  conversations.record('c', { type: 'turn.ended', turnId: 't', at: 9, outcome: 'answered' });
  expect(saved.at(-1)).toBe(true);
  expect(loadConversation(tables.log, 'c')).toEqual(hub.state('conversation', { conversationId: 'c' }));
});

test('F17 an answer that came late is a fact of its turn, though later turns stand between, on every page of the chat', () => {
  const { conversations, tables } = house();
  const late = (turnId: string): ConversationEvent => ({ type: 'call.late', turnId, at: 9, callId: `${turnId}-c`, end: 'done', bytes: 7 });
  const cancelled = turn('t0').map((event) => (event.type === 'call.finished' ? { ...event, end: 'cancelled' as const } : event));
  for (const event of cancelled) conversations.record('c', event);
  for (let at = 1; at <= turnsPerPage; at += 1) for (const event of turn(`t${at}`)) conversations.record('c', event);
  for (const id of ['t0', 't1']) conversations.record('c', late(id));
  const [earliest] = conversations.page('c', 't1').turns;
  expect(earliest && callsOf(earliest)[0]).toMatchObject({ status: 'cancelled', late: { end: 'done', bytes: 7 } });
  // One that was answered in time can't be answered late.
  const [first] = loadConversation(tables.log, 'c').turns;
  expect(first && callsOf(first)[0]).toMatchObject({ status: 'done' });
  expect(JSON.stringify(first)).not.toContain('late');
});

test('of a long result pages get the beginning, and the rest piece by piece until it is whole; the log keeps all', () => {
  const { conversations, hub, tables } = house();
  const long = Array.from({ length: 400_000 }, (_, at) => `${at}\n`).join('');
  const [started, proposed, finished, judged] = turn('t');
  const ended: ConversationEvent = {
    ...{ type: 'call.finished', turnId: 't', at: 5, callId: 't-c', end: 'done', modelText: 'short', bytes: long.length },
    blocks: [
      { kind: 'text', text: 'short' },
      { kind: 'structured', json: long },
    ],
  };
  for (const event of [started, proposed, finished, judged, ended]) if (event) conversations.record('c', event);
  const shown = (state: ReturnType<typeof conversations.state>) => {
    const part = state.turns[0]?.parts[0];
    return part?.kind === 'call' && 'blocks' in part.call ? part.call.blocks : [];
  };
  expect(shown(hub.state('conversation', { conversationId: 'c' }))).toEqual([
    { kind: 'text', text: 'short' },
    { kind: 'structured', json: long.slice(0, 100_000), whole: long.length },
  ]);
  expect(shown(loadConversation(tables.log, 'c'))).toEqual(shown(hub.state('conversation', { conversationId: 'c' })));
  const place = { conversationId: 'c', turnId: 't', callId: 't-c', block: 1 };
  let text = long.slice(0, 100_000);
  for (let piece = conversations.resultText({ ...place, from: text.length }); piece !== ''; ) {
    text += piece;
    piece = conversations.resultText({ ...place, from: text.length });
  }
  expect(text).toBe(long);
  for (const wrong of [{ callId: 'other' }, { block: 2 }, { turnId: 'other' }, { conversationId: 'other' }])
    expect(() => conversations.resultText({ ...place, from: 0, ...wrong })).toThrow('no such result');
});
