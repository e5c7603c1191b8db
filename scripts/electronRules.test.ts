import fs from 'node:fs';
import path from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, it } from 'vitest';
import { root } from './run.mjs';

// The static column of the Electron checklist (security.md section 3): each line is a text that the lint must refuse.
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [{ ...tseslint.configs.disableTypeChecked, files: ['**/*.{ts,tsx}'] }],
});
async function broken(filePath: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${text}\n`, { filePath });
  const messages = result?.messages ?? [];
  expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
  return messages.flatMap(({ ruleId, severity }) => (severity === 2 && ruleId ? [ruleId] : []));
}
const options = (text: string): string => `export const webPreferences = { ${text} };`;

const REFUSED: readonly (readonly [item: string, file: string, text: string])[] = [
  ['1 secure content', 'electron/models/x.ts', "export const base = 'http://example.org/v1';"],
  ['1 secure content', 'renderer/x.ts', 'export const at = (p: string): string => `http://example.org/${p}`;'],
  ['2 no Node in a page', 'electron/shell/x.ts', options('nodeIntegration: true')],
  ['2 no Node in a frame', 'electron/shell/x.ts', options('nodeIntegrationInSubFrames: true')],
  ['2 no Node in a worker', 'electron/shell/x.ts', options("'nodeIntegrationInWorker': true")],
  ['2 not even by a variable', 'electron/shell/x.ts', options('nodeIntegration: process.platform === "linux"')],
  ['3 isolation', 'electron/shell/x.ts', options('contextIsolation: false')],
  ['4 sandbox', 'electron/shell/x.ts', options('sandbox: false')],
  ['4 preloads', 'electron/shell/chatPreload.ts', "import fs from 'node:fs';\nexport const x = fs;"],
  ['4 preloads', 'electron/shell/bridge.ts', "import { z } from 'zod';\nexport const x = z;"],
  ['4 preloads', 'electron/shell/decisionsPreload.ts', "import { x } from '../host.ts';\nexport const y = x;"],
  ['6 webSecurity', 'electron/shell/x.ts', options('webSecurity: false')],
  ['8 insecure content', 'electron/shell/x.ts', options('allowRunningInsecureContent: true')],
  ['9 experiments', 'electron/shell/x.ts', options('experimentalFeatures: true')],
  ['10 blink', 'electron/shell/x.ts', options("enableBlinkFeatures: 'X'")],
  ['10 switches of a page', 'electron/shell/x.ts', options("commandLineSwitches: ['x']")],
  ['11 webview', 'electron/shell/x.ts', options('webviewTag: true')],
  ['12 webview', 'renderer/X.tsx', 'export const X = () => <webview src="x" />;'],
  ['13 loading', 'electron/shell/x.ts', 'export const go = (c: { loadURL(u: string): void }, u: string): void => c.loadURL(u);'],
  ['13 leaving', 'renderer/X.tsx', 'export const X = () => <a href="https://example.org">x</a>;'],
  ['13 leaving', 'renderer/X.tsx', 'export const X = ({ url }: { url: string }) => <a href={url}>x</a>;'],
  ['14 windows', 'electron/shell/x.ts', "export const f = (c: any) => c.setWindowOpenHandler(() => ({ action: 'allow' }));"],
  ['14 windows', 'renderer/x.ts', "export const f = () => window.open('x');"],
  ['14 windows', 'electron/shell/x.ts', "import { BrowserWindow } from 'electron';\nexport const x = BrowserWindow;"],
  ['14 windows', 'electron/shell/menu.ts', "import { WebContentsView } from 'electron';\nexport const x = WebContentsView;"],
  ['15 opening', 'electron/shell/window.ts', "import { shell } from 'electron';\nexport const x = shell;"],
  ['15 opening', 'electron/shell/window.ts', "import { shell as s } from 'electron';\nexport const x = s;"],
  ['15 opening', 'electron/shell/window.ts', "import * as e from 'electron';\nexport const x = e;"],
  ['15 opening', 'electron/shell/window.ts', "import e from 'electron';\nexport const x = e;"],
  ['15 opening', 'electron/shell/window.ts', "export const x = import('electron');"],
  ['15 opening', 'electron/shell/openExternal.ts', "export const f = (s: any) => s.openPath('x');"],
  ['17 senders', 'electron/shell/main.ts', 'export const f = (c: any) => c.ipc.on("x", () => 1);'],
  ['17 senders', 'electron/shell/window.ts', "import { ipcMain } from 'electron';\nexport const x = ipcMain;"],
  ['18 files', 'electron/shell/x.ts', "export const f = (c: any) => c.loadFile('x.html');"],
  ['18 files', 'electron/shell/x.ts', "export const x = 'file:///x.html';"],
  ['18 schemes', 'electron/shell/x.ts', options('bypassCSP: true')],
  ['18 schemes', 'electron/shell/x.ts', options('corsEnabled: true')],
  ['18 schemes', 'electron/shell/x.ts', options('supportFetchAPI: true')],
  ['20 the bridge', 'electron/shell/x.ts', "import { ipcRenderer } from 'electron';\nexport const x = ipcRenderer;"],
  ['20 the bridge', 'electron/shell/chatPreload.ts', "import { contextBridge } from 'electron';\nexport const x = contextBridge;"],
  ['markup', 'renderer/x.ts', "export const f = (e: HTMLElement) => { e.innerHTML = 'x'; };"],
  ['markup', 'renderer/x.ts', "export const f = () => document.write('x');"],
  ['markup', 'renderer/x.ts', "export const f = () => new DOMParser().parseFromString('x', 'text/html');"],
  ['markup', 'renderer/X.tsx', 'export const X = () => <object data="x" />;'],
  ['markup', 'renderer/X.tsx', 'export const X = (html: string) => <p dangerouslySetInnerHTML={{ __html: html }} />;'],
  ['code from text', 'renderer/x.ts', "export const f = new Function('return 1');"],
  ['code from text', 'renderer/x.ts', "export const f = setTimeout('x()', 1);"],
  ['code from text', 'electron/shell/x.ts', "export const f = (c: any) => c.executeJavaScript('1');"],
  ['processes', 'electron/mcp/servers.ts', "import { spawn } from 'node:child_process';\nexport const x = spawn;"],
  ['processes', 'electron/agent/x.ts', "import { fork } from 'child_process';\nexport const x = fork;"],
  ['processes', 'servers/x.ts', "export const x = import('node:child_process');"],
  ['other programs', 'electron/shell/main.ts', "export const f = (a: any) => a.setAsDefaultProtocolClient('steward');"],
];

