import { expect, test } from 'vitest';
import { isAccelerator, keyCaps, type Press } from './accelerator.ts';
import { commands } from './commands.ts';

const press = (key: string, held: Partial<Press> = {}): Press => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...held,
});

test.each<[string, Press, boolean, boolean]>([
  ['CmdOrCtrl+N', press('n', { ctrlKey: true }), false, true],
  ['CmdOrCtrl+N', press('N', { ctrlKey: true }), false, true],
  ['CmdOrCtrl+N', press('n', { metaKey: true }), true, true],
  ['CmdOrCtrl+N', press('n', { ctrlKey: true }), true, false],
  ['CmdOrCtrl+N', press('n', { ctrlKey: true, shiftKey: true }), false, false],
  ['CmdOrCtrl+N', press('n', { ctrlKey: true, altKey: true }), false, false],
  ['CmdOrCtrl+N', press('n'), false, false],
  ['CmdOrCtrl+/', press('/', { ctrlKey: true, shiftKey: true }), false, true],
  ['CmdOrCtrl+Plus', press('+', { ctrlKey: true, shiftKey: true }), false, true],
  ['CmdOrCtrl+1', press('1', { ctrlKey: true }), false, true],
  ['F8', press('F8'), false, true],
  ['F8', press('F8', { ctrlKey: true }), false, false],
])('%s is told from other key presses (%#)', (accelerator, pressed, isMac, expected) => {
  expect(isAccelerator(accelerator, pressed, isMac)).toBe(expected);
});

test('keys are named as the keyboard names them', () => {
  expect(keyCaps('CmdOrCtrl+Shift+I', false)).toEqual(['Ctrl', 'Shift', 'I']);
  expect(keyCaps('CmdOrCtrl+Shift+I', true)).toEqual(['⌘', '⇧', 'I']);
  expect(keyCaps('CmdOrCtrl+Plus', false)).toEqual(['Ctrl', '+']);
});

test('a key press means at most one command', () => {
  const all = commands.flatMap(({ accelerators }) => [...accelerators]);
  expect(all).toEqual([...new Set(all)]);
});
