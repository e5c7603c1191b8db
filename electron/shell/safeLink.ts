import { readLink } from '#shared/elicitation/link.ts';

/** An address that may be offered to the system browser: https, no credentials, no control characters, at most so many characters. */
export function safeLink(href: string, most = 2048): URL | undefined {
  if (href.length > most || /[\p{Cc}\p{Cf}\s\\]/u.test(href)) return undefined;
  // A parser mends what is written otherwise; what the person reads shall be what was written.
  if (!/^https:\/\/[^/?#@]/i.test(href)) return undefined;
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hostname === '') return undefined;
  return url;
}

/** The same, or plain http to this very computer: what a server that runs here may have opened after a yes (S35). */
export function consentedLink(href: string): URL | undefined {
  const read = readLink(href, true);
  return 'refused' in read ? undefined : new URL(read.href);
}
