import { BaseWindow, WebContentsView, type WebContents } from 'electron';
import path from 'node:path';
import type { Audience } from '#shared/ipc/define.ts';
import { pageUrl } from './appFiles.ts';
import { layout } from './layout.ts';
import { mendPage, type PageTrouble } from './pageTrouble.ts';

const preloads: Readonly<Record<Audience, string>> = { chat: 'chatPreload.cjs', decisions: 'decisionsPreload.cjs' };
const background = '#f7f7f5';

/** A page in its own process, with its own preload, that can neither leave its address nor open anything. */
function createPage(page: Audience): WebContentsView {
  const view = new WebContentsView({
    webPreferences: {
      preload: path.join(import.meta.dirname, preloads[page]),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  });
  const { webContents } = view;
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  const stay = (event: { preventDefault(): void; readonly url: string }): void => {
    if (event.url !== pageUrl(page)) event.preventDefault();
  };
  webContents.on('will-navigate', stay);
  webContents.on('will-frame-navigate', stay);
  webContents.on('will-redirect', stay);
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  void webContents.loadURL(pageUrl(page));
  return view;
}

export interface WindowParts extends Pick<PageTrouble, 'locale' | 'quit'> {
  readonly dark: boolean;
  /** The decision page is gone or begins anew. */
  readonly onDecisionsGone: () => void;
}

/** The window: the chat page, and below it the decision page in a strip that exists only while something waits. */
export class AppWindow {
  readonly base: BaseWindow;
  readonly #chat: WebContentsView;
  #decisions: WebContentsView | undefined;
  #waiting = false;
  #wanted = 0;
  readonly #parts: WindowParts;
  constructor(parts: WindowParts) {
    this.#parts = parts;
    this.base = new BaseWindow({
      width: 1280,
      height: 800,
      minWidth: 560,
      minHeight: 420,
      title: 'Steward',
      autoHideMenuBar: true,
      // Elsewhere the program's own file has it.
      ...(process.platform === 'linux' ? { icon: path.join(import.meta.dirname, 'icon.png') } : {}),
      backgroundColor: parts.dark ? '#1b1b1a' : background,
    });
    this.#chat = this.#createPage('chat', () => undefined);
    this.base.contentView.addChildView(this.#chat);
    this.base.on('resize', () => this.#place());
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
    if (!this.base.isDestroyed()) this.#decisions ??= this.#createPage('decisions', this.#parts.onDecisionsGone);
  }
  /** Frees or closes the strip. Nothing here moves the caret. */
  setWaiting(waiting: boolean): void {
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
  /** F8: to what waits. */
  visitDecisions(): void {
    if (this.#waiting) this.#decisions?.webContents.focus();
  }
  /** Escape: back to the conversation. */
  leaveDecisions(): void {
    this.#chat.webContents.focus();
  }
  show(): void {
    if (this.base.isMinimized()) this.base.restore();
    this.base.show();
    this.base.focus();
  }

  #createPage(page: Audience, onGone: () => void): WebContentsView {
    const view = createPage(page);
    const { locale, quit } = this.#parts;
    mendPage(view.webContents, { window: this.base, locale, quit, onGone });
    return view;
  }
  #place(): void {
    const { width, height } = this.base.getContentBounds();
    const { chat, decisions } = layout({ width, height, waiting: this.#waiting, wanted: this.#wanted });
    this.#chat.setBounds(chat);
    this.#decisions?.setBounds(decisions);
  }
}
