import { Menu, Tray } from 'electron';
import { type Locale, translate } from '#shared/i18n/translate.ts';
import { trayIcon } from './trayIcon.ts';

export interface TrayParts {
  readonly show: () => void;
  readonly visit: () => void;
  readonly quit: () => void;
  /** Told when the system gives no tray. */
  readonly onTrouble: (error: unknown) => void;
}
export interface TrayState {
  readonly isOn: boolean;
  readonly locale: Locale;
  readonly waiting: number;
}

/** The picture in the tray and its menu, while the person wants it. */
export class AppTray {
  readonly #parts: TrayParts;
  #tray: Tray | undefined;
  #shown = '';
  constructor(parts: TrayParts) {
    this.#parts = parts;
  }
  /** Makes, changes or takes away; the same state twice does nothing. */
  set({ isOn, locale, waiting }: TrayState): void {
    const shown = isOn ? `${locale} ${waiting}` : '';
    if (shown === this.#shown) return;
    this.#shown = shown;
    try {
      if (isOn) this.#show(locale, waiting);
      else this.remove();
    } catch (error) {
      this.#parts.onTrouble(error);
    }
  }
  remove(): void {
    this.#tray?.destroy();
    this.#tray = undefined;
    this.#shown = '';
  }

  #show(locale: Locale, waiting: number): void {
    const { show, visit, quit } = this.#parts;
    const icon = trayIcon(waiting > 0, process.platform === 'darwin');
    const words = translate(locale, waiting === 0 ? 'tray.waiting.none' : waiting === 1 ? 'tray.waiting.one' : 'tray.waiting.many', {
      count: waiting,
    });
    if (!this.#tray) {
      this.#tray = new Tray(icon);
      this.#tray.on('click', show);
    } else this.#tray.setImage(icon);
    this.#tray.setToolTip(waiting === 0 ? 'Steward' : `Steward · ${words}`);
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: translate(locale, 'tray.show'), click: show },
        { id: 'waiting', label: words, enabled: waiting > 0, click: visit },
        { type: 'separator' },
        { label: translate(locale, 'command.app.quit'), click: quit },
      ]),
    );
  }
}
