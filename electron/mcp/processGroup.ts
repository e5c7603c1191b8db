import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that can't be mistaken for a later one with the same number. */
export interface ProcessId {
  readonly pid: number;
  /** Opaque: start time and boot. Equal only for the same process. */
  readonly startTime: string;
}
export interface EndOptions {
  /** How long after SIGTERM until SIGKILL, milliseconds. */
  readonly graceMs: number;
  /** Aborted: no more grace. */
  readonly hurry?: AbortSignal | undefined;
  /** Descendants that may have left the group; they are ended like its members. */
  readonly others?: readonly ProcessId[] | undefined;
}

/** How long the kernel may take to carry out a SIGKILL before we stop waiting. */
const killWaitMs = 1000;

/** Polls until `condition` holds; false when `ms` passed or `hurry` was aborted first. */
export async function waitUntil(condition: () => boolean, ms: number, hurry?: AbortSignal): Promise<boolean> {
  const began = performance.now();
  for (;;) {
    if (condition()) return true;
    const elapsed = performance.now() - began;
    if (elapsed >= ms || hurry?.aborted) return false;
    await sleep(Math.min(20, 2 + elapsed / 4, ms - elapsed));
  }
}

/** Ends a process group: SIGTERM, the grace, SIGKILL, until nobody is left. On Windows the tree below `pid`, at once. */
export async function endGroup(pid: number, options: EndOptions): Promise<void> {
  if (process.platform === 'win32') return endTree(pid);
  const others = options.others ?? [];
  const isEmpty = groupWatch(pid);
  const gone = (): boolean => isEmpty() && !others.some(isAlive);
  if (gone()) return;
  if (!options.hurry?.aborted) {
    signalAll(pid, others, 'SIGTERM');
    if (await waitUntil(gone, options.graceMs, options.hurry)) return;
  }
  signalAll(pid, others, 'SIGKILL');
  await waitUntil(gone, killWaitMs);
}

/** The same for single processes, wherever they are. */
export async function endProcesses(all: readonly ProcessId[], graceMs: number): Promise<void> {
  const gone = (): boolean => !all.some(isAlive);
  for (const [name, ms] of [
    ['SIGTERM', graceMs],
    ['SIGKILL', killWaitMs],
  ] as const) {
    if (gone()) return;
    for (const one of all) if (isAlive(one)) signal(checked(one.pid), name);
    await waitUntil(gone, ms);
  }
}

/** True when no process of the group is left that we may signal; zombies have ended. */
export function groupIsEmpty(pid: number): boolean {
  return groupWatch(pid)();
}

/** Answers, as often as asked, whether the group is empty. Looks through the process table only when all it knew of have ended. */
function groupWatch(pid: number): () => boolean {
  const group = checked(pid);
  let known: readonly ProcessId[] | undefined;
  return () => {
    if (!signal(-group, 0)) return true;
    if (known?.some(isAlive)) return false;
    known = membersOf(group);
    return known?.length === 0;
  };
}

/** The live processes of a group (Linux); undefined where the process table can't be read. Where init reaps nobody, zombies stay in it. */
function membersOf(group: number): ProcessId[] | undefined {
  if (process.platform !== 'linux' || statOf(process.pid) === undefined) return undefined;
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && statOf(pid)?.group === group);
  return pids.flatMap((pid) => {
    const startTime = linuxStartTime(pid);
    return startTime === undefined ? [] : [{ pid, startTime }];
  });
}

/** What `pid` started, and what those started, that runs now (Linux; elsewhere none). Ask before its parents end: orphans are not found. */
export function descendantsOf(pid: number): ProcessId[] {
  if (process.platform !== 'linux') return [];
  const found: ProcessId[] = [];
  for (const child of childrenOf(pid)) {
    const startTime = linuxStartTime(child);
    if (startTime !== undefined) found.push({ pid: child, startTime }, ...descendantsOf(child));
  }
  return found;
}

/** The start time of a live process (Linux), or undefined. A zombie has ended. */
export function linuxStartTime(pid: number): string | undefined {
  const ticks = statOf(pid)?.ticks;
  return ticks === undefined ? undefined : `${ticks}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
}

/** The group of a live process (Linux), or undefined. */
export const groupOf = (pid: number): number | undefined => statOf(pid)?.group;

function statOf(pid: number): { readonly ticks: string; readonly group: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may hold anything; the fields after it start with the state, field 3.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, group, ticks] = [fields[0], Number(fields[2]), fields[19]];
    return state === 'Z' || state === 'X' || ticks === undefined ? undefined : { ticks, group };
  } catch {
    return undefined; // it ended meanwhile
  }
}

function isAlive(one: ProcessId): boolean {
  return linuxStartTime(one.pid) === one.startTime;
}

function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number));
  } catch {
    return []; // it ended meanwhile, or this kernel does not keep the list
  }
}

function signalAll(group: number, others: readonly ProcessId[], name: NodeJS.Signals): void {
  signal(-checked(group), name);
  for (const one of others) if (isAlive(one)) signal(one.pid, name);
}

/** False when there is nobody, or nobody we may signal. */
function signal(target: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, name);
  } catch {
    return false;
  }
}

/** Guards against the numbers that mean "everyone" or "my own group". */
function checked(pid: number): number {
  if (!Number.isSafeInteger(pid) || pid <= 1 || pid === process.pid) throw new RangeError(`not a process group to signal: ${pid}`);
  return pid;
}

async function endTree(pid: number): Promise<void> {
  const taskkill = `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\taskkill.exe`;
  await new Promise<void>((resolve) => {
    const child = spawn(taskkill, ['/PID', String(checked(pid)), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}
