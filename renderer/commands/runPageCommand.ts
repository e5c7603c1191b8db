import type { PageCommandId } from '#shared/commands/commands.ts';
import type { PageParts } from '../ipc/hooks.ts';
import type { Screen } from '../store.ts';

/** Once the screen is drawn. */
const focusOn = (selector: string): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
};
const goTo =
  (screen: Screen) =>
  ({ page }: PageParts): void => {
    page.setState({ screen, lens: null });
    focusOn(`.rail-link.to-${screen}`);
  };
const write = (): void => focusOn('.composer-text');

const deeds: Readonly<Record<PageCommandId, (parts: PageParts) => void>> = {
  'chat.new': ({ page }) => {
    page.setState({ openChat: null, renaming: null, screen: 'chats', listOpen: false });
    write();
  },
  'chat.write': ({ page }) => {
    page.setState({ screen: 'chats', listOpen: false });
    write();
  },
  'chat.search': ({ page }) => {
    page.setState({ screen: 'chats', listOpen: true });
    focusOn('.chat-search');
  },
  'go.chats': goTo('chats'),
  'go.servers': goTo('servers'),
  'go.resources': goTo('resources'),
  'go.activity': goTo('activity'),
  'go.settings': goTo('settings'),
  'view.context': ({ page }) =>
    page.setState((s) => ({ screen: 'chats', panel: s.screen === 'chats' && s.panel === 'context' ? null : 'context' })),
  'help.shortcuts': ({ page }) => page.setState((s) => ({ sheetOpen: !s.sheetOpen })),
  'help.diagnostics': ({ page }) => page.setState({ screen: 'settings', settingsPlace: 'diagnostics' }),
  'help.about': ({ page }) => page.setState({ screen: 'settings', settingsPlace: 'about' }),
};

/** Does a command of the table on this page. */
export const runPageCommand = (parts: PageParts, id: PageCommandId): void => deeds[id](parts);
