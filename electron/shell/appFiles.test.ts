import { expect, test } from 'vitest';
import { diagramUrl } from '#shared/pages.ts';
import { chatPolicy, contentPolicy, diagramPolicy, headersFor, locate, pageUrl } from './appFiles.ts';

test.each([
  [pageUrl('chat'), 'index.html'],
  [pageUrl('decisions'), 'decisions.html'],
  ['app://chat/assets/index-a1B2.js', 'assets/index-a1B2.js'],
  [diagramUrl, 'diagram/index.html'],
  ['app://diagram/diagram.js', 'diagram/diagram.js'],
])('%s is a file of the build', (href, file) => {
  expect(locate(href)).toBe(file);
});

test.each([
  'app://chat/../package.json',
  'app://chat/%2e%2e/package.json',
  'app://chat/assets/..%2f..%2fx.js',
  'app://chat/assets/a/b.js',
  'app://chat/assets/.js',
  'app://chat/assets/x.js%00',
  'app://chat/assets\\x.js.map',
  'app://chat/index.html',
  'app://chat/decisions.html',
  'app://decisions/',
  'app://other/',
  'app://chat/?x=1',
  'app://user@chat/',
  'file:///etc/passwd',
  'https://chat/',
  'not a url',
  'app://chat/assets/x.html',
  'app://chat/diagram.js',
  'app://chat/diagram/index.html',
  'app://diagram/index.html',
  'app://diagram/assets/index-a1B2.js',
  'app://diagram/?x=1',
  'app://decisions/diagram.js',
])('S8 %s is no file of the app', (href) => {
  expect(locate(href)).toBeUndefined();
});

test('S8 every file is served under the policy, with its type and nothing sniffed', () => {
  const headers = headersFor('assets/a.js');
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(headers['content-security-policy']).toBe(contentPolicy);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(contentPolicy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|https?:|\*/);
});

/** Every way to write "one level up", "end here" and "another root" before a name that exists. */
function traversals(): readonly string[] {
  const ups = ['..', '%2e%2e', '.%2e', '%2e.', '%252e%252e', '..;', '%c0%ae%c0%ae', '．．', '..%00', '...', '%u002e%u002e'];
  const slashes = ['/', '%2f', '%5c', '\\', '//', '%252f', '/./'];
  const targets = ['package.json', 'assets/index.js', 'etc/passwd'];
  const climbing = ups.flatMap((up) =>
    slashes.flatMap((slash) => targets.map((target) => `app://chat/assets/${up}${slash}${up}${slash}${target}`)),
  );
  const odd = [
    '/etc/passwd',
    'C:/x.js',
    'C:%5cx.js',
    '%00',
    'x%00.js',
    'x.js%00.css',
    'x.js?raw',
    ' x.js',
    'x.js ',
    'x.js.',
    '.x.js',
    'x..js',
  ];
  const more = [
    'x.js/',
    'x.js;a',
    'con',
    'x.mjs',
    'x.js.map',
    'x.html',
    'x.json',
    'X.JS',
    'x:y.js',
    'a%2fb.js',
    'ⅹ.js',
    'x%2ejs',
    '~/x.js',
    '@fs/x.js',
  ];
  return [...climbing, ...[...odd, ...more].map((name) => `app://chat/assets/${name}`)];
}

test('S8 more than 200 paths that climb or hide lead to no file', () => {
  const all = traversals();
  expect(all.length).toBeGreaterThan(200);
  const found = all.flatMap((href) => {
    const file = locate(href);
    return file === undefined || /^assets\/[\w-]+(\.[\w-]+)*\.(js|css|svg|woff2)$/.test(file) ? [] : [`${href} is ${file}`];
  });
  expect(found).toEqual([]);
  // What a browser itself resolves before it asks stays within the build; the rest is refused outright.
  const within = all.filter((href) => locate(href) !== undefined && new URL(href).href !== `app://chat/assets/${locate(href)?.slice(7)}`);
  expect(within).toEqual([]);
});

test('S1 the decision page can hold no frame and make no trusted text, the chat page one of each, and the frame runs one script', () => {
  const policyOf = (file: string): string => headersFor(file)['content-security-policy'] ?? '';
  expect(policyOf('decisions.html')).toBe(contentPolicy);
  expect(policyOf('index.html')).toBe(chatPolicy);
  expect(policyOf('diagram/index.html')).toBe(diagramPolicy);
  expect(policyOf('diagram/diagram.js')).toBe(diagramPolicy);
  expect(contentPolicy).toContain("trusted-types 'none'");
  expect(contentPolicy).not.toContain('frame-src');
  expect(chatPolicy.replace('trusted-types code-worker; frame-src app://diagram', "trusted-types 'none'")).toBe(contentPolicy);
  expect(diagramPolicy).toContain('script-src app://diagram/diagram.js;');
  expect(diagramPolicy).toMatch(/^default-src 'none';.*sandbox allow-scripts$/);
  expect(diagramPolicy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|https?:|\*|connect|img|font|'self'/);
});
