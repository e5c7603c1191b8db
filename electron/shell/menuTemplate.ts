import type { MenuItemConstructorOptions } from 'electron';
import { commandOf, type CommandId, commands } from '#shared/commands/commands.ts';
import { type Locale, type MessageKey, translate } from '#shared/i18n/translate.ts';

export interface MenuParts {
  readonly locale: Locale;
  readonly platform: NodeJS.Platform;
  /** Adds what only those need who build Steward. */
  readonly isForDevelopers: boolean;
  readonly run: (command: CommandId) => void;
}
type Item = MenuItemConstructorOptions;
type Role = NonNullable<Item['role']>;
const line: Item = { type: 'separator' };

/** The whole native menu. Every label is ours, those of the system's own items too: Electron's are in English only. */
export function menuTemplate({ locale, platform, isForDevelopers, run }: MenuParts): Item[] {
  const say = (key: MessageKey): string => translate(locale, key);
  const role = (name: Role, key: MessageKey): Item => ({ role: name, label: say(key) });
  const command = (id: CommandId): Item => {
    const { title, accelerators } = commandOf(id);
    const [accelerator] = accelerators;
    return { id, label: say(title), click: () => run(id), ...(accelerator === undefined ? {} : { accelerator }) };
  };
  /** A second key for a command: an item that is never seen. */
  const alsoBy = (id: CommandId): Item[] =>
    commandOf(id)
      .accelerators.slice(1)
      .map((accelerator) => ({
        label: say(commandOf(id).title),
        accelerator,
        visible: false,
        acceleratorWorksWhenHidden: true,
        click: () => run(id),
      }));
  const isMac = platform === 'darwin';
  const about = command('help.about');
  const edit: Item[] = [
    role('undo', 'menu.undo'),
    role('redo', 'menu.redo'),
    line,
    role('cut', 'menu.cut'),
    role('copy', 'menu.copy'),
    role('paste', 'menu.paste'),
    role('pasteAndMatchStyle', 'menu.pastePlain'),
    role('delete', 'menu.delete'),
    role('selectAll', 'menu.selectAll'),
  ];
  const screens = commands.filter(({ group }) => group === 'go').map(({ id }) => command(id));
  const view: Item[] = [
    ...screens,
    line,
    command('decisions.visit'),
    command('view.context'),
    line,
    command('view.zoomReset'),
    command('view.zoomIn'),
    ...alsoBy('view.zoomIn'),
    command('view.zoomOut'),
    command('view.fullScreen'),
    ...(isForDevelopers ? [line, command('view.reload'), command('view.devTools')] : []),
  ];
  const help: Item[] = [
    command('help.shortcuts'),
    ...alsoBy('help.shortcuts'),
    line,
    command('help.diagnostics'),
    command('help.logs'),
    ...(isMac ? [] : [line, about]),
  ];
  return [
    ...(isMac
      ? [{ label: say('menu.app'), submenu: macAppMenu(about, role, { settings: command('go.settings'), quit: command('app.quit') }) }]
      : []),
    {
      label: say(isMac ? 'menu.file' : 'menu.chat'),
      submenu: [
        command('chat.new'),
        command('chat.write'),
        command('chat.search'),
        line,
        command('window.close'),
        ...(isMac ? [] : [command('app.quit')]),
      ],
    },
    { label: say('menu.edit'), submenu: edit },
    { label: say('menu.view'), submenu: view },
    ...(isMac
      ? [
          {
            label: say('menu.window'),
            role: 'window' as const,
            submenu: [role('minimize', 'menu.minimize'), role('zoom', 'menu.zoomWindow'), line, role('front', 'menu.front')],
          },
        ]
      : []),
    { label: say('menu.help'), ...(isMac ? { role: 'help' as const } : {}), submenu: help },
  ];
}

function macAppMenu(
  about: Item,
  role: (name: Role, key: MessageKey) => Item,
  { settings, quit }: Readonly<Record<'settings' | 'quit', Item>>,
): Item[] {
  return [
    about,
    line,
    // The same command stands under View with its key; a key may be shown once only.
    { label: settings.label ?? '', ...(settings.click ? { click: settings.click } : {}) },
    line,
    role('services', 'menu.services'),
    line,
    role('hide', 'menu.hide'),
    role('hideOthers', 'menu.hideOthers'),
    role('unhide', 'menu.showAll'),
    line,
    quit,
  ];
}
