import { dialog, shell, type BaseWindow } from 'electron';
import { translate, type Locale } from '#shared/i18n/translate.ts';
import { consentedLink, safeLink } from './safeLink.ts';

/**
 * Opens an address that the person has read and agreed to on the decision page, whole. Https, or http of this very computer: anything else is
 * refused here too, whoever checked it before (S5). False when it is not opened.
 */
export async function openAgreed(href: string): Promise<boolean> {
  const isHere = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?\//.test(href);
  if (!safeLink(isHere ? href.replace(/^http:/, 'https:') : href, 8192)) return false;
  await shell.openExternal(href);
  return true;
}

/** The one way out to the system browser: https only, after the person has seen the whole address in a native dialog. */
export async function openLink(window: BaseWindow, locale: Locale, href: string): Promise<boolean> {
  const url = safeLink(href);
  if (!url) return false;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: translate(locale, 'link.ask', { host: url.hostname }),
    detail: url.href,
    buttons: [translate(locale, 'link.cancel'), translate(locale, 'link.open')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response !== 1) return false;
  await shell.openExternal(url.href);
  return true;
}

/** Opens what the person has just said yes to on the decision page, where the whole address stood. Throws when it is no such address. */
export async function openConsented(href: string): Promise<void> {
  const url = consentedLink(href);
  if (!url) throw new Error('no address for the system browser');
  await shell.openExternal(url.href);
}
