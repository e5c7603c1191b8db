import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../scripts/run.mjs';

export const dist = (...parts) => path.join(root, 'dist', ...parts);
export const recorder = { command: process.execPath, args: [dist('e2e', 'recorder.mjs')] };

/** Runs `work` in a data folder with this mcp.json, and removes the folder. */
export async function inFolder(mcpServers, work) {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'steward-bench-'));
  fs.writeFileSync(path.join(data, 'mcp.json'), JSON.stringify({ mcpServers }));
  try {
    return await work(data);
  } finally {
    fs.rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
/** The host in plain Node, as the app's shell opens it. */
export async function openHost(data, more = {}) {
  const { openHost: open } = await import(dist('electron', 'desktopHost.mjs'));
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
    ...more,
  });
}
export async function until(read, ms = 5) {
  for (let i = 0; i < 60_000 / ms; i++) {
    const value = read();
    if (value) return value;
    await sleep(ms);
  }
  throw new Error('waited in vain');
}
export async function answer(host, kind, how) {
  const decision = await until(() => host.hub.state('decisions', {}).find((d) => d.kind === kind));
  await host.routes.decisions.request('decision.painted', { ids: [decision.id] });
  await until(() => host.hub.state('decisions', {}).find((d) => d.id === decision.id)?.armed);
  const reply = await host.routes.decisions.request('decision.settle', { id: decision.id, answer: how });
  if (!reply.ok) throw new Error(reply.failure.detail);
}
/** The configured servers. */
export const configured = (host) => host.hub.state('servers', {}).filter((server) => !server.bundled);

/** Trusts every server of the folder, launch and tools, as a person would. */
export async function admitAll(data) {
  const host = await openHost(data, { limits: { armMs: 1 } });
  try {
    for (let left = configured(host).length * 2; left > 0; left--) {
      const { kind } = await until(() => host.hub.state('decisions', {})[0]);
      await answer(host, kind, 'allow');
    }
    await until(() => configured(host).every(({ tools }) => tools.length > 0 && tools.every((tool) => tool.accepted)));
  } finally {
    await host.close();
  }
}
