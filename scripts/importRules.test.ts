import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { root } from './run.mjs';

// The project's own configuration, without the rules that need a file on disk to know its types.
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [{ ...tseslint.configs.disableTypeChecked, files: ['**/*.{ts,tsx}'] }],
});

/** The rules that a text in a file of this name breaks. A text that cannot be read breaks the test. */
async function broken(filePath: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${text}\n`, { filePath });
  const messages = result?.messages ?? [];
  expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
  return messages.flatMap(({ ruleId, severity }) => (severity === 2 && ruleId ? [ruleId] : []));
}

const uses = (specifier: string): string => `import { x } from '${specifier}';\nexport const y = x;`;

const WRONG: readonly (readonly [string, string])[] = [
  ['shared/ipc/x.ts', '../../electron/host.ts'],
  ['shared/ipc/x.ts', '../../renderer/App.tsx'],
  ['shared/x.ts', 'node:fs'],
  ['shared/x.ts', 'fs'],
  ['shared/x.ts', 'fs/promises'],
  ['shared/x.ts', 'react'],
  ['shared/x.ts', 'react/jsx-runtime'],
  ['shared/x.ts', 'electron'],
  ['shared/x.ts', '#shared/../electron/host.ts'],
  ['renderer/chat/x.tsx', '../../electron/agent/nextStep.ts'],
  ['renderer/x.ts', '../servers/demo.ts'],
  ['renderer/x.ts', 'electron'],
  ['renderer/x.ts', 'node:path'],
  ['renderer/chat/X.tsx', '../settings/SettingsScreen.tsx'],
  ['renderer/settings/X.tsx', '../chat/Composer.tsx'],
  ['renderer/activity/parts/X.tsx', '../../servers/ServersScreen.tsx'],
  ['renderer/chat/X.tsx', '../decisions/DecisionCard.tsx'],
  ['renderer/ui/X.tsx', '../ipc/client.ts'],
  ['renderer/ui/X.tsx', '../chat/Composer.tsx'],
  ['electron/host.ts', '../renderer/ipc/client.ts'],
  ['electron/shell/x.ts', '../../renderer/i18n.ts'],
  ['electron/mcp/x.ts', 'react'],
  ['electron/host.ts', 'electron'],
  ['electron/storage/x.ts', 'electron/main'],
  ['electron/host.ts', './shell/window.ts'],
  ['electron/agent/x.ts', '../host.ts'],
  ['electron/storage/x.ts', '../mcp/callTool.ts'],
  ['electron/secrets/x.ts', '../models/provider.ts'],
  ['electron/settings/x.ts', '../decision/gate.ts'],
  ['electron/audit/x.ts', '../agent/runTurn.ts'],
  ['electron/trace/x.ts', '../ipc/topicHub.ts'],
  ['electron/storage/deep/x.ts', '../../conversation/conversations.ts'],
  ['electron/storage/x.ts', '../host.ts'],
  ['electron/mcp/x.ts', '../agent/runTurn.ts'],
  ['electron/models/x.ts', '../conversation/conversations.ts'],
  ['electron/decision/x.ts', '../../electron/host.ts'],
  ['servers/x.ts', 'electron'],
  ['electron/mcp/x.ts', '../../e2e/servers/notes.ts'],
  ['electron/mcp/x.test.ts', '../../e2e/harness.ts'],
  ['electron/storage/x.test.ts', 'electron'],
  ['scripts/x.mjs', '../e2e/harness.ts'],
];

const RIGHT: readonly (readonly [string, string])[] = [
  ['shared/ipc/x.ts', 'zod'],
  ['shared/ipc/x.ts', '../servers/status.ts'],
  ['shared/servers/x.test.ts', 'node:fs'],
  ['renderer/chat/X.tsx', '#shared/servers/status.ts'],
  ['renderer/chat/X.tsx', '#shared/settings/settings.ts'],
  ['renderer/chat/X.tsx', './Transcript.tsx'],
  ['renderer/chat/X.tsx', '../ipc/hooks.ts'],
  ['renderer/chat/X.tsx', '../ui/Button.tsx'],
  ['renderer/App.tsx', './chat/ChatScreen.tsx'],
  ['renderer/ui/X.tsx', '#shared/ipc/contract.ts'],
  ['renderer/x.tsx', 'react'],
  ['electron/shell/x.ts', 'electron'],
  ['electron/shell/x.ts', '../host.ts'],
  ['electron/host.ts', './mcp/connections.ts'],
  ['electron/host.test.ts', './host.ts'],
  ['electron/headless.ts', './host.ts'],
  ['electron/mcp/x.ts', '../storage/database.ts'],
  ['electron/mcp/x.ts', '../decision/gate.ts'],
  ['electron/mcp/x.ts', '../ipc/topicHub.ts'],
  ['electron/agent/x.ts', '../mcp/callTool.ts'],
  ['electron/storage/x.ts', '../audit/journal.ts'],
  ['electron/storage/x.ts', 'node:fs'],
  ['electron/storage/x.ts', '#shared/conversation/events.ts'],
  ['servers/demo.utility.ts', '../electron/mcp/portTransport.ts'],
  ['e2e/trip.test.ts', '../electron/host.ts'],
  ['e2e/app.spec.ts', '../electron/shell/appFiles.ts'],
];

describe('the lint that holds which way imports point', () => {
  it.each(WRONG)('refuses %s an import of %s', async (file, specifier) => {
    expect(await broken(file, uses(specifier))).toEqual(['steward/imports']);
  });

  it.each(RIGHT)('allows %s an import of %s', async (file, specifier) => {
    expect(await broken(file, uses(specifier))).toEqual([]);
  });

  it.each([
    ['a type import', "import type { X } from '../../electron/host.ts';\nexport type Y = X;"],
    ['an import in a type', "export type X = import('../../electron/host.ts').X;"],
    ['a dynamic import', "export const x = import('../../electron/host.ts');"],
    ['a re-export', "export { x } from '../../electron/host.ts';"],
    ['a re-export of everything', "export * from '../../electron/host.ts';"],
    ['an import for its effect', "import '../../electron/host.ts';"],
  ])('refuses %s as it refuses a plain import', async (_kind, text) => {
    expect(await broken('renderer/chat/x.ts', text)).toEqual(['steward/imports']);
  });
});

describe('the lint that bans what would open a hole', () => {
  it.each([
    ['no-restricted-syntax', 'renderer/x.tsx', 'export const x = <p dangerouslySetInnerHTML={{ __html: text }} />;'],
    ['no-restricted-syntax', 'renderer/x.ts', "document.body.innerHTML = 'x';"],
    ['no-new-func', 'electron/x.ts', "export const f = new Function('return 1');"],
    ['no-eval', 'electron/x.ts', "export const f: unknown = eval('1');"],
    ['no-restricted-syntax', 'electron/x.ts', 'export const options = { shell: true };'],
    ['no-restricted-syntax', 'scripts/x.mjs', "export const options = { 'shell': '/bin/sh' };"],
    ['no-restricted-syntax', 'electron/x.ts', "import { exec } from 'node:child_process';\nexport const x = exec;"],
    ['no-restricted-syntax', 'electron/shell/window.ts', "import { shell } from 'electron';\nvoid shell.openExternal('x:y');"],
    ['no-restricted-syntax', 'electron/shell/ipcMain.ts', "import { shell } from 'electron';\nvoid shell.openExternal('x:y');"],
    ['no-restricted-syntax', 'electron/shell/window.ts', "import { ipcMain } from 'electron';\nexport const x = 1;"],
    ['no-restricted-syntax', 'electron/x.ts', 'export function f(): void {\n  try {\n    f();\n  } catch {\n    // nothing\n  }\n}'],
    ['no-restricted-syntax', 'electron/x.ts', 'export default 1;'],
    ['@typescript-eslint/no-explicit-any', 'electron/x.ts', 'export const x = (y: any) => y;'],
    ['@typescript-eslint/ban-ts-comment', 'electron/x.ts', '// @ts-expect-error\nexport const x: number = 1;'],
    ['no-restricted-syntax', 'electron/x.test.ts', "vi.mock('./y.ts');"],
    ['no-restricted-globals', 'shared/x.ts', 'export const now = Date.now();'],
    ['no-restricted-globals', 'shared/x.ts', 'export const id = crypto.randomUUID();'],
    ['no-restricted-globals', 'shared/x.ts', 'export const wide = window.innerWidth;'],
    ['no-restricted-globals', 'shared/x.ts', 'export const home = process.env.HOME;'],
    ['no-restricted-properties', 'shared/x.ts', 'export const luck = Math.random();'],
    ['max-lines', 'electron/x.ts', 'export {};\n'.repeat(301)],
    ['max-lines', 'scripts/x.mjs', 'export {};\n'.repeat(301)],
  ])('finds %s in %s', async (rule, file, text) => {
    expect(await broken(file, text)).toContain(rule);
  });

  it('takes no comment that would switch a rule off', async () => {
    expect(await broken('electron/x.ts', "/* eslint-disable */\nexport const f: unknown = eval('1');")).toContain('no-eval');
  });

  it('allows each exception in the one file made for it', async () => {
    expect(await broken('electron/shell/openExternal.ts', "import { shell } from 'electron';\nvoid shell.openExternal('x:y');")).toEqual(
      [],
    );
    expect(await broken('electron/shell/ipcMain.ts', "import { ipcMain } from 'electron';\nexport const x = ipcMain;")).toEqual([]);
  });
});
