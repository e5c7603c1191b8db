import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';

/** What a line of the log may hold: codes, names, sizes and times. Texts of messages, errors and files have no place in it (S45). */
export type LogFacts = Readonly<Record<string, string | number | boolean | undefined>>;
export interface Log {
  /** Notes what happened. It neither waits nor throws: a log that can't be written is no reason to stop. */
  note(event: string, facts?: LogFacts): void;
  /** The same for something thrown: its name, its code and where, never its message. */
  fault(where: string, error: unknown): void;
  /** The latest lines of this run, oldest first. */
  tail(): readonly string[];
  /** Resolves when every line so far is in the file, or was given up. */
  flush(): Promise<void>;
  /** The same, and nothing is written any more: the folder is left alone. */
  end(): Promise<void>;
}
export interface LogParts {
  readonly folder: string;
  readonly now: () => number;
  /** Takes secrets out of a text. */
  readonly clean: (text: string) => string;
  /** A file that has grown beyond this becomes `steward.1.log`; bytes. */
  readonly maxBytes?: number;
}
const longestFact = 300;
const keptLines = 200;

/** A small log of two files that take turns. The first line creates the folder; nothing is written before. */
export function createLog({ folder, now, clean, maxBytes = 512_000 }: LogParts): Log {
  const file = path.join(folder, 'steward.log');
  const lines: string[] = [];
  let unwritten: string[] = [];
  let writing: Promise<void> | undefined;
  let trouble: unknown;
  let isEnded = false;
  const write = async (): Promise<void> => {
    while (unwritten.length > 0) {
      const text = unwritten.join('');
      unwritten = [];
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const size = await stat(file).then(
          (found) => found.size,
          () => 0,
        );
        if (size + text.length > maxBytes) await rename(file, path.join(folder, 'steward.1.log')).catch(() => undefined);
        await appendFile(file, text, { mode: 0o600 });
      } catch (error) {
        trouble = error; // there is no better place to say it than the next diagnostics
      }
    }
    writing = undefined;
  };
  const note = (event: string, facts: LogFacts = {}): void => {
    const words = Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${factText(value, clean)}`]));
    const line = [new Date(now()).toISOString(), event, ...words].join(' ');
    lines.push(line);
    lines.splice(0, Math.max(0, lines.length - keptLines));
    if (isEnded) return;
    unwritten.push(`${line}\n`);
    writing ??= write();
  };
  const flush = async (): Promise<void> => {
    while (writing) await writing;
  };
  return {
    note,
    fault: (where, error) => note('fault', { where, ...faultFacts(error) }),
    tail: () => (trouble === undefined ? [...lines] : [...lines, `log-not-written ${JSON.stringify(faultFacts(trouble))}`]),
    flush,
    end: () => {
      isEnded = true;
      return flush();
    },
  };
}

function factText(value: string | number | boolean, clean: (text: string) => string): string {
  if (typeof value !== 'string') return String(value);
  const text = clean(value);
  const cut = text.length > longestFact ? `${text.slice(0, longestFact)}…` : text;
  return /^[\w.:/@-]*$/.test(cut) ? cut : JSON.stringify(cut);
}

/** Name, code, and the places of the stack: a message may quote anything. */
function faultFacts(error: unknown): LogFacts {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : undefined;
  const places = [...(error.stack ?? '').matchAll(/\n\s+at (?:async )?(?:([\w.#<>$ ]{1,80}) )?\(?[^()\n]*?([^/\\()\n]{1,80}:\d+:\d+)\)?/g)];
  const at = places.slice(0, 4).map(([, name, place]) => (name === undefined ? place : `${name}@${place}`));
  return { name: /^\w{1,60}$/.test(error.name) ? error.name : 'Error', code, at: at.length > 0 ? at.join(' < ') : undefined };
}
