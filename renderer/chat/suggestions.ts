import type { MessageKey } from '#shared/i18n/translate.ts';

/** What an empty chat offers: texts that really run with the bundled servers, and what each one shows. */
export const suggestions: readonly { readonly text: MessageKey; readonly shows: MessageKey }[] = [
  { text: 'chat.try.weather', shows: 'chat.try.weather.shows' },
  { text: 'chat.try.news', shows: 'chat.try.news.shows' },
  { text: 'chat.try.both', shows: 'chat.try.both.shows' },
  { text: 'chat.try.order', shows: 'chat.try.order.shows' },
  { text: 'chat.try.chain', shows: 'chat.try.chain.shows' },
];
