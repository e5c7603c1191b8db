import { en, type MessageKey } from './en.ts';
import { zh } from './zh.ts';

export type Locale = 'en' | 'zh';
export type { MessageKey };
/** What is put into a text: words as they are, a number in the digits of the language, several names as the language lists them. */
export type Words = Readonly<Record<string, string | number | readonly string[]>>;

const catalogs: Readonly<Record<Locale, Readonly<Record<MessageKey, string>>>> = { en, zh };

const numbers: Readonly<Record<Locale, Intl.NumberFormat>> = { en: new Intl.NumberFormat('en-GB'), zh: new Intl.NumberFormat('zh-CN') };
const commas: Readonly<Record<Locale, string>> = { en: ', ', zh: '、' };

/** The words for a key, with `{name}` places filled. A key that is no key does not compile. */
export function translate(locale: Locale, key: MessageKey, words: Words = {}): string {
  return catalogs[locale][key].replace(/\{(\w+)\}/g, (place, name: string) => {
    const word = words[name] ?? place;
    if (typeof word === 'object') return word.join(commas[locale]);
    return typeof word === 'number' ? numbers[locale].format(word) : word;
  });
}

/** The locale for a language choice and the system's language tags, e.g. `['zh-CN', 'en']`. */
export function localeFor(choice: 'system' | Locale, systemLanguages: readonly string[]): Locale {
  if (choice !== 'system') return choice;
  return systemLanguages[0]?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
