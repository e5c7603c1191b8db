import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { root } from '../scripts/run.mjs';
import { median } from './electron.mjs';

const dist = (...parts) => path.join(root, 'dist', ...parts);
const recorder = { command: process.execPath, args: [dist('e2e', 'recorder.mjs')] };

/** The host in plain Node over a model that asks for one call and then answers; `calls` counts up so that no call repeats. */
async function openHost(data) {
  const { openHost: open } = await import(dist('electron', 'desktopHost.mjs'));
  fs.writeFileSync(path.join(data, 'mcp.json'), JSON.stringify({ mcpServers: { rec: recorder } }));
  const nothing = () => undefined;
  return open({
    userData: data,
    environment: { PATH: process.env.PATH },
    launchEnvironment: async () => ({ PATH: process.env.PATH }),
    home: os.homedir(),
    workerFile: dist('electron', 'schemaWorker.mjs'),
    catalogueFile: dist('servers', 'catalogue.json'),
    bundledLauncher: () => ({ open: () => Promise.reject(new Error('not here')) }),
    surface: { setHeight: nothing, leave: nothing, visit: nothing, openLink: async () => false, about: () => ({}) },
    openCipher: async () => undefined,
    report: (error) => console.error(error),
  });
}
async function until(read) {
  for (let i = 0; i < 3000; i++) {
    const value = read();
    if (value) return value;
    await sleep(10);
  }
  throw new Error('waited in vain');
}
async function answer(host, kind, how) {
  const decision = await until(() => host.hub.state('decisions', {}).find((d) => d.kind === kind));
  await host.routes.decisions.request('decision.painted', { ids: [decision.id] });
  await until(() => host.hub.state('decisions', {}).find((d) => d.id === decision.id)?.armed);
  const reply = await host.routes.decisions.request('decision.settle', { id: decision.id, answer: how });
  if (!reply.ok) throw new Error(reply.failure.detail);
}

/**
 * One call from the model's wish to the recorded result (validation, rule, two commits on disk, the lock's commit, the call, the log),
 * and the bare SDK call to another process of the same server, in turns; milliseconds at the median.
 */
export async function measureCall(rounds) {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'steward-bench-'));
  const host = await openHost(data);
  const bare = new Client({ name: 'bench', version: '0' }, { versionNegotiation: { mode: 'auto' } });
  await bare.connect(new StdioClientTransport({ ...recorder, stderr: 'ignore' }));
  const times = { app: [], bare: [] };
  const seen = { proposed: 0 };
  const conversationId = 'bench';
  try {
    await answer(host, 'server-trust', 'allow');
    await answer(host, 'tools', 'allow');
    await until(() =>
      host.hub
        .state('servers', {})
        .find((s) => s.key === 'rec')
        ?.tools.every((t) => t.accepted),
    );
    host.hub.watch('conversation', { conversationId }, (frame) => {
      if (frame.kind !== 'event') return;
      if (frame.event.type === 'call.proposed') seen.proposed = performance.now();
      if (frame.event.type === 'call.finished') times.app.push(performance.now() - seen.proposed);
    });
    for (let i = 0; i < rounds + 10; i++) {
      await host.routes.chat.request('settings.change', { change: { callsPerMinute: 10_000 } });
      await host.routes.chat.request('conversation.send', { conversationId, text: `call rec__add {"a":${i},"b":1}` });
      if (i === 0) await answer(host, 'tool-call', 'allow-always');
      await until(() => host.hub.state('conversation', { conversationId }).turns.at(-1)?.outcome !== 'open');
      const began = performance.now();
      await bare.callTool({ name: 'add', arguments: { a: i, b: 1 } });
      times.bare.push(performance.now() - began);
    }
    return { app: median(times.app.slice(10)), bare: median(times.bare.slice(10)) };
  } finally {
    await bare.close();
    await host.close();
    fs.rmSync(data, { recursive: true, force: true });
  }
}