it.each(REFUSED)('item %s: the lint refuses it in %s', async (_item, file, text) => {
  const rules = await broken(file, text);
  expect(rules.some((rule) => ['steward/electron', 'no-restricted-syntax', 'no-new-func'].includes(rule))).toBe(true);
});

it.each([
  ['electron/shell/window.ts', "import { WebContentsView } from 'electron';\nexport const x = WebContentsView;"],
  ['electron/shell/x.ts', options('sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false')],
  ['electron/mcp/processTransport.ts', "import { spawn } from 'node:child_process';\nexport const x = spawn;"],
  [
    'electron/shell/bridge.ts',
    "import { contextBridge } from 'electron';\nimport type { Bridge } from '#shared/ipc/wire.ts';\nexport const x: Bridge = contextBridge;",
  ],
  ['electron/models/x.ts', "export const local = 'http://127.0.0.1:11434';"],
  ['renderer/X.tsx', 'export const X = () => <a href={`#${1}`}>x</a>;'],
])('the lint lets %s have what is made for it', async (file, text) => {
  expect(await broken(file, text)).toEqual([]);
});

const source = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

it('S8 item 16: the shipped Electron has the fixes of the 2026 advisories', () => {
  const { devDependencies } = JSON.parse(source('package.json')) as { devDependencies: { electron: string } };
  const { electron } = devDependencies;
  expect(electron).toMatch(/^\d+\.\d+\.\d+$/);
  expect(isFixed(electron)).toBe(true);
});
it('S8 the floor for Electron is that of the advisories', () => {
  expect(['42.0.0', '45.5.0', '41.4.0', '40.9.3', '39.8.10', '41.10.0'].filter((version) => !isFixed(version))).toEqual([]);
  expect(['41.3.9', '40.9.2', '39.8.9', '38.9.9', '33.4.11'].filter(isFixed)).toEqual([]);
});

/** Whether a version is at or above the fixed one of its line. */
function isFixed(version: string): boolean {
  const floors: Readonly<Record<number, readonly [number, number]>> = { 39: [8, 10], 40: [9, 3], 41: [4, 0] };
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (major >= 42) return true;
  const floor = floors[major];
  return floor !== undefined && (minor > floor[0] || (minor === floor[0] && patch >= floor[1]));
}

it('items 4 and 5: the sandbox comes before anything else, every session has its handlers, and no devtools are in a packaged app', () => {
  const main = source('electron/shell/main.ts');
  expect(main.indexOf('app.enableSandbox()')).toBeGreaterThan(0);
  expect(main.indexOf('app.enableSandbox()')).toBeLessThan(main.indexOf('registerAppScheme();'));
  const handlers = [
    'setPermissionRequestHandler',
    'setPermissionCheckHandler',
    'setDevicePermissionHandler',
    'setDisplayMediaRequestHandler',
  ];
  for (const name of [...handlers, 'will-download', 'session-created', 'web-contents-created', 'setProxy'])
    expect(source('electron/shell/guards.ts')).toContain(name);
  expect(main.indexOf('guardEverything();')).toBeLessThan(main.indexOf('.whenReady()'));
  expect(source('electron/shell/window.ts')).toContain('devTools: !app.isPackaged');
});

it('item 7: no page brings a policy of its own or a script in its markup', () => {
  for (const file of ['renderer/index.html', 'renderer/decisions.html']) {
    expect(source(file)).not.toMatch(/http-equiv|<style|\son\w+=|https?:/i);
    expect(source(file).match(/<script/g)).toHaveLength(1);
    expect(source(file)).toMatch(/<script type="module" src="[\w./]+"><\/script>/);
  }
});
