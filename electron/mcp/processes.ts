import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { markedProcesses, marksLaunches, type MarkedProcess } from './launchMark.ts';
import { endGroup, endProcesses, groupIsEmpty, linuxStartTime } from './processGroup.ts';

/** One server process as it is kept on disk while it runs. */
export interface ProcessRow {
  readonly pid: number;
  /** From `startTimeOf`: no later process with this number has the same. */
  readonly startTime: string;
  readonly commandHash: string;
  readonly serverKey: string;
  /** What its environment and that of all it started holds; undefined where launches are not marked. */
  readonly mark?: string | undefined;
}
/** Where rows outlive a crash of the app; `pid` is the key. */
export interface ProcessStore {
  all(): readonly ProcessRow[];
  add(row: ProcessRow): void;
  remove(pid: number): void;
}
/** `ended`: it still ran and was ended with its group. `gone`: nothing to do. `leaderless`: see `ProcessTable.sweep`. */
export interface SweptProcess extends ProcessRow {
  readonly outcome: 'ended' | 'gone' | 'leaderless';
  /** What it had started that was ended too although it had left the group: names and numbers. */
  readonly escaped: readonly string[];
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

  /** A mark for one launch, to be put into its environment; undefined where marks can't be read. */
  newMark(): string | undefined {
    return marksLaunches ? randomUUID() : undefined;
  }
  /** Records a process right after it was started. */
  started(pid: number, commandHash: string, serverKey: string, mark?: string): void {
    const startTime = startTimeOf(pid);
    if (startTime !== undefined) this.#store.add({ pid, startTime, commandHash, serverKey, mark });
  }
  /** Forgets a process of which nothing is left. */
  ended(pid: number): void {
    this.#store.remove(pid);
  }

  /**
   * Ends, with their groups, the recorded processes that still run: only where number and start time both match. Where the recorded
   * process is gone but its group is not, only what carries its mark is ended, since the rest can't be proven to be ours: `leaderless`, to
   * be told to the person. What carries the mark of a recorded launch is ended wherever it went (F20).
   * Rows recorded while this works are left alone. Waits at most two graces and a second.
   */
  async sweep(): Promise<SweptProcess[]> {
    const rows = this.#store.all();
    const marked = markedProcesses(new Set(rows.flatMap(({ mark }) => mark ?? [])));
    return Promise.all(
      rows.map((row) =>
        this.#sweepOne(
          row,
          marked.filter(({ mark }) => mark === row.mark),
        ),
      ),
    );
  }

  async #sweepOne(row: ProcessRow, marked: readonly MarkedProcess[]): Promise<SweptProcess> {
    const graceMs = this.#graceMs;
    const fate = fateOf(row);
    if (fate === 'ended') await endGroup(row.pid, { graceMs, others: marked });
    else await endProcesses(marked, graceMs);
    const escaped = marked.filter(({ group }) => fate !== 'ended' || group !== row.pid).map(({ name, pid }) => `${name} (${pid})`);
    const outcome = escaped.length > 0 && (fate === 'gone' || groupIsEmpty(row.pid)) ? 'ended' : fate;
    if (this.#store.all().some((kept) => kept.pid === row.pid && kept.startTime === row.startTime)) this.#store.remove(row.pid);
    return { ...row, outcome, escaped };
  }
}

function fateOf({ pid, startTime }: ProcessRow): SweptProcess['outcome'] {
  if (!isOrdinary(pid)) return 'gone';
  const now = startTimeOf(pid);
  if (now === startTime) return 'ended';
  // Another process with this number means that the old group was gone before: a number stays taken while its group lives.
  return now === undefined && process.platform !== 'win32' && !groupIsEmpty(pid) ? 'leaderless' : 'gone';
}

const isOrdinary = (pid: number): boolean => Number.isSafeInteger(pid) && pid > 1 && pid !== process.pid;
