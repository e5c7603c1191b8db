import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
/** A built file, as the app itself would load it. */
export const dist = (...parts: string[]): string => path.join(root, 'dist', ...parts);

/** A data folder of its own; removed by `remove()`. */
export function makeFolder(mcpServers?: Readonly<Record<string, unknown>>): { readonly dir: string; readonly remove: () => void } {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'steward-test-'));
  if (mcpServers) writeFileSync(path.join(dir, 'mcp.json'), JSON.stringify({ mcpServers }, null, 2));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 }) };
}

/** The entry of a fixture server in mcp.json. */
export const fixture = (name: string, env: Readonly<Record<string, string>> = {}): Record<string, unknown> => ({
  command: process.execPath,
  args: [dist('e2e', `${name}.mjs`)],
  env,
});

export interface Received {
  readonly line: string;
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}
/** Every line that a recorder server received, parsed; none while it has not started. */
export function received(file: string): Received[] {
  const text = readFileSync(file, { encoding: 'utf8', flag: 'a+' });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ ...(JSON.parse(line) as object), line }));
}
export const callsReceived = (file: string): Received[] => received(file).filter((message) => message.method === 'tools/call');
