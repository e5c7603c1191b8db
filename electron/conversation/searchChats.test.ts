import { expect, test } from 'vitest';
import { TopicHub } from '../ipc/topicHub.ts';
import { openDatabase } from '../storage/database.ts';
import { openTables } from '../storage/tables.ts';
import { Conversations, loadConversation } from './conversations.ts';

function house() {
  const { db } = openDatabase(':memory:', 'x');
  const tables = openTables(db);
  const hub = new TopicHub({ conversation: ({ conversationId }) => loadConversation(tables.log, conversationId) });
  let at = 0;
  const open = () => new Conversations({ db, tables, hub, now: () => ++at, onSaved: () => undefined });
  const conversations = open();
  const turn = (chat: string, turnId: string, question: string, answer: string): void => {
    conversations.record(chat, { type: 'turn.started', turnId, at: ++at, text: question, model: 'm' });
    conversations.record(chat, { type: 'model.reasoning', turnId, at: ++at, text: 'secret thoughts' });
    conversations.record(chat, { type: 'model.text', turnId, at: ++at, text: answer });
    conversations.record(chat, { type: 'turn.ended', turnId, at: ++at, outcome: 'answered' });
  };
  const found = (query: string) => conversations.search(query).hits.map(({ conversationId, turnId }) => `${conversationId}/${turnId}`);
  return { conversations, hub, turn, found, open };
}

test('questions and answers are found by all their words, Chinese of two characters too, the newest first and each turn once', () => {
  const { turn, found } = house();
  turn('a', 't1', 'Why is the Orders table slow?', 'The orders table lacks an index.');
  turn('a', 't2', '为什么订单数据库变慢了？', '缺少索引。');
  turn('b', 't3', 'Is 50% of ORDERS enough?', 'No_idea');
  expect(found('orders')).toEqual(['b/t3', 'a/t1']);
  expect(found('orders index')).toEqual(['a/t1']);
  expect(found('订单')).toEqual(['a/t2']);
  expect(found('索')).toEqual(['a/t2']);
  expect(found('50%')).toEqual(['b/t3']);
  // What means something to a database means itself here.
  expect(found('%')).toEqual(['b/t3']);
  expect(found('_')).toEqual(['b/t3']);
  expect(found("' OR 1 --")).toEqual([]);
  expect(found('secret thoughts')).toEqual([]);
});

test('a deleted chat is found no more, a restored one again, and a branch by what it holds', () => {
  const { conversations, turn, found, open } = house();
  turn('a', 't1', 'one needle', 'yes');
  turn('a', 't2', 'other', 'yes');
  conversations.branch({ conversationId: 'a', turnId: 't2', keep: false }, 'b');
  expect(found('needle')).toEqual(['b/t1', 'a/t1']);
  expect(found('other')).toEqual(['a/t2']);
  conversations.delete('a');
  expect(found('needle')).toEqual(['b/t1']);
  conversations.restore('a');
  expect(found('needle')).toHaveLength(2);
  conversations.delete('a');
  open();
  expect(found('other')).toEqual([]);
});

test('at most fifty turns are given, and it is said that there are more', () => {
  const { conversations, turn } = house();
  for (let at = 0; at < 60; at += 1) turn('a', `t${at}`, 'needle', 'needle too');
  const { hits, more } = conversations.search('needle');
  expect([hits.length, more, hits[0]?.turnId]).toEqual([50, true, 't59']);
  expect(conversations.search('absent')).toEqual({ hits: [], more: false });
});

test('a pinned chat stays pinned after a start, and its last use does not unpin it', () => {
  const { conversations, hub, turn, open } = house();
  turn('a', 't1', 'first', 'x');
  turn('b', 't2', 'second', 'x');
  conversations.pin('a', true);
  turn('a', 't3', 'third', 'x');
  const pinned = () => hub.state('chats', {}).flatMap((chat) => (chat.pinned ? [chat.id] : []));
  expect(pinned()).toEqual(['a']);
  open();
  expect(pinned()).toEqual(['a']);
  conversations.pin('a', false);
  expect(pinned()).toEqual([]);
  expect(() => conversations.pin('nowhere', true)).toThrow('not-found');
});
