import { Notification } from 'electron';
import type { ChatsState } from '#shared/conversation/chats.ts';
import type { PendingDecisions } from '#shared/decision/decision.ts';
import { decisionNotification, type NotificationText, turnNotification } from '#shared/desktop/notification.ts';
import type { Locale } from '#shared/i18n/translate.ts';
import type { Settings } from '#shared/settings/settings.ts';

export interface BackgroundParts {
  readonly isInBackground: () => boolean;
  readonly locale: () => Locale;
  readonly settings: () => Settings;
  readonly now: () => number;
  /** Asks the window for attention, or no longer. */
  readonly flash: (isOn: boolean) => void;
  readonly setBadge: (count: number) => void;
  readonly visitDecisions: () => void;
  readonly openChat: (conversationId: string) => void;
}
/** A turn at least this long is worth a word when it ends, milliseconds. */
export const longTurnMs = 30_000;

/** What is said outside the window while it is in the background: that something waits, and that a long turn has ended. */
export class Background {
  readonly #parts: BackgroundParts;
  #known = new Set<string>();
  readonly #startedAt = new Map<string, number>();
  #shown: Notification | undefined;
  constructor(parts: BackgroundParts) {
    this.#parts = parts;
  }
  /** The decisions have changed. */
  decisions(waiting: PendingDecisions): void {
    const { isInBackground, locale, settings, flash, setBadge, visitDecisions } = this.#parts;
    setBadge(waiting.length);
    const isNew = waiting.some(({ id }) => !this.#known.has(id));
    this.#known = new Set(waiting.map(({ id }) => id));
    if (waiting.length === 0) {
      flash(false);
      this.#take();
    }
    if (!isNew || !isInBackground()) return;
    flash(true);
    const text = settings().notifyDecisions ? decisionNotification(locale(), waiting) : undefined;
    if (text) this.#show(text, visitDecisions);
  }
  /** The chats have changed. A turn counts from when its chat began to work until it is quiet. */
  chats(chats: ChatsState): void {
    const { isInBackground, locale, settings, now, openChat } = this.#parts;
    for (const { id, activity } of chats) {
      const began = this.#startedAt.get(id);
      if (activity !== 'quiet') {
        if (began === undefined) this.#startedAt.set(id, now());
        continue;
      }
      this.#startedAt.delete(id);
      if (began === undefined || now() - began < longTurnMs || !isInBackground() || !settings().notifyFinished) continue;
      this.#show(turnNotification(locale()), () => openChat(id));
    }
  }
  /** The person is back: what was said outside has done its work. */
  seen(): void {
    this.#parts.flash(false);
    this.#take();
  }

  #take(): void {
    this.#shown?.close();
    this.#shown = undefined;
  }
  /** One at a time: a newer one takes the place of the one before. */
  #show({ title, body }: NotificationText, onClick: () => void): void {
    if (!Notification.isSupported()) return;
    this.#take();
    const notification = new Notification({ title, body });
    this.#shown = notification;
    notification.on('click', onClick);
    notification.show();
  }
}
