import { expect, test } from 'vitest';
import { launchMarkName, markedProcesses } from './launchMark.ts';
import { createProcessLauncher } from './processLauncher.ts';
import { fixture, scriptStart, temporaryFolder } from './processFixtures.ts';
import { ProcessTable, type ProcessRow } from './processes.ts';

function table() {
  const rows = new Map<number, ProcessRow>();
  return {
    rows,
    processes: new ProcessTable({ all: () => [...rows.values()], add: (row) => rows.set(row.pid, row), remove: (pid) => rows.delete(pid) }),
  };
}

test.runIf(process.platform === 'linux')(
  'I9 F20 a launched server gets the allow-list, its entry’s names, and one mark: a random number that is this launch’s alone',
  async () => {
    const { rows, processes } = table();
    const script = fixture(`${scriptStart} say({ method: 'env', params: { env: process.env } }); process.stdin.resume();`);
    const environment = { HOME: '/h', PATH: process.env.PATH ?? '', USER: 'me', OPENAI_API_KEY: 'CANARY', STEWARD_LAUNCH: 'CANARY' };
    const launcher = createProcessLauncher({
      serverKey: 's',
      entry: { command: process.execPath, args: [script], env: { FEATURE: 'on', STEWARD_LAUNCH: 'of the entry' } },
      processes,
      environment: async () => environment,
      home: temporaryFolder(),
    });
    const marks: string[] = [];
    for (let launch = 0; launch < 2; launch += 1) {
      const peer = await launcher.open();
      const heard: { readonly params: { readonly env: Readonly<Record<string, string>> } }[] = [];
      peer.transport.onmessage = (message) => heard.push(message as never);
      await peer.transport.start();
      await expect.poll(() => heard).toHaveLength(1);
      const { [launchMarkName]: mark = '', ...rest } = heard[0]?.params.env ?? {};
      expect(rest).toEqual({ HOME: '/h', PATH: environment.PATH, USER: 'me', FEATURE: 'on' });
      expect(mark).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect([...rows.values()].map((row) => row.mark)).toEqual([mark]);
      expect(markedProcesses(new Set([mark])).map(({ pid }) => pid)).toEqual([...rows.keys()]);
      expect(markedProcesses(new Set([mark.slice(0, -1), `${mark}0`, '']))).toEqual([]);
      marks.push(mark);
      await peer.close();
      expect(markedProcesses(new Set([mark]))).toEqual([]);
    }
    expect(new Set(marks).size).toBe(2);
  },
);
