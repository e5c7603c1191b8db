import { spawn, type ChildProcess } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { fixture, membersOf, runs } from './processFixtures.ts';
import { ProcessTable, startTimeOf, type LaunchMark, type ProcessRow, type ProcessStore } from './processes.ts';
import { descendantsOf, endGroup, groupIsEmpty } from './processGroup.ts';

function store(rows: readonly ProcessRow[] = []): ProcessStore & { readonly rows: Map<number, ProcessRow> } {
  const kept = new Map(rows.map((row) => [row.pid, row]));
  const marks = new Map<string, LaunchMark>();
  return {
    rows: kept,
    all: () => [...kept.values()],
    add: (row) => kept.set(row.pid, row),
    remove: (pid) => kept.delete(pid),
    marks: () => [...marks.values()],
    addMark: (launch) => marks.set(launch.mark, launch),
    removeMark: (mark) => marks.delete(mark),
  };
}
const row = (pid: number, startTime: string): ProcessRow => ({ pid, startTime, commandHash: 'h', serverKey: 's' });

/** A process in a group of its own that ignores SIGTERM, with a child that does too; ready when both are. */
async function tree(leader = ''): Promise<{ readonly pid: number; readonly child: number; readonly process: ChildProcess }> {
  const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
  const inner = fixture(`${stubborn} console.log('child', process.pid);`);
  const outer = fixture(
    `import { spawn } from 'node:child_process'; ${stubborn} spawn(process.execPath, [${JSON.stringify(inner)}], { stdio: 'inherit' }); ${leader}`,
  );
  const started = spawn(process.execPath, [outer], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const pid = started.pid ?? NaN;
  onTestFinished(() => endGroup(pid, { graceMs: 0 }));
  const child = await new Promise<number>((resolve) =>
    started.stdout.on('data', (text: Buffer) => resolve(Number(String(text).split(' ')[1]))),
  );
  return { pid, child, process: started };
}

test('I16 UB12 after a crash the next start ends a recorded process with its whole group, and forgets it', async () => {
  const { pid, child } = await tree();
  const kept = store();
  new ProcessTable(kept).started(pid, 'h', 's');
  expect(kept.all()).toEqual([row(pid, startTimeOf(pid) ?? '')]);
  expect(membersOf(pid)).toEqual([pid, child]);
  const swept = await new ProcessTable(kept, 200).sweep();
  expect(swept).toMatchObject([{ pid, serverKey: 's', outcome: 'ended' }]);
  expect([membersOf(pid), kept.all()]).toEqual([[], []]);
});

test('I16 a sweep leaves a process alone that only has the number of a recorded one', async () => {
  const { pid } = await tree();
  const kept = store([row(pid, 'another time')]);
  expect(await new ProcessTable(kept, 50).sweep()).toMatchObject([{ pid, outcome: 'gone' }]);
  expect([runs(pid), kept.all()]).toEqual([true, []]);
});

test('I16 a sweep never touches this process, its group or everyone, whatever a damaged row says', async () => {
  const numbers = [0, 1, -1, process.pid, -process.pid, 1.5, 2 ** 31];
  const kept = store(numbers.map((pid) => row(pid, startTimeOf(pid) ?? '')));
  const swept = await new ProcessTable(kept, 50).sweep();
  expect(swept.map(({ outcome }) => outcome)).toEqual(numbers.map(() => 'gone'));
  expect(kept.all()).toEqual([]);
});

test('a group whose recorded leader is gone is told, not ended: it can’t be proven to be ours', async () => {
  const { pid, child, process: leader } = await tree();
  const startTime = startTimeOf(pid) ?? '';
  const exited = new Promise((resolve) => leader.once('exit', resolve));
  process.kill(pid, 'SIGKILL');
  await exited;
  expect(await new ProcessTable(store([row(pid, startTime)]), 50).sweep()).toMatchObject([{ pid, outcome: 'leaderless' }]);
  expect(membersOf(pid)).toEqual([child]);
});

test('a row recorded while the sweep works stays, even with the same number', async () => {
  const { pid } = await tree();
  const kept = store();
  const table = new ProcessTable(kept, 200);
  table.started(pid, 'h', 's');
  const sweeping = table.sweep();
  kept.add(row(pid, 'newer'));
  await sweeping;
  expect(kept.all()).toEqual([row(pid, 'newer')]);
});

test('what has ended is forgotten, and what never ran is not recorded', async () => {
  const { pid } = await tree();
  const kept = store();
  const table = new ProcessTable(kept);
  table.started(pid, 'h', 's');
  table.started(2 ** 22 + 1, 'h', 's');
  expect([...kept.rows.keys()]).toEqual([pid]);
  table.ended(pid);
  expect(kept.all()).toEqual([]);
});

test('the start time is the same at every look and differs between processes', async () => {
  const [one, two] = [await tree(), await tree()];
  expect(startTimeOf(one.pid)).toBe(startTimeOf(one.pid));
  expect(startTimeOf(one.pid)).not.toBe(startTimeOf(two.pid));
  expect([startTimeOf(-1), startTimeOf(0), startTimeOf(2 ** 22 + 1)]).toEqual([undefined, undefined, undefined]);
});

test.runIf(process.platform === 'linux')('the start time is read behind a process name that looks like the fields after it', async () => {
  const named = spawn(process.execPath, ['-e', `process.title = 'x) S 1 1 1'; console.log(1); setInterval(() => {}, 1000)`], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const pid = named.pid ?? NaN;
  onTestFinished(() => endGroup(pid, { graceMs: 0 }));
  const before = startTimeOf(pid);
  await new Promise((resolve) => named.stdout.once('data', resolve));
  expect([startTimeOf(pid), /^\d+@[-\w]+$/.test(before ?? '')]).toEqual([before, true]);
});

test('a group is ended without grace when there is no time, and an empty one costs nothing', async () => {
  const { pid } = await tree();
  const hurry = new AbortController();
  const ending = endGroup(pid, { graceMs: 60_000, hurry: hurry.signal });
  hurry.abort();
  await ending;
  expect([groupIsEmpty(pid), membersOf(pid)]).toEqual([true, []]);
  await endGroup(pid, { graceMs: 60_000 });
});

test.runIf(process.platform === 'linux')('descendants are found through every generation', async () => {
  const { pid, child } = await tree();
  expect(descendantsOf(pid).map((one) => one.pid)).toEqual([child]);
  expect(descendantsOf(process.pid).map((one) => one.pid)).toEqual(expect.arrayContaining([pid, child]));
  expect(descendantsOf(2 ** 22 + 1)).toEqual([]);
});

test('signals are refused for the numbers that mean everyone', async () => {
  for (const pid of [0, 1, -1, NaN, process.pid]) await expect(endGroup(pid, { graceMs: 0 })).rejects.toThrow(RangeError);
});
