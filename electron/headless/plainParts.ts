import os from 'node:os';
import path from 'node:path';
import type { HostParts } from '../hostParts.ts';
import { createProcessLauncher } from '../mcp/processLauncher.ts';
import { ProcessTable } from '../mcp/processes.ts';

/** What the host is built from where there is no Electron: no windows, no key store, bundled servers over stdio from the files of the build. */
export function plainParts(userData: string, built: string, environment: NodeJS.ProcessEnv, report: HostParts['report']): HostParts {
  const processes = memoryTable();
  return {
    userData,
    environment,
    launchEnvironment: async () => environment,
    home: os.homedir(),
    workerFile: path.join(built, 'electron', 'schemaWorker.mjs'),
    catalogueFile: path.join(built, 'servers', 'catalogue.json'),
    bundledLauncher: (serverKey) =>
      createProcessLauncher({
        serverKey,
        entry: { command: process.execPath, args: [path.join(built, 'servers', `${serverKey}.stdio.mjs`)] },
        processes,
        environment: async () => environment,
        home: os.homedir(),
      }),
    surface: {
      setHeight: () => undefined,
      leave: () => undefined,
      visit: () => undefined,
      openLink: async () => false,
      pickFile: async () => undefined,
      about: () => ({ version: '0', electron: '', chrome: '', node: process.versions.node, userData, blockedRequests: 0 }),
    },
    openCipher: () => Promise.resolve(undefined),
    report,
  };
}

/** The processes of bundled servers; they end with this process, so nothing of them need outlive it. */
function memoryTable(): ProcessTable {
  const rows = new Map<number, Parameters<ConstructorParameters<typeof ProcessTable>[0]['add']>[0]>();
  return new ProcessTable({
    all: () => [...rows.values()],
    add: (row) => void rows.set(row.pid, row),
    remove: (pid) => void rows.delete(pid),
    marks: () => [],
    addMark: () => undefined,
    removeMark: () => undefined,
  });
}
