import { app, dialog, session, type BaseWindow, type MessageBoxOptions } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { feedUrl } from '#shared/desktop/updates.ts';
import { type Locale, translate } from '#shared/i18n/translate.ts';
import { UpdateError, type UpdateQuestion, type UpdateSource } from '../desktop/updates.ts';

export interface UpdateSourceParts {
  readonly window: BaseWindow;
  readonly locale: () => Locale;
}

/** Updates by electron-updater, which is read at its first use. It never fetches or installs by itself. */
export function createUpdateSource({ window, locale }: UpdateSourceParts): UpdateSource {
  // Only a start from sources takes the switch: what ships can't be talked into plain http.
  const allowsLoopback = !app.isPackaged && app.commandLine.hasSwitch('updates-from-loopback');
  let opened: Promise<AppUpdater> | undefined;
  const updater = (): Promise<AppUpdater> => (opened ??= openUpdater(allowsLoopback));
  return {
    isPackaged: app.isPackaged,
    allowsLoopback,
    check: (feed) =>
      attempt(async () => {
        const one = await updater();
        one.setFeedURL({ provider: 'generic', url: feed.href });
        const found = await one.checkForUpdates();
        if (!found) throw new UpdateError('failed');
        return { version: found.updateInfo.version.slice(0, 60), isNewer: found.isUpdateAvailable };
      }),
    download: (onPercent) =>
      attempt(async () => {
        const one = await updater();
        const tell = ({ percent }: { readonly percent: number }): void => onPercent(percent);
        one.on('download-progress', tell);
        try {
          await one.downloadUpdate();
        } finally {
          one.off('download-progress', tell);
        }
      }),
    // Its quit is a quit like any other: turns and servers end first.
    install: () => void updater().then((one) => one.quitAndInstall(false, true)),
    ask: async (question) => {
      const { response } = await dialog.showMessageBox(window, wordsOf(locale(), question));
      return response === 1;
    },
  };
}

async function openUpdater(allowsLoopback: boolean): Promise<AppUpdater> {
  const { default: library } = await import('electron-updater');
  const { autoUpdater } = library;
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  autoUpdater.allowDowngrade = false;
  autoUpdater.disableWebInstaller = true;
  autoUpdater.logger = null;
  autoUpdater.forceDevUpdateConfig = allowsLoopback;
  // Every failure also comes as a rejection; without a listener the event would be thrown.
  autoUpdater.on('error', () => undefined);
  // Redirects included: nothing of an update comes over plain http.
  session.fromPartition('electron-updater', { cache: false }).webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !isSecure(details.url, allowsLoopback) });
  });
  return autoUpdater;
}

const isSecure = (href: string, allowsLoopback: boolean): boolean => {
  if (!URL.canParse(href)) return false;
  const { origin, pathname } = new URL(href);
  return feedUrl(`${origin}${pathname}`, allowsLoopback) !== undefined;
};

/** Any failure becomes one with a reason that has words. What the feed answered is never quoted. */
async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UpdateError) throw error;
    throw new UpdateError(problemOf(error), { cause: error });
  }
}
function problemOf(error: unknown): UpdateError['problem'] {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const text = error instanceof Error ? error.message : '';
  if (code === 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND' || code === 'HTTP_ERROR_404') return 'not-found';
  if (/ERR_BLOCKED_BY_CLIENT/.test(text)) return 'not-secure';
  if (/net::ERR_|ECONN|ENOTFOUND|ETIMEDOUT|HTTP_ERROR/.test(`${text} ${code}`)) return 'unreachable';
  return /ERR_UPDATER_(INVALID|NO_FILES|ZIP|NO_CHECKSUM)|YAML/.test(`${code} ${text}`) ? 'unreadable' : 'failed';
}

function wordsOf(locale: Locale, question: UpdateQuestion): MessageBoxOptions {
  const { feed } = question;
  const places = { host: feed.host, url: feed.href, version: 'version' in question ? question.version : '' };
  const keys = {
    feed: ['updates.askFeed', 'updates.askFeed.detail', 'updates.askFeed.yes'],
    download: ['updates.askDownload', undefined, 'updates.askDownload.yes'],
    install: ['updates.askInstall', 'updates.askInstall.detail', 'updates.askInstall.yes'],
  } as const;
  const [message, detail, yes] = keys[question.kind];
  return {
    type: 'question',
    message: translate(locale, message, places),
    ...(detail === undefined ? {} : { detail: translate(locale, detail, places) }),
    buttons: [translate(locale, 'updates.cancel'), translate(locale, yes)],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
}
