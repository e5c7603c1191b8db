import { useLocale } from '../i18n.ts';

/** What stands between two sentences of a line: a space, or nothing in Chinese, whose full stop brings its own. */
export function SentenceGap(): string {
  return useLocale() === 'zh' ? '' : ' ';
}
