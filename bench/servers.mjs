import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { root } from '../scripts/run.mjs';
import { median } from './electron.mjs';
import { admitAll, configured, inFolder, openHost, recorder, until } from './house.mjs';

const numbered = (count, toEntry) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`server${n}`, toEntry(n)]));
/** Twenty servers of this computer, as mcp.json has them. */
export const twenty = numbered(20, () => recorder);
const atOnce = 8;

const asks = [
  { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '0' } } },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list', params: {} },
];
/** One bare command: started, greeted and asked for its tools by hand, with nothing around it. Resolves with the process. */
async function bareServer() {
  // In a session of its own, as the app starts it: on a busy computer that has a share of the processor of its own.
  const child = spawn(recorder.command, recorder.args, { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
  const lines = createInterface(child.stdout);
  for (const ask of asks) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...ask })}\n`);
    if (ask.id === undefined) continue;
    const [line] = await once(lines, 'line');
    if (!JSON.parse(line).result) throw new Error(`a bare server answered ${line}`);
  }
  return child;
}
/** The bare commands, as many at once as the app starts. Milliseconds. */
async function bareStart(count) {
  const children = [];
  const began = performance.now();
  const starter = async () => {
    while (children.length < count) {
      const at = children.push(undefined) - 1;
      children[at] = await bareServer();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, starter));
  const ms = performance.now() - began;
  for (const child of children) child.stdin.end();
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
  return ms;
}
/** From the opening of the host until every server is ready, and the longest time for which main did nothing else meanwhile. Milliseconds. */
async function appStart(data) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  const host = await openHost(data);
  try {
    await until(() => configured(host).every(({ state }) => state.status === 'ready'), 2);
    delay.disable();
    return { ms: performance.now() - began, stall: delay.max / 1e6 };
  } finally {
    await host.close();
  }
}

/** Twenty servers of this computer: the app and the bare commands in turns; medians in milliseconds. */
export const measureStdio = (rounds) =>
  inFolder(twenty, async (data) => {
    await admitAll(data);
    const [bare, app, stalls] = [[], [], []];
    for (let i = 0; i < rounds; i++) {
      bare.push(await bareStart(Object.keys(twenty).length));
      const { ms, stall } = await appStart(data);
      app.push(ms);
      stalls.push(stall);
    }
    return { bare: median(bare), app: median(app), stall: median(stalls) };
  });

async function startRemote(count, delayMs, ports = []) {
  const env = { ...process.env, COUNT: String(count), DELAY_MS: String(delayMs), PORTS: JSON.stringify(ports) };
  const child = spawn(process.execPath, [path.join(root, 'bench/remote.mjs')], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout), 'line');
  const stop = async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
  return { ports: JSON.parse(line), stop };
}
/** Servers over HTTP in one process that take a second for each answer: from the opening of the host until all are ready, in milliseconds. */
export async function measureHttp(count) {
  const quick = await startRemote(count, 0);
  const { ports } = quick;
  return inFolder(
    numbered(count, (n) => ({ type: 'http', url: `http://127.0.0.1:${ports[n]}/mcp` })),
    async (data) => {
      try {
        await admitAll(data);
      } finally {
        await quick.stop();
      }
      const slow = await startRemote(count, 1000, ports);
      try {
        return await appStart(data);
      } finally {
        await slow.stop();
      }
    },
  );
}
