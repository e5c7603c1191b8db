import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Listening } from './http/listening.ts';
import { listenModern, listenSessionful } from './http/mcpServers.ts';
import { openTestHost } from './harness.ts';
import { dist, makeFolder } from './paths.ts';

let folder: ReturnType<typeof makeFolder>;
let server: Listening | undefined;
beforeEach(() => {
  folder = makeFolder();
});
afterEach(async () => {
  await server?.close();
  folder.remove();
});

/** Runs the built headless host to its end. */
async function headless(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly lines: readonly Record<string, unknown>[] }> {
  const child = spawn(process.execPath, [dist('electron', 'headless.mjs'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, 'close')) as [number];
  const lines = Buffer.concat(chunks).toString().split('\n').filter(Boolean);
  return { code, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

for (const [era, listen] of [
  ['modern', listenModern],
  ['legacy', listenSessionful],
] as const)
  test(`the headless host uses a server of the ${era} era through the same gate, and the journal says automatic of each answer`, async () => {
    server = await listen();
    const { code, lines } = await headless(server.url, `--user-data-dir=${folder.dir}`);
    expect(lines[0]).toMatchObject({ event: 'server', state: 'ready', era });
    const calls = lines.filter(({ event }) => event === 'call');
    expect(calls.length).toBeGreaterThan(0);
    expect(server.received.filter(({ rpc }) => rpc === 'tools/call').length).toBe(calls.length);
    expect(code).toBe(calls.every(({ end }) => end === 'done' || end === 'tool-error') ? 0 : 1);
    const house = await openTestHost(folder.dir, {});
    try {
      const { entries } = await house.chat.request('journal.page', { filter: {}, limit: 500 });
      const decided = entries.map(({ entry }) => entry).filter(({ kind }) => kind === 'decision');
      expect(decided.filter(({ what }) => what === 'tool-call').length).toBe(calls.length);
      expect(decided.filter(({ by }) => by !== 'automatic')).toEqual([]);
    } finally {
      await house.close();
    }
  });

test('the headless host ends with an error where there is no server, and says why', async () => {
  server = await listenModern();
  const { url } = server;
  await server.close();
  server = undefined;
  const { code, lines } = await headless(url);
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatchObject({ event: 'server', state: 'backoff' });
  expect(lines.at(-1)?.['problem']).toMatch(/^net-refused/);
  expect((await headless()).code).toBe(2);
});
