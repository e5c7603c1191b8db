import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AttachmentView } from '#shared/conversation/attachments.ts';
import type { ConversationEvent } from '#shared/conversation/events.ts';
import { TopicHub } from '../ipc/topicHub.ts';
import { openDatabase } from '../storage/database.ts';
import { openTables } from '../storage/tables.ts';
import { Conversations, loadConversation } from './conversations.ts';

const view = (id: string, more: Partial<AttachmentView> = {}): AttachmentView => ({
  id,
  source: { kind: 'file', path: `/${id}.txt` },
  title: id,
  mimeType: 'text/plain',
  characters: 4,
  bytes: 0,
  cut: false,
  readAt: 1,
  digest: 'd',
  ...more,
});
const partsOf = (text: string) => [{ kind: 'text' as const, uri: 'file:///x', mimeType: 'text/plain', text }];

/** A chat "c" of three turns: each with an attachment of its own, the second with a call that was cancelled, answered late after the third. */
function house() {
  const { db } = openDatabase(':memory:', 'x');
  const tables = openTables(db);
  const hub = new TopicHub({ conversation: ({ conversationId }) => loadConversation(tables.log, conversationId) });
  let at = 0;
  const open = () =>
    new Conversations({
      db,
      tables,
      hub,
      now: () => ++at,
      onSaved: () => undefined,
    });
  const conversations = open();
  const record = (event: ConversationEvent, also?: () => void): void => conversations.record('c', event, also);
  for (const turnId of ['t1', 't2', 't3']) {
    const attachments = [view(`a-${turnId}`)];
    record({ type: 'turn.started', turnId, at: 1, text: `question ${turnId}`, model: 'm', attachments }, () => {
      for (const one of attachments) tables.attachments.addSent({ conversationId: 'c', turnId }, one, partsOf(`text of ${turnId}`));
    });
    const callId = `call-${turnId}`;
    const call = { modelCallId: 'm1', modelName: 's__a', serverKey: 's', toolName: 'a', argumentsText: '{}' };
    record({ type: 'call.proposed', turnId, at: 2, callId, ...call });
    record({ type: 'call.finished', turnId, at: 3, callId, end: 'cancelled', blocks: [], modelText: 'cancelled', bytes: 0 });
    record({ type: 'model.text', turnId, at: 4, text: `answer ${turnId}` });
    record({ type: 'turn.ended', turnId, at: 5, outcome: 'answered' });
  }
  record({ type: 'call.late', turnId: 't2', at: 9, callId: 'call-t2', end: 'done', bytes: 7 });
  tables.media.add('c', 'picture', new Uint8Array([1, 2, 3]));
  const texts = (id: string) => (tables.attachments.parts(id) ?? []).map((part) => (part.kind === 'text' ? part.text : part.kind));
  return { db, tables, hub, conversations, open, texts };
}

test('a branch holds what came before a turn, and what was attached to it waits there for the next message', () => {
  const { conversations, tables, texts } = house();
  const before = JSON.stringify(loadConversation(tables.log, 'c'));
  conversations.branch({ conversationId: 'c', turnId: 't3', keep: false }, 'b');
  const { turns } = conversations.state('b');
  expect(turns.map(({ question, outcome }) => [question, outcome])).toEqual([
    ['question t1', 'answered'],
    ['question t2', 'answered'],
  ]);
  expect(JSON.stringify(turns[1])).toContain('"late":{"end":"done","bytes":7}');
  const waiting = tables.attachments.draft('b');
  expect(waiting.map(({ title }) => title)).toEqual(['a-t3']);
  expect(texts(waiting[0]?.id ?? '')).toEqual(['text of t3']);
  expect(JSON.stringify(loadConversation(tables.log, 'c'))).toBe(before);
  expect(tables.attachments.draft('c')).toEqual([]);
});

test('a branch with its turn holds that turn and nothing after it, and is called by a title of its own', () => {
  const { conversations, hub } = house();
  conversations.branch({ conversationId: 'c', turnId: 't2', keep: true }, 'b');
  conversations.branch({ conversationId: 'b', turnId: 't2', keep: true }, 'd');
  expect(conversations.state('d').turns.map(({ id }) => id)).toEqual(['t1', 't2']);
  expect(hub.state('chats', {}).map(({ id, title, branchedFrom }) => [id, title, branchedFrom])).toEqual([
    ['d', 'question t1 (3)', 'b'],
    ['b', 'question t1 (2)', 'c'],
    ['c', 'question t1', undefined],
  ]);
});

test('a branch stays whole when the chat that it came from is gone for good, and the other way round', () => {
  for (const gone of ['c', 'b']) {
    const { conversations, tables, open, texts, hub } = house();
    conversations.branch({ conversationId: 'c', turnId: 't2', keep: true }, 'b');
    conversations.delete(gone);
    open();
    tables.attachments.purge();
    const left = gone === 'c' ? 'b' : 'c';
    const { turns } = loadConversation(tables.log, left);
    expect(turns.slice(0, 2).flatMap(({ attachments }) => attachments.flatMap(({ id }) => texts(id)))).toEqual([
      'text of t1',
      'text of t2',
    ]);
    expect(tables.media.get(left, 'picture')).toEqual(new Uint8Array([1, 2, 3]));
    expect(loadConversation(tables.log, gone).turns).toEqual([]);
    expect(hub.state('chats', {}).find(({ id }) => id === 'b')?.branchedFrom).toBe(gone === 'c' ? 'c' : undefined);
  }
});

test('what is always attached is not copied to the next message, because it is read anew there', () => {
  const { conversations, tables } = house();
  const always = view('always', { always: true });
  conversations.record('c', { type: 'turn.started', turnId: 't4', at: 10, text: 'q', model: 'm', attachments: [always] }, () =>
    tables.attachments.addSent({ conversationId: 'c', turnId: 't4' }, always, partsOf('always')),
  );
  conversations.record('c', { type: 'turn.ended', turnId: 't4', at: 11, outcome: 'answered' });
  conversations.branch({ conversationId: 'c', turnId: 't4', keep: false }, 'b');
  expect(tables.attachments.draft('b')).toEqual([]);
  conversations.branch({ conversationId: 'c', turnId: 't4', keep: true }, 'd');
  const [copied] = conversations.state('d').turns.at(-1)?.attachments ?? [];
  expect(copied).toMatchObject({ title: 'always', always: true });
  expect(copied?.id).not.toBe('always');
});

test('a branch is refused at a turn that is not over, and at one that is not there; then no chat comes to be', () => {
  const { conversations, hub } = house();
  conversations.record('c', { type: 'turn.started', turnId: 'open', at: 10, text: 'q', model: 'm' });
  const branch =
    (turnId: string, keep: boolean, conversationId = 'c') =>
    () =>
      conversations.branch({ conversationId, turnId, keep }, randomUUID());
  expect(branch('open', true)).toThrow('busy');
  expect(branch('nowhere', true)).toThrow('not-found');
  expect(branch('t1', true, 'no-chat')).toThrow('not-found');
  expect(hub.state('chats', {})).toHaveLength(1);
  expect(branch('open', false)).not.toThrow();
});
