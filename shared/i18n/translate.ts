import { en, type MessageKey } from './en.ts';
import { fill, type Locale, type Words } from './fill.ts';
import { zh } from './zh.ts';

export type { Locale, MessageKey, Words };

const catalogs: Readonly<Record<Locale, Readonly<Record<MessageKey, string>>>> = { en, zh };

/** The words for a key, with `{name}` places filled. A key that is no key does not compile. Pages load one language at a time instead. */
export const translate = (locale: Locale, key: MessageKey, words: Words = {}): string => fill(locale, catalogs[locale][key], words);
