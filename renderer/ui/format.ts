import type { Locale } from '#shared/i18n/translate.ts';
import { formatNumber } from './dates.ts';
import type { Translate } from '../i18n.ts';

/** A size in the unit that reads best. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB'];
  let value = bytes;
  let unit = 'B';
  for (const next of units) {
    if (value < 1000) break;
    value /= 1000;
    unit = next;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** A length of time in words, from milliseconds. */
export function formatDuration(t: Translate, ms: number): string {
  if (ms < 1000) return t('app.ms', { n: Math.max(0, Math.round(ms)) });
  const seconds = ms / 1000;
  if (seconds < 60) return t('app.seconds', { n: seconds < 10 ? seconds.toFixed(1) : Math.floor(seconds) });
  return t('app.minutes', { m: Math.floor(seconds / 60), s: Math.floor(seconds % 60) });
}

/** One line of at most `length` characters that stands for a longer text. Never used where something is decided. */
export function excerpt(text: string, length: number): string {
  const line = text
    .slice(0, length * 4)
    .replace(/\s+/gu, ' ')
    .trim();
  return line.length > length ? `${line.slice(0, length).trimEnd()}…` : line;
}

/** Large numbers as they are written in a language, e.g. 200,000; for the places of a text. */
export function inDigits<K extends string>(locale: Locale, numbers: Readonly<Record<K, number>>): Record<K, string> {
  const words = Object.entries<number>(numbers).map(([name, number]) => [name, formatNumber(locale, number)]);
  return Object.fromEntries(words) as Record<K, string>;
}
