import { dialog, type BaseWindow, type WebContents } from 'electron';
import { translate, type Locale } from '#shared/i18n/translate.ts';

export interface PageTrouble {
  readonly window: BaseWindow;
  readonly locale: () => Locale;
  /** The page is gone or begins anew: nothing that it showed counts any more. */
  readonly onGone: () => void;
  readonly quit: () => void;
}
/** A page that crashes comes back by itself this often within a minute; then the person is asked. */
const maxReloads = 3;
const reloadWindowMs = 60_000;

/** Brings a crashed page back, and asks what to do with one that keeps crashing or does not react (F39, F40). Main and servers go on. */
export function mendPage(contents: WebContents, trouble: PageTrouble): void {
  const { onGone } = trouble;
  let recent: number[] = [];
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    console.error(`[page] gone: ${reason} (exit code ${exitCode})`);
    onGone();
    if (reason === 'clean-exit') return;
    const now = performance.now();
    recent = recent.filter((at) => now - at < reloadWindowMs);
    if (recent.length < maxReloads) {
      recent.push(now);
      reload(contents);
    } else {
      void askAfterCrashes(trouble, `${reason} (${exitCode})`).then((again) => {
        recent = [];
        if (again) reload(contents);
        else trouble.quit();
      });
    }
  });
  contents.on('did-start-navigation', (details) => {
    if (details.isMainFrame && !details.isSameDocument) onGone();
  });
  watchHang(contents, trouble);
}

/** Not within the event: a page that is still being taken apart does not load. */
function reload(contents: WebContents): void {
  setTimeout(() => {
    if (!contents.isDestroyed()) contents.reload();
  }, 50);
}

/** True when the person wants the page once more. A native window: no page can be trusted to show it. */
async function askAfterCrashes({ window, locale }: PageTrouble, detail: string): Promise<boolean> {
  const say = (key: Parameters<typeof translate>[1]): string => translate(locale(), key);
  const options = { type: 'error' as const, message: say('page.crashes'), detail: `${say('page.crashes.detail')}\n\n${detail}` };
  const buttons = [say('page.reload'), say('page.quit')];
  const { response } = await dialog.showMessageBox(window, { ...options, buttons, defaultId: 0, cancelId: 1, noLink: true });
  return response === 0;
}

/** Asks once whether to wait; takes the question back when the page reacts again. */
function watchHang(contents: WebContents, { window, locale }: PageTrouble): void {
  let asked: AbortController | undefined;
  contents.on('unresponsive', () => {
    if (asked) return;
    const question = (asked = new AbortController());
    const say = (key: Parameters<typeof translate>[1]): string => translate(locale(), key);
    void dialog
      .showMessageBox(window, {
        type: 'warning',
        message: say('page.hangs'),
        detail: say('page.hangs.detail'),
        buttons: [say('page.wait'), say('page.reload')],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
        signal: question.signal,
      })
      .then(({ response }) => {
        asked = undefined;
        // A page that hangs can't be told to load anew; its end brings it back.
        if (response === 1 && !question.signal.aborted && !contents.isDestroyed()) contents.forcefullyCrashRenderer();
      });
  });
  contents.on('responsive', () => asked?.abort());
}
