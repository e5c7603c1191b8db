import type { Locale } from '#shared/i18n/translate.ts';

/** The tag that the system's formats know a language by. */
export const languageTag = (locale: Locale): string => (locale === 'zh' ? 'zh-CN' : 'en-GB');

const styles = {
  /** 30 Nov 2026 */
  day: { dateStyle: 'medium' },
  /** 30 Nov 2026, 16:20 */
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  /** 30/11/2026, 16:20 */
  short: { dateStyle: 'short', timeStyle: 'short' },
  /** 30 Nov, 16:20:05 */
  second: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A moment in the page's language, from milliseconds since 1970. */
export const formatDate = (locale: Locale, at: number, style: keyof typeof styles): string =>
  new Intl.DateTimeFormat(languageTag(locale), styles[style]).format(at);

/** A number with the digits and groups of the page's language. */
export const formatNumber = (locale: Locale, value: number): string => new Intl.NumberFormat(languageTag(locale)).format(value);
