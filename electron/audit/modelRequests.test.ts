import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyConversation, reduceConversation, type Turn } from '#shared/conversation/state.ts';
import { RequestMemory } from '../agent/requestMemory.ts';
import { toModelRequest } from '../agent/context.ts';
import { ChatTable } from '../storage/chatTable.ts';
import { openDatabase, transaction, type Database } from '../storage/database.ts';
import { ModelRequestTable } from '../storage/modelRequestTable.ts';
import { ModelRequests } from './modelRequests.ts';

/** The real table, and how often a piece was looked for. */
class CountedTable extends ModelRequestTable {
  looked = 0;
  override part(...args: Parameters<ModelRequestTable['part']>): number {
    this.looked += 1;
    return super.part(...args);
  }
}
let dir: string;
let db: Database;
let table: CountedTable;
let requests: ModelRequests;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'steward-requests-'));
  db = openDatabase(path.join(dir, 'steward.db'), 'x').db;
  new ChatTable(db).ensure('c', 'chat', 1);
  table = new CountedTable(db);
  requests = new ModelRequests(table);
});
afterEach(() => {
  db.close();
  rmSync(dir, { recursive: true, force: true });
});

const memory = new RequestMemory();
const messagesOf = (turn: Turn): ReturnType<RequestMemory['messages']> => memory.messages(turn, new Map());
const tools = [{ name: 't', description: 'a tool', parameters: { type: 'object' } }];
const asked = (id: string): Turn => {
  const [turn] = reduceConversation(emptyConversation, { type: 'turn.started', turnId: id, at: 1, text: `ask ${id}`, model: 'm' }).turns;
  return turn as Turn;
};
const finished = (turnId: string) => ({ type: 'model.finished', turnId, at: 2, stop: 'end' }) as const;
async function round(turns: readonly Turn[], keep = true): Promise<void> {
  const turnId = turns.at(-1)?.id ?? '';
  if (requests.marks('c', turnId).length === 0) requests.sent('c', turnId, toModelRequest(turns, tools, [], { messagesOf }), 1);
  const write = (): void =>
    transaction(db, () => {
      requests.write('c', finished(turnId));
      if (!keep) throw new Error('undone');
    });
  if (keep) write();
  else expect(write).toThrow('undone');
  await Promise.resolve();
}

test('a round of a long chat looks only for what it is the first to hold, and is still read whole', async () => {
  const turns = Array.from({ length: 40 }, (_, n) => asked(`turn-${n}`));
  await round(turns);
  expect(table.looked).toBe(42);
  const longer = [...turns, asked('next')];
  await round(longer);
  expect(table.looked).toBe(44); // the system text and one message
  const kept = requests.read('c', 'next', 0);
  expect(kept?.messages).toEqual(longer.map((turn) => ({ role: 'user', text: turn.question })));
  expect(kept?.tools).toEqual(tools);
});

test('the size that is kept is that of the whole request as JSON', async () => {
  const turns = [asked('a'), asked('b')];
  await round(turns);
  await round([...turns, asked('ü')]);
  const request = toModelRequest([...turns, asked('ü')], tools, []);
  expect(requests.marks('c', 'ü')).toEqual([{ round: 0, at: 1, bytes: Buffer.byteLength(JSON.stringify(request)) }]);
});

test('a transaction that was undone takes its pieces with it: they are written with the next one', async () => {
  const turns = [asked('a'), asked('b')];
  await round(turns, false);
  expect(db.prepare('SELECT count(*) AS n FROM model_part').get()).toEqual({ n: 0 });
  await round(turns);
  expect(requests.read('c', 'b', 0)?.messages).toHaveLength(2);
});

test('messages and tools are the very same objects while nothing changed, and new ones once something did', () => {
  const turn = asked('a');
  expect(memory.messages(turn, new Map())).toBe(memory.messages(turn, new Map()));
  const tool = { name: 't', description: 'd', inputSchema: {} } as Parameters<RequestMemory['tools']>[0][number]['tool'];
  const first = memory.tools([{ serverKey: 's', tool }], 64);
  expect(memory.tools([{ serverKey: 's', tool }], 64)).toBe(first);
  expect(memory.tools([{ serverKey: 's', tool: { ...tool } }], 64)).not.toBe(first);
  expect(memory.tools([{ serverKey: 'other', tool }], 64).names.has('other__t')).toBe(true);
  expect(memory.tools([{ serverKey: 'other', tool }], 48)).not.toBe(first);
});
