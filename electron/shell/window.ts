import { app, BaseWindow, WebContentsView, type WebContents } from 'electron';
import path from 'node:path';
import type { Audience } from '#shared/ipc/define.ts';
import { diagramUrl } from '#shared/pages.ts';
import { pageUrl } from './appFiles.ts';
import { layout } from './layout.ts';
import { leastHeight, leastWidth, type WindowFrame, zoomStep } from './windowFrame.ts';
import { mendPage, type PageTrouble } from './pageTrouble.ts';

const preloads: Readonly<Record<Audience, string>> = { chat: 'chatPreload.cjs', decisions: 'decisionsPreload.cjs' };
const background = '#f7f7f5';

/** A page in its own process, with its own preload, that can neither leave its address nor open anything. */
function createPage(page: Audience, zoomFactor: number): WebContentsView {
  const view = new WebContentsView({
    webPreferences: {
      preload: path.join(import.meta.dirname, preloads[page]),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: !app.isPackaged,
      navigateOnDragDrop: false,
      zoomFactor,
    },
  });
  const { webContents } = view;
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  const stay = (event: { preventDefault(): void; readonly url: string }): void => {
    if (event.url !== pageUrl(page)) event.preventDefault();
  };
  webContents.on('will-navigate', stay);
  webContents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame) return stay(event);
    // The one frame there is: it may be loaded where nothing was, and from then on not go anywhere.
    const isFirst = event.frame?.url === '' || event.frame?.url === 'about:blank';
    if (page !== 'chat' || !isFirst || event.url !== diagramUrl) event.preventDefault();
  });
  webContents.on('will-redirect', stay);
  // about:blank is the one address that Chromium lets a page go to without a word.
  webContents.on('did-navigate', (_event, url) => {
    if (url !== pageUrl(page)) void webContents.loadURL(pageUrl(page));
  });
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  void webContents.loadURL(pageUrl(page));
  return view;
}

export interface WindowParts extends Pick<PageTrouble, 'locale' | 'quit'> {
  readonly dark: boolean;
  /** Where it stands at first. */
  readonly frame: WindowFrame;
  /** Told when it was moved, sized, maximised or zoomed. */
  readonly onFrame: (frame: WindowFrame) => void;
  /** Whether closing it only hides it. */
  readonly hidesOnClose: () => boolean;
  /** It came to the front. */
  readonly onSeen: () => void;
  /** The decision page is gone or begins anew. */
  readonly onDecisionsGone: () => void;
}

