import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { AttachmentView } from '#shared/conversation/attachments.ts';
import type { ConversationEvent } from '#shared/conversation/events.ts';
import { ModelRequests } from '../audit/modelRequests.ts';
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
    const blocks = turnId === 't1' ? [{ kind: 'binary' as const, mimeType: 'image/png', bytes: 3, media: 'picture' }] : [];
    record({ type: 'call.finished', turnId, at: 3, callId, end: 'cancelled', blocks, modelText: 'cancelled', bytes: 0 });
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

/** A turn that a model was asked in, with a picture in its result. */
function seen({ tables, conversations, requests }: ReturnType<typeof house> & { readonly requests: ModelRequests }, turnId: string): void {
  const picture = `picture-${turnId}`;
  tables.media.add('c', picture, new Uint8Array([4, 5, 6]));
  conversations.record('c', { type: 'turn.started', turnId, at: 10, text: `question ${turnId}`, model: 'm' });
  const messages = ['shared', `only in ${turnId}`].map((text) => ({ role: 'user', text }));
  requests.sent('c', turnId, { system: 'be brief', messages, tools: [] }, 10);
  const call = { turnId, at: 11, callId: `call-${turnId}` };
  conversations.record('c', {
    ...call,
    type: 'call.proposed',
    modelCallId: 'm1',
    modelName: 's__a',
    serverKey: 's',
    toolName: 'a',
    argumentsText: '{}',
  });
  const block = { kind: 'binary' as const, mimeType: 'image/png', bytes: 3, media: picture };
  conversations.record('c', { ...call, type: 'call.finished', end: 'done', blocks: [block], modelText: 'a picture', bytes: 3 });
  conversations.record('c', { type: 'turn.ended', turnId, at: 12, outcome: 'answered' });
}

test('what models saw and the pictures of the turns in a branch go along, those of the turns that it leaves out do not', async () => {
  const chat = house();
  const requests = new ModelRequests(chat.tables.modelRequests);
  chat.tables.log.follow((conversationId, event) => requests.write(conversationId, event));
  for (const turnId of ['t4', 't5', 't6']) seen({ ...chat, requests }, turnId);
  await Promise.resolve();
  chat.conversations.branch({ conversationId: 'c', turnId: 't6', keep: false }, 'b');
  chat.conversations.delete('c');
  chat.open();
  const { media, modelRequests } = chat.tables;
  expect(['t4', 't5', 't6'].map((turnId) => media.get('b', `picture-${turnId}`) !== undefined)).toEqual([true, true, false]);
  expect(requests.read('b', 't5', 0)).toMatchObject({ system: 'be brief', messages: [{ text: 'shared' }, { text: 'only in t5' }] });
  expect(requests.read('b', 't6', 0)).toBeUndefined();
  const kept = Array.from({ length: 20 }, (_, n) => modelRequests.body('b', n)).flatMap((body) =>
    body ? [inflateRawSync(body).toString('utf8')] : [],
  );
  expect(kept.join()).toContain('only in t4');
  expect(kept.join()).not.toContain('only in t6');
});

test('a branch of a chat out of a file says so too, unless it begins before everything that the file brought', () => {
  const { conversations, tables } = house();
  tables.chatImports.add('c', { file: 'a.json', at: 7, given: 'given', marked: 'marked', leftOut: 2 });
  conversations.branch({ conversationId: 'c', turnId: 't1', keep: true }, 'b');
  conversations.branch({ conversationId: 'c', turnId: 't1', keep: false }, 'd');
  expect(tables.chatImports.get('b')).toEqual({ file: 'a.json', at: 7, given: 'given', marked: 'marked', leftOut: 2 });
  expect(tables.chatImports.get('d')).toBeUndefined();
});

test('the title of a branch is no longer than a title may be, so that its file can be read back, and cuts no character in two', () => {
  const { conversations } = house();
  for (const title of ['x'.repeat(200), '😀'.repeat(100)]) {
    conversations.rename('c', title);
    const to = randomUUID();
    conversations.branch({ conversationId: 'c', turnId: 't1', keep: true }, to);
    const made = conversations.title(to);
    expect(made.length).toBeLessThanOrEqual(200);
    expect(made).toMatch(/ \(2\)$/);
    expect(() => encodeURIComponent(made)).not.toThrow(); // as it does for half a character
  }
});

test('each of many attachments has a row of its own in the branch, named by the question that it went with, in their order', () => {
  const { conversations, tables, texts } = house();
  const attachments = ['x', 'y', 'z'].map((id) => view(id));
  conversations.record('c', { type: 'turn.started', turnId: 't4', at: 10, text: 'q', model: 'm', attachments }, () => {
    for (const one of attachments) tables.attachments.addSent({ conversationId: 'c', turnId: 't4' }, one, partsOf(`text of ${one.id}`));
  });
  conversations.record('c', { type: 'turn.ended', turnId: 't4', at: 11, outcome: 'answered' });
  conversations.branch({ conversationId: 'c', turnId: 't4', keep: true }, 'b');
  const copied = conversations.state('b').turns.flatMap((turn) => turn.attachments.map(({ id, title }) => ({ id, title })));
  expect(copied.map(({ title }) => title)).toEqual(['a-t1', 'a-t2', 'a-t3', 'x', 'y', 'z']);
  expect(copied.flatMap(({ id }) => texts(id))).toEqual(['t1', 't2', 't3', 'x', 'y', 'z'].map((id) => `text of ${id}`));
  const all = [...copied, ...conversations.state('c').turns.flatMap((turn) => turn.attachments)];
  expect(new Set(all.map(({ id }) => id)).size).toBe(12);
  conversations.branch({ conversationId: 'c', turnId: 't4', keep: false }, 'd');
  expect(tables.attachments.draft('d').map(({ id, title }) => [title, texts(id)])).toEqual([
    ['x', ['text of x']],
    ['y', ['text of y']],
    ['z', ['text of z']],
  ]);
});
