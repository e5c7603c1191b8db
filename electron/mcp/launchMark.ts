import { readFileSync, readdirSync, statSync } from 'node:fs';
import { endProcesses, groupOf, linuxStartTime, type ProcessId } from './processGroup.ts';

/**
 * The one name that a server's environment holds beyond the allow-list and its entry (I9): a random number for this very launch, which says
 * nothing of the app, the person or the machine. What the server starts inherits it, so that a process that has left its group and lost its
 * parents is still known as ours (F20).
 */
export const launchMarkName = 'STEWARD_LAUNCH';

/** Only Linux lets a process's environment be read without a helper; elsewhere nothing is marked, and what leaves its group is not found. */
export const marksLaunches = process.platform === 'linux';

/** A process that carries a mark, with the name the system has for it; the name is for words only. */
export interface MarkedProcess extends ProcessId {
  readonly mark: string;
  readonly group: number | undefined;
  readonly name: string;
}

/**
 * The live processes of this user that carry exactly one of these marks. One that was given another environment, or that runs as somebody
 * else, is not found. The number and start time in the answer hold for the very process whose environment was read.
 */
export function markedProcesses(marks: ReadonlySet<string>): MarkedProcess[] {
  if (!marksLaunches || marks.size === 0) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid > 1 && pid !== process.pid)
    .flatMap((pid) => {
      const mark = markOf(pid);
      if (mark === undefined || !marks.has(mark)) return [];
      const startTime = linuxStartTime(pid);
      // The same once more: the number may have become another's between the two looks.
      return startTime === undefined || markOf(pid) !== mark ? [] : [{ pid, startTime, mark, group: groupOf(pid), name: nameOf(pid) }];
    });
}

/**
 * Ends what still carries one of these marks, at once, and looks again until there is nothing: one that was just being started when the rest
 * was looked for is found the second time. Returns what it ended. Gives up after ten looks at something that starts anew faster.
 */
export async function endMarked(marks: ReadonlySet<string>): Promise<MarkedProcess[]> {
  const ended: MarkedProcess[] = [];
  for (let look = 0; look < 10; look += 1) {
    const found = markedProcesses(marks);
    if (found.length === 0) break;
    await endProcesses(found, 0);
    ended.push(...found);
  }
  return ended;
}

function markOf(pid: number): string | undefined {
  try {
    if (statSync(`/proc/${pid}`).uid !== process.getuid?.()) return undefined;
    const prefix = `${launchMarkName}=`;
    const found = readFileSync(`/proc/${pid}/environ`, 'latin1')
      .split('\0')
      .find((one) => one.startsWith(prefix));
    return found?.slice(prefix.length);
  } catch {
    return undefined; // it ended meanwhile, or may not be read
  }
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '?';
  }
}
