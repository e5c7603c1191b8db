// The static half of the Electron checklist: one table of what may stand where, and an ESLint rule that reads it. Tests and their
// fixtures are let off what they need in order to attack.
import path from 'node:path';

/** @typedef {(file: string) => boolean} Match a project path with slashes */

/** @param {...string} places folders (with a slash at the end) or files @returns {Match} */
const under =
  (...places) =>
  (file) =>
    places.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place));
const shell = under('electron/shell/');
const app = under('electron/', 'renderer/', 'servers/', 'shared/');
const pages = under('renderer/');
const preloads = under(
  'electron/shell/bridge.ts',
  'electron/shell/chatPreload.ts',
  'electron/shell/decisionsPreload.ts',
  'electron/shell/dropPreload.ts',
);
const startsProcesses = under(
  'electron/mcp/processes.ts',
  'electron/mcp/processTransport.ts',
  'electron/mcp/processGroup.ts',
  'electron/mcp/processFixtures.ts',
  'electron/mcp/loginShell.ts',
);

/** The only value that an option of Electron may be given, written out; `undefined`: the option itself is refused. */
const SAFE = /** @type {Record<string, unknown>} */ ({
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  webviewTag: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  enableBlinkFeatures: undefined,
  commandLineSwitches: undefined,
  bypassCSP: false,
  corsEnabled: false,
  supportFetchAPI: false,
  allowServiceWorkers: false,
});

/** Names from 'electron' that one file alone may import, and why. */
const IMPORTS = new Map(
  /** @type {[string, [Match, string]][]} */ ([
    [
      'shell',
      [
        under('electron/shell/openExternal.ts', 'electron/shell/openFolder.ts'),
        'Only openExternal.ts opens links: it asks first and lets only https through; openFolder.ts opens our own folder of logs.',
      ],
    ],
    ['ipcMain', [under('electron/shell/ipcMain.ts'), 'Only ipcMain.ts listens to pages: the sender is checked there.']],
    ['ipcRenderer', [preloads, 'Only the preloads speak to main.']],
    ['contextBridge', [under('electron/shell/bridge.ts'), 'There is one bridge.']],
    ['BrowserWindow', [() => false, 'A page is made in window.ts and nowhere else.']],
    ['BrowserView', [() => false, 'A page is made in window.ts and nowhere else.']],
    ['WebContentsView', [under('electron/shell/window.ts'), 'A page is made in window.ts and nowhere else.']],
    ['webFrame', [() => false, 'A preload has no use for it.']],
  ]),
);

/** Members that are not to be touched where `where` holds. @type {{ name: RegExp, where: Match, message: string }[]} */
const MEMBERS = [
  { name: /^ipc$/, where: (file) => shell(file) && file !== 'electron/shell/ipcMain.ts', message: 'Only ipcMain.ts listens to pages.' },
  {
    name: /^(?:loadFile|openPath|showItemInFolder)$/,
    where: (file) => app(file) && file !== 'electron/shell/openFolder.ts',
    message: 'Nothing is loaded or opened by path.',
  },
  { name: /^setAsDefaultProtocolClient$/, where: app, message: 'No address of another program starts anything here.' },
  { name: /^(?:executeJavaScript|insertCSS|addScriptTag)$/, where: app, message: 'Nothing is run in a page but its own files.' },
  { name: /^(?:setHTMLUnsafe|createContextualFragment|write|writeln)$/, where: pages, message: 'Text is never markup.' },
  {
    // The frame of diagrams is where a drawing becomes elements: it is read into a document that runs nothing, and made inert.
    name: /^parseFromString$/,
    where: (file) => pages(file) && file !== 'renderer/diagram/diagram.ts',
    message: 'Text is never markup.',
  },
];

/** Elements that no page has. */
const ELEMENTS = /^(?:webview|object|embed|script|base|link|meta)$/;
/** Addresses that a text in the app may begin with although they are not encrypted: this computer, and names that are never fetched. */
const PLAIN = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]|json-schema\.org\/)/;

/** What is wrong with a text that stands in this file, or null. @param {string} file @param {string} text */
function wrongText(file, text) {
  if (app(file) && /^http:\/\/[^/\s]/.test(text) && !PLAIN.test(text)) return 'Addresses begin with https.';
  if ((shell(file) || pages(file)) && /^file:/i.test(text)) return 'The app knows no file: address.';
  return null;
}

