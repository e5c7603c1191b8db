import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { endMarked, markedProcesses, marksLaunches, type MarkedProcess } from './launchMark.ts';
import { endGroup, endProcesses, groupIsEmpty, linuxStartTime } from './processGroup.ts';

/** One server process as it is kept on disk while it runs. */
export interface ProcessRow {
  readonly pid: number;
  /** From `startTimeOf`: no later process with this number has the same. */
  readonly startTime: string;
  readonly commandHash: string;
  readonly serverKey: string;
}
/** Where rows outlive a crash of the app; `pid` is the key. */
export interface ProcessStore {
  all(): readonly ProcessRow[];
  add(row: ProcessRow): void;
  remove(pid: number): void;
  marks(): readonly LaunchMark[];
  addMark(launch: LaunchMark): void;
  removeMark(mark: string): void;
}
/** A launch whose processes may still run. */
export interface LaunchMark {
  readonly mark: string;
  readonly serverKey: string;
}
/** `ended`: it still ran and was ended with its group. `gone`: nothing to do. `leaderless`: see `ProcessTable.sweep`. */
export interface SweptProcess extends ProcessRow {
  readonly outcome: 'ended' | 'gone' | 'leaderless';
  /** The system's name for one that had left its group and was known by its mark only. */
  readonly name?: string;
}

/** When a running process started, in a form that only serves comparison; undefined when it does not run, and on Windows. */
export function startTimeOf(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxStartTime(pid);
  if (process.platform === 'win32' || !isOrdinary(pid)) return undefined;
  try {
    const text = execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { LC_ALL: 'C' },
      timeout: 1000,
    }).trim();
    return text === '' ? undefined : text;
  } catch {
    return undefined; // ps fails when there is no such process
  }
}

/**
 * The server processes that run now, so that the next start can end those that a crash left behind (security.md section 4, crash path).
 * On Windows nothing is kept: there a start time can't be had without a helper program.
 */
export class ProcessTable {
  readonly #store: ProcessStore;
  readonly #graceMs: number;
  constructor(store: ProcessStore, graceMs = 1500) {
    this.#store = store;
    this.#graceMs = graceMs;
  }

  /** A mark for one launch, kept before anything runs, to be put into its environment; undefined where marks can't be read. */
  newMark(serverKey: string): string | undefined {
    if (!marksLaunches) return undefined;
    const mark = randomUUID();
    this.#store.addMark({ mark, serverKey });
    return mark;
  }
  /** Records a process right after it was started. */
  started(pid: number, commandHash: string, serverKey: string): void {
    const startTime = startTimeOf(pid);
    if (startTime !== undefined) this.#store.add({ pid, startTime, commandHash, serverKey });
  }
  /** Forgets a process of which nothing is left, and the mark of its launch. */
  ended(pid: number | null, mark?: string): void {
    if (pid !== null) this.#store.remove(pid);
    if (mark !== undefined) this.#store.removeMark(mark);
  }

  /**
   * Ends, with their groups, the recorded processes that still run: only where number and start time both match. Where the recorded
   * process is gone but its group is not, only what carries its mark is ended, since the rest can't be proven to be ours: `leaderless`, to
   * be told to the person. What carries the mark of a recorded launch is ended wherever it went (F20).
   * Rows recorded while this works are left alone. Waits at most two graces and a second.
   */
  async sweep(): Promise<SweptProcess[]> {
    const [rows, launches] = [this.#store.all(), this.#store.marks()];
    const marks = new Set(launches.map(({ mark }) => mark));
    const marked = markedProcesses(marks);
    const swept = await Promise.all([...rows.map((row) => this.#sweepOne(row)), endProcesses(marked, this.#graceMs)]);
    const all = [...marked, ...(await endMarked(marks))];
    for (const mark of marks) this.#store.removeMark(mark);
    const isKnown = ({ pid, group }: MarkedProcess): boolean => rows.some((row) => row.pid === pid || row.pid === group);
    return [...swept.flatMap((one) => one ?? []), ...all.filter((one) => !isKnown(one)).map((one) => escapee(one, launches))];
  }

  async #sweepOne(row: ProcessRow): Promise<SweptProcess> {
    const outcome = fateOf(row);
    if (outcome === 'ended') await endGroup(row.pid, { graceMs: this.#graceMs });
    if (this.#store.all().some((kept) => kept.pid === row.pid && kept.startTime === row.startTime)) this.#store.remove(row.pid);
    return { ...row, outcome };
  }
}

function escapee({ pid, startTime, mark, name }: MarkedProcess, launches: readonly LaunchMark[]): SweptProcess {
  const serverKey = launches.find((launch) => launch.mark === mark)?.serverKey ?? '';
  return { pid, startTime, commandHash: '', serverKey, name, outcome: 'ended' };
}

function fateOf({ pid, startTime }: ProcessRow): SweptProcess['outcome'] {
  if (!isOrdinary(pid)) return 'gone';
  const now = startTimeOf(pid);
  if (now === startTime) return 'ended';
  // Another process with this number means that the old group was gone before: a number stays taken while its group lives.
  return now === undefined && process.platform !== 'win32' && !groupIsEmpty(pid) ? 'leaderless' : 'gone';
}

const isOrdinary = (pid: number): boolean => Number.isSafeInteger(pid) && pid > 1 && pid !== process.pid;
