import { app, dialog, nativeTheme, session, type WebContents } from 'electron';
import os from 'node:os';
import path from 'node:path';
import { localeFor, translate, type Locale } from '#shared/i18n/translate.ts';
import { createLog, type Log } from '../desktop/log.ts';
import type { Host } from '../host.ts';
import { redactText } from '../trace/redact.ts';
import { bindIpc } from './ipcMain.ts';
import { DroppedFiles } from './droppedFiles.ts';
import type { Following } from './followHost.ts';
import { keepFrame } from './frameKeeper.ts';
import { setMenu } from './menu.ts';
import { registerAppScheme, serveApp } from './protocols.ts';
import { endOnQuit } from './quit.ts';
import { createCommands } from './runCommand.ts';
import { AppWindow } from './window.ts';

const here = import.meta.dirname;
const userData = app.commandLine.getSwitchValue('user-data-dir');
if (userData !== '') app.setPath('userData', path.resolve(userData));
// Electron's own --no-sandbox (needed as root) is undone by enableSandbox(): every child then dies at once.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
registerAppScheme();

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
  serveApp(path.join(here, '../renderer'));
  denyPermissions();
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
  const opening = firstFrame(window.chat).then(() => openHostHere(running, window, dropped));
  bindIpc({
    pageOf: (contents) => window.pageOf(contents),
    routes: opening.then((host) => host.routes),
    onDrop: (paths) => dropped.put(paths),
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
  log.note('open', { ms: Math.round(performance.now()) });
  running.following = followHost({ host, window, commands, locale, log, onLanguage: setLanguage });
}

const showLogs = async (): Promise<boolean> => (await import('./openFolder.ts')).openLogs(app.getPath('userData'));

async function openHostHere({ locale, log, report }: Running, window: AppWindow, dropped: DroppedFiles): Promise<Host> {
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
    report: (error) => report('host', error),
    updateSource: desktop.createUpdateSource({ window: window.base, locale }),
    logTail: () => log.tail(),
    surface: desktop.createSurface({ window, locale, takeDropped: () => dropped.take(), openLogs: showLogs }),
  });
}

/** Resolves when the page has drawn, or when it is plain that it won't soon: a window that opens hidden draws no frame. */
function firstFrame(contents: WebContents): Promise<void> {
  return new Promise((resolve) => {
    contents.ipc.once('shown', () => resolve());
    contents.once('render-process-gone', () => resolve());
    contents.once('did-fail-load', () => resolve());
    setTimeout(resolve, 2000);
  });
}

function denyPermissions(): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  defaultSession.setPermissionCheckHandler(() => false);
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  defaultSession.on('will-download', (event) => event.preventDefault());
  // Nothing in a page has a reason to reach out; this is the wall behind the policy.
  defaultSession.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !/^(app|devtools|blob):/.test(details.url) }));
}

function fail({ locale, report }: Running, error: unknown): void {
  report('start', error);
  dialog.showErrorBox('Steward', `${translate(locale(), 'crash.message')}\n\n${error instanceof Error ? error.message : String(error)}`);
  app.exit(1);
}
