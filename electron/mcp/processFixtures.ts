import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { ProcessTransport, type ProcessTransportOptions } from './processTransport.ts';

/** A folder that goes away with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'steward-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The path of a file with this content, in a folder that goes away with the test. */
export function fixture(content: string | Buffer, name = 'server.mjs', mode = 0o644): string {
  const file = path.join(temporaryFolder(), name);
  writeFileSync(file, content, { mode });
  return file;
}

export interface Started {
  readonly transport: ProcessTransport;
  readonly messages: JSONRPCMessage[];
  readonly errors: Error[];
  /** Settles when `onclose` was called; `closes` says how often. */
  readonly over: Promise<void>;
  closes: number;
}

/** A transport with everything it tells recorded; ended with the test. */
export function observed(options: Partial<ProcessTransportOptions>): Started {
  const transport = new ProcessTransport({ file: process.execPath, args: [], env: {}, cwd: tmpdir(), graceMs: 300, ...options });
  let settle = (): void => undefined;
  const over = new Promise<void>((resolve) => (settle = resolve));
  const started: Started = { transport, messages: [], errors: [], over, closes: 0 };
  transport.onmessage = (message) => started.messages.push(message);
  transport.onerror = (error) => started.errors.push(error);
  transport.onclose = () => {
    started.closes += 1;
    settle();
  };
  onTestFinished(() => transport.close({ force: true }));
  return started;
}

/** A running Node script. */
export async function run(source: string, options: Partial<ProcessTransportOptions> = {}): Promise<Started> {
  const started = observed({ args: [fixture(source), ...(options.args ?? [])], ...omitArgs(options) });
  await started.transport.start();
  return started;
}

/** The live processes of a group, by the system's own table; zombies have ended. */
export function membersOf(group: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,stat='], { encoding: 'utf8' });
  const rows = table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/));
  return rows.filter(([, pgid, state]) => Number(pgid) === group && !state?.startsWith('Z')).map(([pid]) => Number(pid));
}

/** True while the process runs, by the system's own table. */
export function runs(pid: number): boolean {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,stat='], { encoding: 'utf8' });
  return table.split('\n').some((row) => row.trim().split(/\s+/)[0] === String(pid) && !row.trim().split(/\s+/)[1]?.startsWith('Z'));
}

/** Says its lines when asked to; `say` writes a message, `ignore` outlives the polite ways to end. */
export const scriptStart = `
  import { createInterface } from 'node:readline';
  import { spawn } from 'node:child_process';
  const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  const ignore = () => { process.on('SIGTERM', () => say({ method: 'got', params: { signal: 'SIGTERM' } })); setInterval(() => {}, 1000); };
`;

function omitArgs({ args: _args, ...rest }: Partial<ProcessTransportOptions>): Partial<ProcessTransportOptions> {
  return rest;
}
