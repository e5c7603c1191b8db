import { createContext, useCallback, useContext } from 'react';
import { en, type MessageKey } from '#shared/i18n/en.ts';
import { fill, type Locale, type Words } from '#shared/i18n/fill.ts';

/** Words for a key in the person's language. */
export type Translate = (key: MessageKey, words?: Words) => string;

/** A language and its words. */
export interface Language {
  readonly locale: Locale;
  readonly words: Readonly<Record<MessageKey, string>>;
}
/** What a page begins with; the only language that is there without being loaded. */
export const english: Language = { locale: 'en', words: en };
/** Loads the words of a language, which only its readers need. */
export const loadLanguage = async (locale: Locale): Promise<Language> =>
  locale === 'en' ? english : { locale, words: (await import('#shared/i18n/zh.ts')).zh };

/** The language of the page now. `PageRoot` sets it from the settings, so that a change shows at once. */
export const LanguageContext = createContext<Language>(english);

/** The language of the page now. */
export const useLocale = (): Locale => useContext(LanguageContext).locale;

/** The page's words. */
export function useT(): Translate {
  const { locale, words } = useContext(LanguageContext);
  return useCallback((key, filling) => fill(locale, words[key], filling), [locale, words]);
}

/** The key of the singular or the plural; Chinese has the same words under both. */
export const counted = <K extends MessageKey>(count: number, one: K, many: K): K => (count === 1 ? one : many);
