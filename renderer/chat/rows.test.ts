import { expect, test } from 'vitest';
import type { Part, ToolCall } from '#shared/conversation/state.ts';
import { argumentsInShort } from '../ui/argumentsInShort.ts';
import { byDay, startOfDay } from './byDay.ts';
import { toRows } from './rows.ts';

const call = (id: string, round: number): Part => {
  const proposed: ToolCall = {
    id,
    modelCallId: id,
    modelName: 'm',
    serverKey: 's',
    toolName: 't',
    argumentsText: '{}',
    edited: false,
    status: 'proposed',
  };
  return { kind: 'call', round, call: proposed };
};
const text = (words: string, round: number): Part => ({ kind: 'text', round, text: words });
const shape = (rows: ReturnType<typeof toRows>): readonly string[] =>
  rows.map((row) => (row.kind === 'calls' ? row.calls.map((c) => c.id).join('+') : row.text));

test('the calls of one round stand together, those of different rounds apart', () => {
  const parts = [text('a', 0), call('1', 0), call('2', 0), call('3', 1), call('4', 1), text('b', 2)];
  expect(shape(toRows({ parts, draft: '', draftReasoning: '', rounds: 3 }))).toEqual(['a', '1+2', '3+4', 'b']);
});

test('a draft has the key of the part that it becomes', () => {
  const draft = toRows({ parts: [text('a', 0), call('1', 0)], draft: 'gro', draftReasoning: '', rounds: 1 }).at(-1);
  const part = toRows({ parts: [text('a', 0), call('1', 0), text('grown', 1)], draft: '', draftReasoning: '', rounds: 1 }).at(-1);
  expect(draft).toMatchObject({ isComplete: false, key: part?.key });
});

test('no two rows of a turn have one key', () => {
  const parts = [text('a', 0), text('b', 0), call('1', 0), text('c', 0), call('2', 0)];
  const keys = toRows({ parts, draft: 'd', draftReasoning: 'e', rounds: 0 }).map((row) => row.key);
  expect(new Set(keys).size).toBe(keys.length);
});

test('arguments in short read like a note', () => {
  expect(argumentsInShort('{"city":"Beijing","days":3,"tags":["a","b"],"at":{"x":1}}', 80)).toBe(
    'city: "Beijing", days: 3, tags: ["a", "b"], at: {x: 1}',
  );
  expect(argumentsInShort('{}', 80)).toBe('');
  expect(argumentsInShort(JSON.stringify({ a: 'x'.repeat(500) }), 20)).toHaveLength(21);
});

test('chats stand under the day of their last event', () => {
  const today = startOfDay(new Date(2026, 10, 30, 15));
  const chat = (id: string, updatedAt: number) => ({ id, title: id, updatedAt, activity: 'quiet' as const });
  const groups = byDay(
    [
      chat('a', today + 5),
      chat('b', today),
      chat('c', today - 1),
      chat('d', today - 3 * 86_400_000),
      { ...chat('e', today - 9), pinned: true },
    ],
    today,
  );
  expect(groups.map((group) => [group.day, group.chats.map((c) => c.id).join('')])).toEqual([
    ['pinned', 'e'],
    ['today', 'ab'],
    ['yesterday', 'c'],
    ['earlier', 'd'],
  ]);
});
