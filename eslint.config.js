import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { electronRules } from './scripts/lint/electron-rules.mjs';
import { importRules } from './scripts/lint/import-rules.mjs';

const TESTS = ['**/*.{test,spec}.{ts,tsx}', 'e2e/**'];
const steward = { rules: { imports: importRules, electron: electronRules } };

/** Syntax that nobody needs here, each with the reason. */
const FORBIDDEN = [
  [
    'JSXAttribute[name.name="dangerouslySetInnerHTML"], Property[key.name="dangerouslySetInnerHTML"]',
    'Text from models and servers is never markup.',
  ],
  [
    'AssignmentExpression > MemberExpression.left[property.name=/^(innerHTML|outerHTML|srcdoc)$/]',
    'Text from models and servers is never markup.',
  ],
  ['MemberExpression[property.name="insertAdjacentHTML"]', 'Text from models and servers is never markup.'],
  ['Property[key.name="shell"][value.type="Literal"]:not([value.value=false])', 'No shell: programs are started by path and arguments.'],
  ['Property[key.value="shell"][value.type="Literal"]:not([value.value=false])', 'No shell: programs are started by path and arguments.'],
  [
    'ImportDeclaration[source.value=/child_process$/] > ImportSpecifier[imported.name=/^exec(Sync)?$/]',
    'exec starts a shell: use execFile or spawn.',
  ],
  ['ExportDefaultDeclaration', 'No default exports: a thing has one name everywhere.'],
  ['CatchClause > BlockStatement[body.length=0]', 'A catch returns a value, adds a cause and rethrows, or records.'],
  [
    'CallExpression[callee.object.name="vi"][callee.property.name=/^(mock|doMock|hoisted)$/]',
    'No mocks of modules: if you need one, the seam is missing.',
  ],
];
const OPEN_EXTERNAL = [
  'MemberExpression[property.name="openExternal"], ObjectPattern > Property[key.name="openExternal"]',
  'Only electron/shell/openExternal.ts opens links: it asks first and lets only https through.',
];
const OPEN_PATH = [
  'MemberExpression[property.name=/^(openPath|showItemInFolder|trashItem)$/], ObjectPattern > Property[key.name="openPath"]',
  'Only electron/shell/openFolder.ts opens a folder, and only our own: no path of a page or a server reaches the system.',
];
const IPC_MAIN = ['Identifier[name="ipcMain"]', 'Only electron/shell/ipcMain.ts listens to pages: the sender is checked there.'];
/** @param {string[][]} forbidden */
const ban = (...forbidden) => ({ 'no-restricted-syntax': ['error', ...forbidden.map(([selector, message]) => ({ selector, message }))] });
const off = (...names) => Object.fromEntries(names.map((name) => [`@typescript-eslint/${name}`, 'off']));

export default tseslint.config(
  { ignores: ['dist', '.dist-*', 'release', 'test-results', '.electron33', 'tools', '**/*.d.ts'] },
  { linterOptions: { noInlineConfig: true } },
  {
    files: ['**/*.{ts,tsx,mjs,js}'],
    plugins: { steward },
    languageOptions: { parser: tseslint.parser },
    rules: {
      'steward/imports': 'error',
      'steward/electron': 'error',
      'max-lines': ['error', 300],
      'max-params': ['error', 4],
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      ...ban(...FORBIDDEN, OPEN_EXTERNAL, OPEN_PATH, IPC_MAIN),
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true, 'ts-check': true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // An async function without await turns a throw into a rejection, which is what a port promises.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['renderer/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ['shared/**/*.ts'],
    ignores: TESTS,
    rules: {
      'no-restricted-globals': [
        'error',
        ...['Date', 'crypto', 'window', 'document', 'process', 'globalThis', 'performance', 'setTimeout', 'setInterval', 'fetch'].map(
          (name) => ({
            name,
            message: 'shared/ is pure: time, ids and the world outside are passed in.',
          }),
        ),
      ],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: 'shared/ is pure: randomness is passed in.' }],
    },
  },
  {
    // What comes out of JSON.parse is judged by the expectations themselves.
    files: TESTS,
    rules: {
      'max-params': 'off',
      ...off(
        'no-unsafe-assignment',
        'no-unsafe-member-access',
        'no-unsafe-argument',
        'no-unsafe-call',
        'no-unsafe-return',
        'unbound-method',
      ),
    },
  },
  { files: ['electron/shell/openExternal.ts'], rules: ban(...FORBIDDEN, OPEN_PATH, IPC_MAIN) },
  { files: ['electron/shell/openFolder.ts'], rules: ban(...FORBIDDEN, OPEN_EXTERNAL, IPC_MAIN) },
  { files: ['electron/shell/ipcMain.ts'], rules: ban(...FORBIDDEN, OPEN_EXTERNAL, OPEN_PATH) },
  {
    files: ['**/*.config.{ts,js}'],
    rules: ban(...FORBIDDEN.filter(([selector]) => selector !== 'ExportDefaultDeclaration'), OPEN_EXTERNAL, OPEN_PATH, IPC_MAIN),
  },
);
