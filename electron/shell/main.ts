import { app, dialog, nativeTheme, session, type WebContents } from 'electron';
import os from 'node:os';
import path from 'node:path';
import { localeFor, translate, type Locale } from '#shared/i18n/translate.ts';
import type { Host } from '../host.ts';
import { bindIpc } from './ipcMain.ts';
import { setMenu } from './menu.ts';
import { openLink } from './openExternal.ts';
import { pickFile } from './pickFile.ts';
import { readAhead, registerAppScheme, serveApp } from './protocols.ts';
import { chooseSave } from './saveDialog.ts';
import { AppWindow } from './window.ts';

const here = import.meta.dirname;
const userData = app.commandLine.getSwitchValue('user-data-dir');
if (userData !== '') app.setPath('userData', path.resolve(userData));
// Electron's own --no-sandbox (needed as root) is undone by enableSandbox(): every child then dies at once.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
registerAppScheme();
const pages = path.join(here, '../renderer');
const ahead = readAhead(pages);

/** From the opening of the host until the decision page is made, where nothing needs it sooner: the start is over by then. */
const decisionsAfterMs = 1000;

// What nobody caught is said and survived: a decision or a chat must not die of somebody else's mistake.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => console.error(`[${event}]`, error));

if (!app.requestSingleInstanceLock()) app.exit(0);
else app.whenReady().then(start).catch(fail);

/** The window first, the heavy half of the app after its first frame. */
async function start(): Promise<void> {
  serveApp(pages, ahead);
  denyPermissions();
  const opened: { host?: Host } = {};
  const locale = (): Locale => localeFor(opened.host?.hub.state('settings', {}).language ?? 'system', [app.getLocale()]);
  const window = new AppWindow({
    dark: nativeTheme.shouldUseDarkColors,
    locale,
    quit: () => app.quit(),
    onDecisionsGone: () => opened.host?.decisionsGone(),
  });
  setMenu(locale(), { visitDecisions: () => window.visitDecisions() });
  app.on('second-instance', () => window.show());
  app.on('window-all-closed', () => app.quit());
  const opening = firstFrame(window.chat).then(() => openHostHere(window, locale));
  bindIpc({ pageOf: (contents) => window.pageOf(contents), routes: opening.then((host) => host.routes) });
  endOnQuit(opening);
  opened.host = await opening;
  setTimeout(() => window.prepareDecisions(), decisionsAfterMs).unref();
  followTopics(opened.host, window, () => setMenu(locale(), { visitDecisions: () => window.visitDecisions() }));
}

async function openHostHere(window: AppWindow, locale: () => Locale): Promise<Host> {
  const [{ openHost, loginEnvironment, localEndpoints }, { BundledServers }, { createElectronStack }] = await Promise.all([
    import('../desktopHost.ts'),
    import('./bundledServers.ts'),
    import('./networkStack.ts'),
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
    report: (error) => console.error('[host]', error),
    surface: {
      setHeight: (height) => window.setHeight(height),
      leave: () => window.leaveDecisions(),
      visit: () => window.visitDecisions(),
      chooseSave: (suggested) => chooseSave(window.base, suggested),
      pickFile: () => pickFile(window.base),
      openLink: (url) => openLink(window.base, locale(), url),
      about: () => ({
        version: app.getVersion(),
        electron: process.versions.electron,
        chrome: process.versions.chrome,
        node: process.versions.node,
        userData: app.getPath('userData'),
      }),
    },
  });
}

/** What main itself has to do when a topic changes: the strip for decisions, the theme, the menu's language. */
function followTopics(host: Host, window: AppWindow, onLanguage: () => void): void {
  host.hub.watch('decisions', {}, () => window.setWaiting(host.hub.state('decisions', {}).length > 0));
  host.hub.watch('settings', {}, () => {
    nativeTheme.themeSource = host.hub.state('settings', {}).theme;
    onLanguage();
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

/** A quit ends turns and servers first, within five seconds; a second one, or the clock, forces it. */
function endOnQuit(opening: Promise<Host>): void {
  let stage: 'running' | 'ending' | 'ended' = 'running';
  const finish = (): void => {
    stage = 'ended';
    app.quit();
  };
  app.on('before-quit', (event) => {
    if (stage === 'ended') return;
    event.preventDefault();
    const force = stage === 'ending';
    stage = 'ending';
    if (!force) {
      setTimeout(() => app.quit(), 4000);
      setTimeout(() => app.exit(1), 5000);
    }
    opening
      .then((host) => host.close(force))
      .then(finish, (error: unknown) => {
        console.error('[quit]', error);
        finish();
      });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}

function fail(error: unknown): void {
  console.error(error);
  dialog.showErrorBox(
    'Steward',
    `${translate(localeFor('system', [app.getLocale()]), 'crash.message')}\n\n${error instanceof Error ? error.message : String(error)}`,
  );
  app.exit(1);
}
