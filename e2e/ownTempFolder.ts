import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Gives a whole run of tests a folder for temporary files, and takes it away when the run ends, however it ended. */
export function setup(): () => void {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'steward-run-'));
  chmodSync(folder, 0o1777); // like the system's own: some tests run as another user
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
}