/** @param {any} node @returns {string | undefined} */
const keyOf = (node) => (node.key?.type === 'Identifier' ? node.key.name : node.key?.value);

/** @type {import('eslint').Rule.RuleModule} */
export const electronRules = {
  meta: { type: 'problem', schema: [], messages: { wrong: '{{message}}' } },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    const isTest = /\.(?:test|spec)\.tsx?$/.test(file) || !app(file);
    if (isTest) return {};
    /** @param {any} node @param {string | null | undefined} message */
    const refuse = (node, message) => {
      if (message) context.report({ node, messageId: 'wrong', data: { message } });
    };
    return /** @type {any} */ ({
      ImportDeclaration(/** @type {any} */ node) {
        const from = String(node.source.value);
        if (/^(?:node:)?(?:child_process|cluster)$/.test(from) && !startsProcesses(file))
          refuse(node, 'Only the files of processes start one.');
        const isType = node.importKind === 'type';
        if (preloads(file) && !isType && from !== 'electron' && !/^\.\/[\w]+\.ts$/.test(from))
          refuse(node, 'A preload imports electron alone.');
        if (from !== 'electron' || isType) return;
        for (const specifier of node.specifiers) {
          if (specifier.type !== 'ImportSpecifier') refuse(specifier, 'Names of electron are imported one by one.');
          const [where, message] = IMPORTS.get(specifier.imported?.name) ?? [];
          if (where && !where(file)) refuse(specifier, message);
        }
      },
      ImportExpression: (/** @type {any} */ node) => {
        if (/^(?:electron|(?:node:)?child_process)$/.test(String(node.source.value))) refuse(node, 'Import this by name.');
      },
      Property(/** @type {any} */ node) {
        const key = keyOf(node);
        if (!shell(file) || key === undefined || !Object.hasOwn(SAFE, key) || node.parent?.type === 'ObjectPattern') return;
        if (SAFE[key] === undefined || node.value?.value !== SAFE[key])
          refuse(node, `${key} is ${String(SAFE[key] ?? 'never set')}, written out.`);
      },
      MemberExpression(/** @type {any} */ node) {
        const name = node.computed ? node.property.value : node.property.name;
        refuse(node, MEMBERS.find((law) => law.name.test(String(name)) && law.where(file))?.message);
      },
      'CallExpression[callee.property.name="loadURL"]': (/** @type {any} */ node) => {
        if (node.arguments[0]?.callee?.name !== 'pageUrl') refuse(node, 'A page loads its own address alone.');
      },
      'CallExpression[callee.property.name="setWindowOpenHandler"]': (/** @type {any} */ node) => {
        if (!/^\(\) => \(\{ action: 'deny' \}\)$/.test(context.sourceCode.getText(node.arguments[0])))
          refuse(node, 'No page opens a window.');
      },
      'CallExpression[callee.object.name="window"][callee.property.name="open"]': (/** @type {any} */ node) =>
        refuse(node, 'A page opens nothing: links go through link.open.'),
      'CallExpression[callee.name=/^set(?:Timeout|Interval)$/]': (/** @type {any} */ node) => {
        if (/^(?:Template)?Literal$/.test(node.arguments[0]?.type)) refuse(node, 'A text is never run.');
      },
      JSXOpeningElement: (/** @type {any} */ node) => {
        if (ELEMENTS.test(node.name?.name ?? '')) refuse(node, 'No page has such an element.');
      },
      'JSXAttribute[name.name=/^(?:href|action|formAction|ping|srcSet)$/]': (/** @type {any} */ node) => {
        // A prop of a component of ours may have any name.
        if (!/^[a-z]/.test(node.parent.name?.name ?? '')) return;
        const text = node.value?.value ?? node.value?.expression?.quasis?.[0]?.value.raw ?? '';
        if (!String(text).startsWith('#')) refuse(node, 'No element leads out of a page: links go through link.open.');
      },
      Literal: (/** @type {any} */ node) => {
        if (typeof node.value === 'string') refuse(node, wrongText(file, node.value));
      },
      TemplateLiteral: (/** @type {any} */ node) => refuse(node, wrongText(file, node.quasis[0].value.raw)),
    });
  },
};
