import path from 'node:path';
import type { Audience } from '#shared/ipc/define.ts';

/** Each page has an origin of its own: the chat page and the decision page share nothing, not even storage. */
const pages = {
  chat: { host: 'chat', file: 'index.html', path: '/' },
  decisions: { host: 'decisions', file: 'decisions.html', path: '/decisions.html' },
} as const;
export const pageUrl = (page: Audience): string => `app://${pages[page].host}${pages[page].path}`;

/** Whether an address is that of one of the two pages, to the letter. */
export const isOurPage = (href: string): boolean => href === pageUrl('chat') || href === pageUrl('decisions');

/** The page where diagrams are drawn, on a host of its own; the sandbox of its policy and of its frame make its origin opaque on top. */
const diagramFiles: Readonly<Record<string, string>> = { '/': 'diagram/index.html', '/diagram.js': 'diagram/diagram.js' };

const policy = (...more: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src-elem 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob:",
    'media-src blob:',
    "font-src 'self'",
    "connect-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    ...more,
  ].join('; ');

/** What every file of ours is served under: no code but the build's, no network, no frame, no maker of trusted text. */
export const contentPolicy = policy("trusted-types 'none'");
/**
 * The chat page may besides hold the frame for diagrams, and make one policy, once: the page's first act, which knows one address,
 * that of the worker that colours code.
 */
export const chatPolicy = policy('trusted-types code-worker', 'frame-src app://diagram');

/** The policy of the frame: one script of ours, the styles that it makes, and nothing else: no network, no picture, no font, no frame. */
export const diagramPolicy = [
  "default-src 'none'",
  'script-src app://diagram/diagram.js',
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors app://chat',
  'sandbox allow-scripts',
].join('; ');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** The headers every file of the app is served with; the policy comes as a header, never as a tag that markup could precede. */
export const headersFor = (file: string): Record<string, string> => ({
  'content-type': types[path.extname(file)] ?? 'application/octet-stream',
  'content-security-policy': file === pages.chat.file ? chatPolicy : file.startsWith('diagram/') ? diagramPolicy : contentPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
});

/** The file behind an app:// address: only names that the build can have made; anything encoded, nested or dotted is not one. */
export function locate(href: string): string | undefined {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (url?.protocol !== 'app:' || url.search !== '' || url.username !== '' || url.password !== '') return undefined;
  if (url.host === 'diagram') return diagramFiles[url.pathname];
  const page = Object.values(pages).find((p) => p.host === url.host);
  if (!page) return undefined;
  if (url.pathname === page.path) return page.file;
  const asset = /^\/assets\/([\w-]+(?:\.[\w-]+)*\.(?:js|css|svg|woff2))$/.exec(url.pathname);
  return asset?.[1] === undefined ? undefined : path.join('assets', asset[1]);
}
