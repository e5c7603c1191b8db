import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { commands, type CommandId } from '#shared/commands/commands.ts';
import { menuTemplate } from './menuTemplate.ts';

type Item = MenuItemConstructorOptions;
const flat = (items: readonly Item[]): Item[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
const shown = (items: readonly Item[]): Item[] => flat(items).filter((item) => item.type !== 'separator' && item.visible !== false);
const parts = { locale: 'en', isForDevelopers: true, run: () => undefined } as const;

test.each(['darwin', 'win32', 'linux'] as const)(
  'on %s every command has its item once by id, with its key, and no key means two things',
  (platform) => {
    const items = flat(menuTemplate({ ...parts, platform }));
    for (const { id, accelerators } of commands) {
      const mine = items.filter((item) => item.id === id);
      expect(
        mine.map(({ accelerator }) => accelerator ?? ''),
        id,
      ).toEqual([accelerators[0] ?? '']);
    }
    const keys = items.flatMap(({ accelerator }) => (accelerator === undefined ? [] : [accelerator]));
    expect(keys).toEqual([...new Set(keys)]);
    expect(keys.sort()).toEqual(commands.flatMap(({ accelerators }) => [...accelerators]).sort());
  },
);

test.each(['darwin', 'win32', 'linux'] as const)(
  'on %s every line that is seen is in Chinese when Chinese is chosen, roles too',
  (platform) => {
    for (const { label, role } of shown(menuTemplate({ ...parts, locale: 'zh', platform }))) {
      if (label !== 'Steward') expect(label, role ?? '').toMatch(/\p{Script=Han}/u);
    }
  },
);

test('a Mac has its own menus; elsewhere About and Quit stand under Help and Chat', () => {
  const titles = (platform: NodeJS.Platform): unknown[] => menuTemplate({ ...parts, platform }).map(({ label }) => label);
  expect(titles('darwin')).toEqual(['Steward', 'File', 'Edit', 'View', 'Window', 'Help']);
  expect(titles('linux')).toEqual(['Chat', 'Edit', 'View', 'Help']);
});

test('what only developers need is not in what ships, and a click runs the command of its item', () => {
  const ran: CommandId[] = [];
  const items = flat(menuTemplate({ ...parts, platform: 'linux', isForDevelopers: false, run: (id) => ran.push(id) }));
  expect(items.filter(({ id }) => id === 'view.reload' || id === 'view.devTools')).toEqual([]);
  for (const { id, click } of items) if (id !== undefined) (click as () => void)();
  expect(ran).toEqual(items.flatMap(({ id }) => id ?? []));
});
