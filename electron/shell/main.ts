import { app, dialog, nativeTheme, session, type WebContents } from 'electron';
import os from 'node:os';
import path from 'node:path';
import { localeFor } from '#shared/i18n/fill.ts';
import { translate, type Locale } from '#shared/i18n/translate.ts';
import { createLog, type Log } from '../desktop/log.ts';
import type { Host } from '../host.ts';
import { redactText } from '../trace/redact.ts';
import { countBlocked } from './blockedRequests.ts';
import { DroppedFiles } from './droppedFiles.ts';
import type { SurfaceParts } from './desktopSurface.ts';
import type { Following } from './followHost.ts';
import { keepFrame } from './frameKeeper.ts';
import { guardEverything, wallIn } from './guards.ts';
import { bindIpc, shown } from './ipcMain.ts';
import { setMenu } from './menu.ts';
import { readAhead, registerAppScheme, serveApp } from './protocols.ts';
import { endOnQuit } from './quit.ts';
import { createCommands } from './runCommand.ts';
import { quieten } from './switches.ts';
import { AppWindow } from './window.ts';

const here = import.meta.dirname;
const userData = app.commandLine.getSwitchValue('user-data-dir');
if (userData !== '') app.setPath('userData', path.resolve(userData));
// Electron's own --no-sandbox (needed as root) is undone by enableSandbox(): every child then dies at once.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
registerAppScheme();
quieten(app.commandLine);
guardEverything();
const pages = path.join(here, '../renderer');
const ahead = readAhead(pages);

/** From the opening of the host until the decision page is made, where nothing needs it sooner: the start is over by then. */
const decisionsAfterMs = 1000;

/** What lives as long as the application. */
interface Running {
  readonly log: Log;
  readonly locale: () => Locale;
  readonly report: (where: string, error: unknown) => void;
  host?: Host;
  following?: Following;
  isQuitting: boolean;
}
run();

function run(): void {
  const log = createLog({
    folder: path.join(app.getPath('userData'), 'logs'),
    now: Date.now,
    clean: (text) => redactText(text, running.host?.secrets() ?? []),
  });
  const running: Running = {
    log,
    locale: () => localeFor(running.host?.hub.state('settings', {}).language ?? 'system', [app.getLocale()]),
    report: (where, error) => {
      console.error(`[${where}]`, error);
      log.fault(where, error);
    },
    isQuitting: false,
  };
  // What nobody caught is said and survived: a decision or a chat must not die of somebody else's mistake.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => running.report(event, error));
  if (!app.requestSingleInstanceLock()) app.exit(0);
  else
    app
      .whenReady()
      .then(() => start(running))
      .catch((error: unknown) => fail(running, error));
}

/** The window first, the heavy half of the app after its first frame. */
async function start(running: Running): Promise<void> {
  const { locale, log, report } = running;
  log.note('start', { version: app.getVersion(), electron: process.versions.electron, platform: process.platform, arch: process.arch });
  serveApp(pages, ahead);
  const blocked = countBlocked((line) => report('blocked', new Error(line)));
  const walled = wallIn(session.defaultSession, blocked.add);
  const frames = keepFrame(app.getPath('userData'), (error) => report('window.json', error));
  const window = new AppWindow({
    dark: nativeTheme.shouldUseDarkColors,
    frame: frames.frame,
    onFrame: frames.onFrame,
    locale,
    quit: () => app.quit(),
    onDecisionsGone: () => running.host?.decisionsGone(),
    hidesOnClose: () => !running.isQuitting && running.host?.hub.state('settings', {}).closeToTray === true,
    onSeen: () => running.following?.seen(),
  });
  const commands = createCommands({
    window,
    hub: () => running.host?.hub,
    openLogs: () => void showLogs().catch((error: unknown) => report('logs', error)),
  });
  const setLanguage = (): void =>
    setMenu({ locale: locale(), platform: process.platform, isForDevelopers: !app.isPackaged, run: commands.run });
  setLanguage();
  app.on('second-instance', () => window.show());
  app.on('activate', () => window.show());
  app.on('window-all-closed', () => app.quit());
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => log.note('page-gone', { reason, exitCode }));
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => log.note('process-gone', { type, reason, exitCode }));
  const dropped = new DroppedFiles(Date.now);
  // Foreign text comes with the host: not before the wall stands.
  const opening = Promise.all([walled, firstFrame(window.chat)]).then(() =>
    openHostHere(running, window, { takeDropped: () => dropped.take(), blockedRequests: () => blocked.count }),
  );
  bindIpc({
    pageOf: (contents) => window.pageOf(contents),
    routes: opening.then((host) => host.routes),
    onDrop: (paths) => dropped.put(paths),
    onBlocked: blocked.add,
  });
  endOnQuit({
    opening,
    host: () => running.host,
    window,
    locale,
    report,
    onQuit: frames.flush,
    onEnding: () => {
      running.isQuitting = true;
    },
    onEnded: () => {
      running.following?.end();
      log.note('end');
      return log.end();
    },
  });
  const [host, { followHost }] = await Promise.all([opening, import('./followHost.ts')]);
  running.host = host;
  setTimeout(() => window.prepareDecisions(), decisionsAfterMs).unref();
  log.note('open', { ms: Math.round(performance.now()) });
  running.following = followHost({ host, window, commands, locale, log, onLanguage: setLanguage });
}

const showLogs = async (): Promise<boolean> => (await import('./openFolder.ts')).openLogs(app.getPath('userData'));

async function openHostHere(
  { locale, log, report }: Running,
  window: AppWindow,
  parts: Pick<SurfaceParts, 'takeDropped' | 'blockedRequests'>,
): Promise<Host> {
  const [{ openHost, loginEnvironment, localEndpoints }, { BundledServers }, { createElectronStack }, desktop] = await Promise.all([
    import('../desktopHost.ts'),
    import('./bundledServers.ts'),
    import('./networkStack.ts'),
    import('./desktopSurface.ts'),
  ]);
  const bundled = new BundledServers(path.join(here, '../servers/demo.utility.mjs'));
  return openHost({
    userData: app.getPath('userData'),
    environment: process.env,
    launchEnvironment: loginEnvironment(process.env, process.stdin.isTTY === true || process.defaultApp === true),
    home: os.homedir(),
    workerFile: path.join(here, 'schemaWorker.mjs'),
    catalogueFile: path.join(here, '../servers/catalogue.json'),
    bundledLauncher: (key) => bundled.launcher(key),
    localEndpoints,
    network: createElectronStack(),
    openCipher: async () => (await import('./safeStorageCipher.ts')).openSafeStorage(),
    openBrowser: desktop.openAgreed,
    report: (error) => report('host', error),
    updateSource: desktop.createUpdateSource({ window: window.base, locale }),
    logTail: () => log.tail(),
    openLink: desktop.openConsented,
    surface: desktop.createSurface({ window, locale, openLogs: showLogs, ...parts }),
  });
}

/** Resolves when the page has drawn, or when it is plain that it won't soon: a window that opens hidden draws no frame. */
function firstFrame(contents: WebContents): Promise<void> {
  return new Promise((resolve) => {
    void shown(contents).then(resolve);
    contents.once('render-process-gone', () => resolve());
    contents.once('did-fail-load', () => resolve());
    setTimeout(resolve, 2000);
  });
}

function fail({ locale, report }: Running, error: unknown): void {
  report('start', error);
  dialog.showErrorBox('Steward', `${translate(locale(), 'crash.message')}\n\n${error instanceof Error ? error.message : String(error)}`);
  app.exit(1);
}
