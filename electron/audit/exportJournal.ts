import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FailureError } from '#shared/ipc/failure.ts';
import type { JournalFilter } from '#shared/journal/journal.ts';
import type { Journal } from './journal.ts';

export interface ExportWish {
  readonly filter: JournalFilter;
  readonly path?: string | undefined;
}

/**
 * Saves entries as JSON Lines. A typed path must be a new `.jsonl` file: a page may name it, so it must not be able to replace anything.
 * Without one, `choose` asks in a native dialog, which asks itself before it replaces a file.
 */
export async function exportJournal(
  journal: Journal,
  wish: ExportWish,
  choose?: (suggestedName: string) => Promise<string | undefined>,
): Promise<{ readonly path: string; readonly entries: number } | null> {
  if (wish.path !== undefined) return save(journal, wish.filter, typedPath(wish.path), 'wx');
  if (!choose) throw new FailureError('unavailable', 'there is no window to ask in');
  const chosen = await choose('steward-journal.jsonl');
  return chosen === undefined ? null : save(journal, wish.filter, chosen, 'w');
}

function typedPath(text: string): string {
  const expanded = /^~[/\\]/.test(text) ? path.join(os.homedir(), text.slice(2)) : text;
  if (!path.isAbsolute(expanded)) throw new FailureError('invalid-input', 'the path must be absolute');
  if (path.extname(expanded).toLowerCase() !== '.jsonl') throw new FailureError('invalid-input', 'the name must end in .jsonl');
  return path.normalize(expanded);
}

async function save(journal: Journal, filter: JournalFilter, file: string, flags: 'w' | 'wx') {
  let entries = 0;
  try {
    const handle = await open(file, flags, 0o600);
    try {
      for (const { text, count } of journal.lines(filter)) {
        await handle.write(text);
        entries += count;
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new FailureError('invalid-input', 'there is already a file of that name', { cause: error });
    throw new FailureError('not-saved', error instanceof Error ? error.message : String(error), { cause: error });
  }
  return { path: file, entries };
}