/** The window: the chat page, and below it the decision page in a strip that exists only while something waits. */
export class AppWindow {
  readonly base: BaseWindow;
  readonly #chat: WebContentsView;
  #decisions: WebContentsView | undefined;
  #waiting = false;
  #isHidden = false;
  #zoom: number;
  #wanted = 0;
  readonly #parts: WindowParts;
  constructor(parts: WindowParts) {
    this.#parts = parts;
    const { maximized, zoom, ...bounds } = parts.frame;
    this.#zoom = zoom;
    this.base = new BaseWindow({
      ...bounds,
      // It is shown by being maximised, so that it never stands there small first.
      show: !maximized,
      minWidth: leastWidth,
      minHeight: leastHeight,
      title: 'Steward',
      autoHideMenuBar: true,
      // Elsewhere the program's own file has it.
      ...(process.platform === 'linux' ? { icon: path.join(import.meta.dirname, 'icon.png') } : {}),
      backgroundColor: parts.dark ? '#1b1b1a' : background,
    });
    this.#chat = this.#createPage('chat', () => undefined);
    this.base.contentView.addChildView(this.#chat);
    if (maximized) this.base.maximize();
    // Not the window's `resize`: that one may come before the new size holds.
    this.base.contentView.on('bounds-changed', () => this.#place());
    this.#followFrame();
    this.base.on('close', (event) => {
      if (!this.#parts.hidesOnClose()) return;
      event.preventDefault();
      this.hide();
    });
    this.base.on('focus', () => parts.onSeen());
    // A BaseWindow does not end the pages of its views by itself.
    this.base.on('closed', () => {
      for (const view of [this.#chat, this.#decisions]) view?.webContents.close();
    });
    this.#place();
    this.#chat.webContents.focus();
  }
  get chat(): WebContents {
    return this.#chat.webContents;
  }
  get decisions(): WebContents | undefined {
    return this.#decisions?.webContents;
  }
  pageOf(contents: WebContents): Audience | undefined {
    if (contents === this.#chat.webContents) return 'chat';
    return this.#decisions && contents === this.#decisions.webContents ? 'decisions' : undefined;
  }

  /** Makes the decision page, unseen, so that the first question is on screen at once: it costs a process, and time to start. */
  prepareDecisions(): void {
    // While hidden in the tray there is none: it is made anew when the window is seen.
    if (!this.base.isDestroyed() && !this.#isHidden) this.#decisions ??= this.#createPage('decisions', this.#parts.onDecisionsGone);
  }
  /** Frees or closes the strip. Nothing here moves the caret. */
  setWaiting(waiting: boolean): void {
    if (this.#isHidden) {
      this.#waiting = waiting;
      return;
    }
    if (waiting) this.prepareDecisions();
    if (waiting === this.#waiting || !this.#decisions) return;
    const hadFocus = this.#decisions.webContents.isFocused();
    this.#waiting = waiting;
    if (waiting) this.base.contentView.addChildView(this.#decisions);
    else this.base.contentView.removeChildView(this.#decisions);
    this.#place();
    if (!waiting && hadFocus) this.#chat.webContents.focus();
  }
  setHeight(height: number): void {
    this.#wanted = height;
    this.#place();
  }
  /** One step larger or smaller, or plain size with 0; both pages together. */
  zoomBy(direction: -1 | 0 | 1): void {
    this.#zoom = zoomStep(this.#zoom, direction);
    for (const view of [this.#chat, this.#decisions]) view?.webContents.setZoomFactor(this.#zoom);
    this.#place();
    this.#tellFrame();
  }
  /** F8: to what waits. */
  visitDecisions(): void {
    if (this.#waiting) this.#decisions?.webContents.focus();
  }
  /** Escape: back to the conversation. */
  leaveDecisions(): void {
    this.#chat.webContents.focus();
  }
  get isInBackground(): boolean {
    return this.#isHidden || this.base.isDestroyed() || !this.base.isFocused() || this.base.isMinimized();
  }
  /** Into the tray. The decision page ends: when it is back, nothing on it takes an answer before it has been seen anew. */
  hide(): void {
    if (this.#isHidden) return;
    this.#isHidden = true;
    this.base.hide();
    const page = this.#decisions;
    if (!page) return;
    this.#decisions = undefined;
    if (this.#waiting) this.base.contentView.removeChildView(page);
    page.webContents.close();
    this.#parts.onDecisionsGone();
    this.#place();
  }
  show(): void {
    if (this.base.isDestroyed()) return;
    if (this.#isHidden) {
      this.#isHidden = false;
      const waiting = this.#waiting;
      this.#waiting = false;
      this.setWaiting(waiting);
    }
    if (this.base.isMinimized()) this.base.restore();
    this.base.show();
    this.base.focus();
  }

  #createPage(page: Audience, onGone: () => void): WebContentsView {
    const view = createPage(page, this.#zoom);
    const { locale, quit } = this.#parts;
    mendPage(view.webContents, { window: this.base, locale, quit, onGone });
    return view;
  }
  #followFrame(): void {
    const tell = (): void => this.#tellFrame();
    this.base.on('resized', tell).on('moved', tell).on('resize', tell).on('move', tell);
    this.base.on('maximize', tell).on('unmaximize', tell).on('close', tell);
  }
  #tellFrame(): void {
    if (this.base.isDestroyed() || this.base.isMinimized() || this.base.isFullScreen()) return;
    const { x, y, width, height } = this.base.getNormalBounds();
    this.#parts.onFrame({ x, y, width, height, maximized: this.base.isMaximized(), zoom: this.#zoom });
  }
  #place(): void {
    const { width, height } = this.base.getContentBounds();
    const zoom = this.#zoom;
    const { chat, decisions } = layout({ width, height, waiting: this.#waiting && !this.#isHidden, wanted: this.#wanted * zoom, zoom });
    this.#chat.setBounds(chat);
    this.#decisions?.setBounds(decisions);
  }
}
