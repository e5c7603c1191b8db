import { dialog, shell, type BaseWindow } from 'electron';
import { translate, type Locale } from '#shared/i18n/translate.ts';
import { consentedLink, safeLink } from './safeLink.ts';

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
