import { expect, test } from 'vitest';
import type { ServerPrompts } from '#shared/prompts/prompts.ts';
import { commandsFor, mostCommands, slashAt, withText } from './slash.ts';

const list = (serverKey: string, ...prompts: readonly (readonly [string, string?])[]): ServerPrompts => ({
  serverKey,
  state: 'listed',
  prompts: prompts.map(([name, title]) => ({ name, ...(title === undefined ? {} : { title }), arguments: [] })),
  truncated: false,
  completes: false,
});
const lists = [list('git', ['commit', '提交说明'], ['review', 'Code review']), list('docs', ['review', 'Review a text'])];
const commands = (query: string): readonly string[] => commandsFor(lists, query).items.map(({ command }) => command);

test('a / counts only at the very beginning, up to the caret, on the first line', () => {
  expect(['/', '/git:co', '/提交', '/two words'].map((text) => slashAt(text, text.length))).toEqual(['', 'git:co', '提交', 'two words']);
  expect(slashAt('/git and more', 4)).toBe('git');
  for (const text of ['', ' /x', 'a/b', 'see /etc', '/x\ny', 'http://x']) expect(slashAt(text, text.length), text).toBeUndefined();
  expect(slashAt('/x', 0)).toBeUndefined();
});

test('PRM-1 prompts are found by command, name, server and title, Chinese too; the same name on two servers stands twice', () => {
  expect(commands('')).toEqual(['/git:commit', '/git:review', '/docs:review']);
  expect(commands('git:re')).toEqual(['/git:review']);
  expect(commands('REVIEW')).toEqual(['/git:review', '/docs:review']);
  expect(commands('说明')).toEqual(['/git:commit']);
  expect(commands('docs')).toEqual(['/docs:review']);
  expect(commands('nothing')).toEqual([]);
});

test('only so many are shown, and how many are left out is told', () => {
  const many = list('s', ...Array.from({ length: 50 }, (_, at) => [`p${at}`] as const));
  const { items, more } = commandsFor([many], 'p');
  expect([items.length, more]).toEqual([mostCommands, 50 - mostCommands]);
});

test('a prompt’s text comes before what is written already, and nothing of that is lost', () => {
  expect(withText('', 'prompt')).toBe('prompt');
  expect(withText(' mine', 'prompt')).toBe('prompt\n\nmine');
});
