import { dialog, shell, type BaseWindow } from 'electron';
import { translate, type Locale } from '#shared/i18n/translate.ts';
import { safeLink } from './safeLink.ts';

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
