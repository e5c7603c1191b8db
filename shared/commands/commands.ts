import type { MessageKey } from '../i18n/translate.ts';

/** Under which heading of the shortcut sheet a command stands. */
export const commandGroups = ['chat', 'go', 'view', 'help'] as const;
export type CommandGroup = (typeof commandGroups)[number];

interface CommandDef {
  readonly id: string;
  readonly title: MessageKey;
  readonly group: CommandGroup;
  /** Who does it: the chat page, or main itself. */
  readonly by: 'page' | 'main';
  /** As Electron writes accelerators; the first is shown, all of them work. */
  readonly accelerators: readonly string[];
  /** Only for those who build Steward. */
  readonly isForDevelopers?: true;
}

/** Everything the application does by a menu or a key, once each: the menu, the keys and the shortcut sheet are made of this table. */
export const commands = [
  { id: 'chat.new', title: 'command.chat.new', group: 'chat', by: 'page', accelerators: ['CmdOrCtrl+N'] },
  { id: 'chat.write', title: 'command.chat.write', group: 'chat', by: 'page', accelerators: ['CmdOrCtrl+L'] },
  { id: 'chat.search', title: 'command.chat.search', group: 'chat', by: 'page', accelerators: ['CmdOrCtrl+K'] },
  { id: 'decisions.visit', title: 'command.decisions.visit', group: 'chat', by: 'main', accelerators: ['F8'] },
  { id: 'window.close', title: 'command.window.close', group: 'chat', by: 'main', accelerators: ['CmdOrCtrl+W'] },
  { id: 'go.chats', title: 'command.go.chats', group: 'go', by: 'page', accelerators: ['CmdOrCtrl+1'] },
  { id: 'go.servers', title: 'command.go.servers', group: 'go', by: 'page', accelerators: ['CmdOrCtrl+2'] },
  { id: 'go.resources', title: 'command.go.resources', group: 'go', by: 'page', accelerators: ['CmdOrCtrl+3'] },
  { id: 'go.activity', title: 'command.go.activity', group: 'go', by: 'page', accelerators: ['CmdOrCtrl+4'] },
  { id: 'go.settings', title: 'command.go.settings', group: 'go', by: 'page', accelerators: ['CmdOrCtrl+,'] },
  { id: 'view.context', title: 'command.view.context', group: 'view', by: 'page', accelerators: ['CmdOrCtrl+I'] },
  { id: 'view.zoomIn', title: 'command.view.zoomIn', group: 'view', by: 'main', accelerators: ['CmdOrCtrl+Plus', 'CmdOrCtrl+='] },
  { id: 'view.zoomOut', title: 'command.view.zoomOut', group: 'view', by: 'main', accelerators: ['CmdOrCtrl+-'] },
  { id: 'view.zoomReset', title: 'command.view.zoomReset', group: 'view', by: 'main', accelerators: ['CmdOrCtrl+0'] },
  { id: 'view.fullScreen', title: 'command.view.fullScreen', group: 'view', by: 'main', accelerators: ['F11'] },
  { id: 'view.reload', title: 'command.view.reload', group: 'view', by: 'main', accelerators: ['CmdOrCtrl+R'], isForDevelopers: true },
  {
    id: 'view.devTools',
    title: 'command.view.devTools',
    group: 'view',
    by: 'main',
    accelerators: ['CmdOrCtrl+Shift+I'],
    isForDevelopers: true,
  },
  { id: 'help.shortcuts', title: 'command.help.shortcuts', group: 'help', by: 'page', accelerators: ['CmdOrCtrl+/', 'F1'] },
  { id: 'help.diagnostics', title: 'command.help.diagnostics', group: 'help', by: 'page', accelerators: [] },
  { id: 'help.logs', title: 'command.help.logs', group: 'help', by: 'main', accelerators: [] },
  { id: 'help.about', title: 'command.help.about', group: 'help', by: 'page', accelerators: [] },
  { id: 'app.quit', title: 'command.app.quit', group: 'help', by: 'main', accelerators: ['CmdOrCtrl+Q'] },
] as const satisfies readonly CommandDef[];

type AnyCommand = (typeof commands)[number];
export type CommandId = AnyCommand['id'];
/** The commands that the chat page does. */
export type PageCommandId = Extract<AnyCommand, { readonly by: 'page' }>['id'];
/** The commands that main does. */
export type MainCommandId = Extract<AnyCommand, { readonly by: 'main' }>['id'];
export type Command = CommandDef & Pick<AnyCommand, 'id'>;

/** The command of an id. */
export const commandOf = (id: CommandId): Command => commands.find((command) => command.id === id) ?? commands[0];

export const pageCommandIds: readonly [PageCommandId, ...PageCommandId[]] = [
  'chat.new',
  ...commands.filter((command) => command.by === 'page').map(({ id }) => id),
];

/** Keys that are no commands: they mean something at one place only. For the shortcut sheet. */
export const placeKeys = [
  { place: 'writing', keys: ['Enter'], title: 'keys.send' },
  { place: 'writing', keys: ['Shift+Enter'], title: 'keys.newLine' },
  { place: 'writing', keys: ['@'], title: 'keys.mention' },
  { place: 'chats', keys: ['F2'], title: 'keys.rename' },
  { place: 'chats', keys: ['Delete'], title: 'keys.delete' },
  { place: 'decisions', keys: ['A'], title: 'keys.allow' },
  { place: 'decisions', keys: ['D'], title: 'keys.deny' },
  { place: 'decisions', keys: ['E'], title: 'keys.edit' },
  { place: 'decisions', keys: ['Escape'], title: 'keys.leave' },
] as const satisfies readonly { readonly place: string; readonly keys: readonly string[]; readonly title: MessageKey }[];
export type KeyPlace = (typeof placeKeys)[number]['place'];
export const keyPlaces: readonly KeyPlace[] = ['writing', 'chats', 'decisions'];
