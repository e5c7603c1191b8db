import { createContext, useCallback, useContext } from 'react';
import { type Locale, type MessageKey, translate, type Words } from '#shared/i18n/translate.ts';

/** Words for a key in the person's language. */
export type Translate = (key: MessageKey, words?: Words) => string;

/** The language of the page now. `PageRoot` sets it from the settings, so that a change shows at once. */
export const LocaleContext = createContext<Locale>('en');

/** The language of the page now. */
export const useLocale = (): Locale => useContext(LocaleContext);

/** The page's words. */
export function useT(): Translate {
  const locale = useLocale();
  return useCallback((key, words) => translate(locale, key, words), [locale]);
}

/** The key of the singular or the plural; Chinese has the same words under both. */
export const counted = <K extends MessageKey>(count: number, one: K, many: K): K => (count === 1 ? one : many);
