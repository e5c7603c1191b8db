import type { MessageKey } from '#shared/i18n/translate.ts';

/** One of them: the text, and what it shows. */
export interface ExampleQuestion {
  readonly text: MessageKey;
  readonly shows: MessageKey;
  /** A resource that goes with it. */
  readonly attach?: { readonly serverKey: string; readonly uri: string };
}
/** What an empty chat offers: texts that really run with the bundled servers, and what each one shows. */
export const suggestions: readonly ExampleQuestion[] = [
  { text: 'chat.try.weather', shows: 'chat.try.weather.shows' },
  { text: 'chat.try.news', shows: 'chat.try.news.shows' },
  { text: 'chat.try.both', shows: 'chat.try.both.shows' },
  { text: 'chat.try.order', shows: 'chat.try.order.shows' },
  { text: 'chat.try.chain', shows: 'chat.try.chain.shows' },
  {
    text: 'chat.try.attached',
    shows: 'chat.try.attached.shows',
    attach: { serverKey: 'assistant', uri: 'docs://steward/welcome' },
  },
];
