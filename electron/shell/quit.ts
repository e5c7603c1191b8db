import { app, dialog, type BaseWindow } from 'electron';
import { translate, type Locale } from '#shared/i18n/translate.ts';
import { isAnythingAtStake, type AtStake } from '../agent/atStake.ts';
import type { EndedBy } from '../closeHost.ts';
import type { Host } from '../host.ts';
import type { AppWindow } from './window.ts';

export interface QuitParts {
  readonly opening: Promise<Host>;
  /** The host once it is there. */
  readonly host: () => Host | undefined;
  readonly window: AppWindow;
  readonly locale: () => Locale;
  readonly report: (where: string, error: unknown) => void;
  /** Somebody wants to quit, whatever comes of it. */
  readonly onQuit: () => void;
  /** The app does end now. */
  readonly onEnding: () => void;
  /** The host is closed. */
  readonly onEnded: () => Promise<void>;
}
type Stage = 'running' | 'asking' | 'ending' | 'ended';
const hurryMs = 4000;
const forceMs = 5000;

/**
 * A quit ends turns and servers first, within five seconds; a second one, or the clock, forces it. The person is asked once, and only while
 * something would be lost; a signal never asks (F41, F42). Closing the window is a quit.
 */
export function endOnQuit(parts: QuitParts): void {
  const { opening, host, window, locale, report } = parts;
  let stage: Stage = 'running';
  let isSignalled = false;
  /** What the person did: it is written beside each question that still waits. */
  let because: EndedBy = 'quit';
  const finish = (): void => {
    stage = 'ended';
    app.quit();
  };
  const end = (force: boolean): void => {
    stage = 'ending';
    parts.onEnding();
    if (!window.base.isDestroyed()) window.base.hide();
    if (!force) {
      setTimeout(() => app.quit(), hurryMs);
      setTimeout(() => app.exit(1), forceMs);
    }
    opening
      .then((opened) => opened.close(force, because))
      .catch((error: unknown) => report('quit', error))
      .then(() => parts.onEnded())
      .then(finish, finish);
  };
  const ask = (stake: AtStake): void => {
    stage = 'asking';
    window.show(); // it may be in the tray
    confirmQuit(window.base, locale(), stake)
      .catch((error: unknown) => {
        report('quit', error);
        return true; // who can't be asked is not held back
      })
      .then((go) => {
        if (stage !== 'asking') return; // a second quit did not wait for the answer
        if (go) end(false);
        else {
          stage = 'running';
          because = 'quit';
        }
      })
      .catch((error: unknown) => report('quit', error));
  };
  app.on('before-quit', (event) => {
    parts.onQuit();
    if (stage === 'ended') return;
    event.preventDefault();
    const stake = isSignalled || stage !== 'running' ? undefined : host()?.atStake();
    if (stake && isAnythingAtStake(stake)) ask(stake);
    else end(stage === 'ending');
  });
  window.base.on('close', (event) => {
    if (stage === 'ended' || event.defaultPrevented) return; // into the tray
    event.preventDefault();
    if (stage === 'running') because = 'window-closed';
    app.quit();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      isSignalled = true;
      app.quit();
    });
}

/** True when the person wants to quit all the same. */
async function confirmQuit(window: BaseWindow, locale: Locale, stake: AtStake): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: translate(locale, 'quit.ask'),
    detail: stakeInWords(locale, stake).join('\n'),
    buttons: [translate(locale, 'quit.stay'), translate(locale, 'quit.go')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}

function stakeInWords(locale: Locale, { calls, answers, unsaved }: AtStake): readonly string[] {
  return [
    ...(calls > 0 ? [translate(locale, calls === 1 ? 'quit.call.one' : 'quit.call.many', { count: calls })] : []),
    ...(answers > 0 ? [translate(locale, answers === 1 ? 'quit.answer.one' : 'quit.answer.many', { count: answers })] : []),
    ...(unsaved ? [translate(locale, 'quit.unsaved')] : []),
  ];
}
