import { app, clipboard } from 'electron';
import os from 'node:os';
import type { Locale } from '#shared/i18n/translate.ts';
import type { Surface } from '../ipc/handlers.ts';
import { openLink } from './openExternal.ts';
import { pickFile, pickFolder } from './pickFile.ts';
import { chooseSave } from './saveDialog.ts';
import { hasNotices, readNotices } from './thirdPartyNotices.ts';
import type { AppWindow } from './window.ts';

export { openAgreed, openConsented } from './openExternal.ts';
export { createUpdateSource } from './updateSource.ts';

export interface SurfaceParts {
  readonly window: AppWindow;
  readonly locale: () => Locale;
  readonly takeDropped: () => readonly string[];
  readonly openLogs: () => Promise<boolean>;
  readonly blockedRequests: () => number;
}

/** What the shell does for the host: dialogs, the strip, the clipboard, what this application is. */
export function createSurface({ window, locale, takeDropped, openLogs, blockedRequests }: SurfaceParts): Surface {
  return {
    setHeight: (height) => window.setHeight(height),
    leave: () => window.leaveDecisions(),
    visit: () => window.visitDecisions(),
    chooseSave: (suggested) => chooseSave(window.base, suggested),
    pickFile: () => pickFile(window.base),
    pickFolder: () => pickFolder(window.base),
    openLink: (url) => openLink(window.base, locale(), url),
    takeDropped,
    copyText: (text) => void clipboard.writeText(text),
    openLogs,
    notices: () => readNotices(app.getAppPath()),
    about: () => ({
      version: app.getVersion(),
      electron: process.versions.electron,
      chrome: process.versions.chrome,
      node: process.versions.node,
      userData: app.getPath('userData'),
      system: `${os.type()} ${os.release()} (${process.arch})`,
      hasNotices: hasNotices(app.getAppPath()),
      blockedRequests: blockedRequests(),
    }),
  };
}
