import { isLoopback } from '../net/loopback.ts';

/** Why a link is never opened; the words go to the server. */
export type LinkRefusal = 'too-long' | 'hidden-characters' | 'not-a-link' | 'not-https' | 'user-info';
export const linkRefusals: Readonly<Record<LinkRefusal, string>> = {
  'too-long': 'the link is longer than 2048 characters',
  'hidden-characters': 'the link has blanks, backslashes or characters that cannot be seen',
  'not-a-link': 'the link is no web address',
  'not-https': 'the link is not https',
  'user-info': 'the link has a user name in it',
};

/** A link that may be shown to a person and, after their yes, given to the system browser. */
export interface ReadLink {
  /** Exactly as the server wrote it: `before`, `host` and `after` joined are the text. */
  readonly before: string;
  readonly host: string;
  readonly after: string;
  /** The host as it will be looked up, in ASCII. */
  readonly asciiHost: string;
  /** What the browser is given. */
  readonly href: string;
}

/**
 * Reads a link of a server (S35): https only, or http to this very computer when the server itself runs here; no user name, nothing that
 * cannot be seen, and nothing that a parser would read otherwise than a person does.
 */
export function readLink(text: string, isServerHere: boolean): ReadLink | { readonly refused: LinkRefusal } {
  if (text.length > 2048) return { refused: 'too-long' };
  if (/[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\s\\]/u.test(text)) return { refused: 'hidden-characters' };
  const [, before, host, after] = /^(https?:\/\/)([^/?#]+)(.*)$/isu.exec(text) ?? [];
  if (before === undefined || host === undefined || after === undefined || !URL.canParse(text)) return { refused: 'not-a-link' };
  const url = new URL(text);
  if (host.includes('@') || url.username !== '' || url.password !== '') return { refused: 'user-info' };
  const isHere = isServerHere && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)) return { refused: 'not-https' };
  const [, name = host, port = ''] = /^(.*?)(:\d*)?$/su.exec(host) ?? [];
  return { before, host: name, after: `${port}${after}`, asciiHost: url.hostname, href: url.href };
}
