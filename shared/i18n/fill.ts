export type Locale = 'en' | 'zh';
/** What is put into a text: words as they are, a number in the digits of the language, several names as the language lists them. */
export type Words = Readonly<Record<string, string | number | readonly string[]>>;

const numbers: Readonly<Record<Locale, Intl.NumberFormat>> = { en: new Intl.NumberFormat('en-GB'), zh: new Intl.NumberFormat('zh-CN') };
const commas: Readonly<Record<Locale, string>> = { en: ', ', zh: '、' };

/** A text with its `{name}` places filled. */
export function fill(locale: Locale, text: string, words: Words = {}): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
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
