import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { launchMarkName, markedProcesses } from './launchMark.ts';
import { createProcessLauncher } from './processLauncher.ts';
import { fixture, runs, scriptStart, temporaryFolder } from './processFixtures.ts';
import { ProcessTable, type LaunchMark, type ProcessRow } from './processes.ts';

function table() {
  const rows = new Map<number, ProcessRow>();
  const marks = new Map<string, LaunchMark>();
  const processes = new ProcessTable({
    all: () => [...rows.values()],
    add: (row) => rows.set(row.pid, row),
    remove: (pid) => rows.delete(pid),
    marks: () => [...marks.values()],
    addMark: (launch) => marks.set(launch.mark, launch),
    removeMark: (mark) => marks.delete(mark),
  });
  return { rows, marks, processes };
}

test.runIf(process.platform === 'linux')(
  'I9 F20 a launched server gets the allow-list, its entry’s names, and one mark: a random number that is this launch’s alone',
  async () => {
    const { rows, marks: kept, processes } = table();
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
      expect([...kept.values()]).toEqual([{ mark, serverKey: 's' }]);
      expect(markedProcesses(new Set([mark])).map(({ pid }) => pid)).toEqual([...rows.keys()]);
      expect(markedProcesses(new Set([mark.slice(0, -1), `${mark}0`, '']))).toEqual([]);
      marks.push(mark);
      await peer.close();
      expect(markedProcesses(new Set([mark]))).toEqual([]);
      expect([...kept.keys()]).toEqual([]);
    }
    expect(new Set(marks).size).toBe(2);
  },
);

test.runIf(process.platform === 'linux')(
  'F20 I16 a launch that was not recorded before the app died is swept by its mark, which was',
  async () => {
    const { marks, processes } = table();
    const mark = processes.newMark('lost') ?? '';
    const child = spawn(process.execPath, ['-e', `process.on('SIGTERM', () => {}); console.log(1); setInterval(() => {}, 1000)`], {
      env: { [launchMarkName]: mark },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    expect(await processes.sweep()).toMatchObject([
      { pid: child.pid, serverKey: 'lost', outcome: 'ended', name: expect.any(String) as string },
    ]);
    expect([runs(child.pid ?? 0), marks.size]).toEqual([false, 0]);
  },
);
