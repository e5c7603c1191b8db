import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Bundles, bundleEntries } from '../../../servers/bundleEntries.ts';
import { StartedServer } from './startedServer.ts';

/** Bundles the scripted server for a file of tests, and ends after each test what it started. `fileNamed` is in a folder that goes too. */
export function scriptedServers() {
  let bundles: Bundles;
  const folder = mkdtempSync(path.join(tmpdir(), 'steward-scripted-'));
  const started: StartedServer[] = [];
  beforeAll(async () => {
    bundles = await bundleEntries(['e2e/servers/scripted.ts']);
  }, 60_000);
  afterEach(() => {
    for (const server of started.splice(0)) server.end();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await bundles.remove();
  });
  return {
    program: () => bundles.program('scripted'),
    fileNamed: (name: string) => path.join(folder, name),
    start(MODE: string, env: Record<string, string> = {}): StartedServer {
      const server = new StartedServer(bundles.program('scripted'), { MODE, ...env });
      started.push(server);
      return server;
    },
  };
}

/** What a tool's answer in one text looks like. */
export const textResult = (text: string) => ({ result: { content: [{ type: 'text', text }] } });

/** Waits for the first answer to a request. */
export async function answer(
  server: StartedServer,
  id: unknown,
): Promise<{ readonly result?: Record<string, unknown>; readonly error?: Record<string, unknown> }> {
  await expect.poll(() => server.answersTo(id).length, { timeout: 5000 }).toBeGreaterThan(0);
  return server.answersTo(id)[0] ?? {};
}
