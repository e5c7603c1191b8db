import { app, nativeTheme } from 'electron';
import type { Locale } from '#shared/i18n/translate.ts';
import { logTopics } from '../desktop/followHub.ts';
import type { Log } from '../desktop/log.ts';
import type { Host } from '../host.ts';
import { AppTray } from './appTray.ts';
import { Background } from './background.ts';
import type { Commands } from './runCommand.ts';
import type { AppWindow } from './window.ts';

export interface FollowParts {
  readonly host: Host;
  readonly window: AppWindow;
  readonly commands: Commands;
  readonly locale: () => Locale;
  readonly log: Log;
  /** The language may have changed. */
  readonly onLanguage: () => void;
}
export interface Following {
  /** The person has come to the window. */
  readonly seen: () => void;
  readonly end: () => void;
}
/** A newer version is looked for this long after the start, where there is a feed; milliseconds. */
const updateCheckMs = 60_000;

/** What main itself has to do when a topic changes: the strip, the theme, the menu's language, tray, notifications, badge, log. */
export function followHost({ host, window, commands, locale, log, onLanguage }: FollowParts): Following {
  const { hub } = host;
  const settings = () => hub.state('settings', {});
  const decisions = () => hub.state('decisions', {});
  const tray = new AppTray({
    show: () => window.show(),
    visit: commands.visit,
    quit: () => app.quit(),
    onTrouble: (error) => log.fault('tray', error),
  });
  const background = new Background({
    isInBackground: () => window.isInBackground,
    locale,
    settings,
    now: () => Date.now(),
    flash: (isOn) => {
      if (!window.base.isDestroyed()) window.base.flashFrame(isOn);
    },
    setBadge: (count) => void app.setBadgeCount(count),
    visitDecisions: commands.visit,
    openChat: commands.openChat,
  });
  const setTray = (): void => tray.set({ isOn: settings().closeToTray, locale: locale(), waiting: decisions().length });
  hub.watch('decisions', {}, () => {
    window.setWaiting(decisions().length > 0);
    background.decisions(decisions());
    setTray();
  });
  hub.watch('chats', {}, () => background.chats(hub.state('chats', {})));
  hub.watch('settings', {}, () => {
    nativeTheme.themeSource = settings().theme;
    onLanguage();
    setTray();
  });
  logTopics(hub, log);
  const look = setTimeout(() => {
    if (app.isPackaged && hub.state('updates', {}).feed !== '') host.lookForUpdate().catch((error: unknown) => log.fault('update', error));
  }, updateCheckMs);
  look.unref();
  return {
    seen: () => background.seen(),
    end: () => {
      clearTimeout(look);
      tray.remove();
    },
  };
}
