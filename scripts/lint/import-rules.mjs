// Which way imports point (ARCHITECTURE.md): one table, and an ESLint rule that reads it. It looks at what an import resolves to, so that
// dynamic imports, re-exports and type imports count too, and a roundabout path does not help.
import { isBuiltin } from 'node:module';
import path from 'node:path';

/** @typedef {(path: string) => boolean} Match a project path such as "electron/mcp/connection.ts", or "package:" and a package's name */
/** @typedef {{ from: Match, to: Match, message: string, testsToo?: boolean }} Law */

/** @param {...string} places folders (with a slash at the end) or files @returns {Match} */
const under =
  (...places) =>
  (file) =>
    places.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place));
/** @param {string} top @param {string[]} names @returns {Match} */
const within = (top, names) => under(...names.map((name) => `${top}/${name}/`));
/** @param {...string} names @returns {Match} */
const packages =
  (...names) =>
  (to) =>
    names.some((name) => to === `package:${name}` || to.startsWith(`package:${name}/`));
/** @param {...Match} matches @returns {Match} */
const either =
  (...matches) =>
  (file) =>
    matches.some((match) => match(file));
/** @param {Match} match @returns {Match} */
const not = (match) => (file) => !match(file);
/** @param {Match} a @param {Match} b @returns {Match} */
const both = (a, b) => (file) => a(file) && b(file);

/** @type {Match} */
const project = (to) => !to.startsWith('package:');
/** @type {Match} */
const builtin = (to) => to.startsWith('package:') && isBuiltin(to.slice('package:'.length));
const react = packages('react', 'react-dom');
const electronPackage = packages('electron');

const LOWEST = ['storage', 'secrets', 'settings', 'audit', 'trace'];
const MIDDLE = ['mcp', 'models', 'decision'];
const UPPER = ['agent', 'conversation', 'apps', 'skills'];
const SCREENS = ['chat', 'servers', 'resources', 'activity', 'settings', 'decisions'];
const host = under('electron/host.ts');
const shell = under('electron/shell/');

/** @type {Law[]} */
const LAWS = [
  { from: not(under('e2e/')), to: under('e2e/'), message: 'Nothing imports e2e/.', testsToo: true },
  { from: under('shared/'), to: both(project, not(under('shared/'))), message: 'shared/ imports nothing of the rest.', testsToo: true },
  { from: under('shared/'), to: either(react, electronPackage), message: 'shared/ knows neither React nor Electron.', testsToo: true },
  {
    from: under('shared/'),
    to: either(builtin, packages('@modelcontextprotocol/client/stdio')),
    message: 'shared/ runs in a page too: nothing of Node.',
  },
  {
    from: under('renderer/'),
    to: both(project, not(under('shared/', 'renderer/'))),
    message: 'The pages import nothing of main or the servers, not even types: what both need is in shared/.',
    testsToo: true,
  },
  { from: under('renderer/'), to: electronPackage, message: 'The pages reach main by the bridge only.', testsToo: true },
  { from: under('renderer/'), to: builtin, message: 'The pages have no Node.' },
  {
    from: under('electron/', 'servers/'),
    to: either(under('renderer/'), react),
    message: 'Main and servers import nothing of the pages.',
    testsToo: true,
  },
  {
    from: not(either(shell, under('e2e/', 'bench/', 'scripts/'))),
    to: electronPackage,
    message: "Only electron/shell imports 'electron'.",
    testsToo: true,
  },
  { from: not(either(shell, under('e2e/'))), to: shell, message: 'Nothing imports electron/shell.', testsToo: true },
  {
    from: both((file) => /^electron\/.+\//.test(file), not(shell)),
    to: host,
    message: 'The host is put together above: only what starts it imports it.',
  },
  {
    from: within('electron', LOWEST),
    to: either(within('electron', [...MIDDLE, ...UPPER, 'ipc']), host),
    message: `${LOWEST.join(', ')} lie at the bottom: they import only shared/ and each other.`,
  },
  {
    from: within('electron', MIDDLE),
    to: either(within('electron', UPPER), host),
    message: `${MIDDLE.join(', ')} lie below the conversation and the agent.`,
  },
  ...SCREENS.map((screen) => ({
    from: within('renderer', [screen]),
    to: within(
      'renderer',
      SCREENS.filter((other) => other !== screen),
    ),
    message: 'A screen never imports another screen: what two of them need goes to renderer/ui.',
    testsToo: true,
  })),
  {
    from: under('renderer/ui/'),
    to: within('renderer', ['ipc', ...SCREENS]),
    message: 'renderer/ui takes props: no requests, no topics, no screens.',
    testsToo: true,
  },
];

/** What an import means: a project path, or "package:" and the name as it stands. @param {string} file project path @param {string} specifier */
function resolve(file, specifier) {
  if (specifier.startsWith('#')) return path.posix.normalize(specifier.slice(1));
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : `package:${specifier}`;
}

/** Why this import is wrong, or null. @param {string} file project path with slashes @param {string} specifier @returns {string | null} */
export function wrongImport(file, specifier) {
  const isTest = /\.(test|spec)\.tsx?$/.test(file);
  const to = resolve(file, specifier);
  return LAWS.find((law) => (law.testsToo || !isTest) && law.from(file) && law.to(to))?.message ?? null;
}

/** @type {import('eslint').Rule.RuleModule} */
export const importRules = {
  meta: { type: 'problem', schema: [], messages: { wrong: '{{message}} ({{specifier}})' } },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    /** @param {any} node the node of the specifier, if it is a text */
    const check = (node) => {
      if (typeof node?.value !== 'string') return;
      const message = wrongImport(file, node.value);
      if (message) context.report({ node, messageId: 'wrong', data: { message, specifier: node.value } });
    };
    return /** @type {any} */ ({
      ImportDeclaration: (/** @type {any} */ node) => check(node.source),
      ExportNamedDeclaration: (/** @type {any} */ node) => check(node.source),
      ExportAllDeclaration: (/** @type {any} */ node) => check(node.source),
      ImportExpression: (/** @type {any} */ node) => check(node.source),
      TSImportType: (/** @type {any} */ node) => check(node.source ?? node.argument?.literal),
      'CallExpression[callee.name="require"]': (/** @type {any} */ node) => check(node.arguments[0]),
      'CallExpression[callee.property.name="resolve"][callee.object.name="require"]': (/** @type {any} */ node) => check(node.arguments[0]),
    });
  },
};
