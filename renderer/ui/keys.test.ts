import { expect, test } from 'vitest';
import { isPlainEnter, isPlainEscape, type KeyPress, letterOf } from './keys.ts';

const press = (change: Partial<KeyPress>): KeyPress => ({
  key: 'Enter',
  keyCode: 13,
  isComposing: false,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  ...change,
});

test('UG1 Enter that ends a composition sends nothing, whichever way the system reports it', () => {
  expect(isPlainEnter(press({}))).toBe(true);
  expect(isPlainEnter(press({ isComposing: true }))).toBe(false);
  expect(isPlainEnter(press({ keyCode: 229 }))).toBe(false);
});

test('Enter with a modifier is not the Enter that sends', () => {
  for (const key of ['shiftKey', 'ctrlKey', 'altKey', 'metaKey'] as const) expect(isPlainEnter(press({ [key]: true }))).toBe(false);
});

test('UG1 Escape that closes a list of candidates leaves nothing', () => {
  expect(isPlainEscape(press({ key: 'Escape', keyCode: 27 }))).toBe(true);
  expect(isPlainEscape(press({ key: 'Escape', keyCode: 27, isComposing: true }))).toBe(false);
});

test('S26 a letter that is held, composed or part of a shortcut decides nothing, and Enter and Space are no letters', () => {
  expect(letterOf(press({ key: 'A', keyCode: 65 }))).toBe('a');
  expect(letterOf(press({ key: 'a', keyCode: 65, repeat: true }))).toBeUndefined();
  expect(letterOf(press({ key: 'a', keyCode: 229 }))).toBeUndefined();
  expect(letterOf(press({ key: 'a', keyCode: 65, ctrlKey: true }))).toBeUndefined();
  for (const key of ['Enter', ' ', 'Escape', 'F8', 'Tab']) expect(letterOf(press({ key }))).toBeUndefined();
});
