import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFrames, type KeptFrames } from './windowFrame.ts';

/** Reads window.json before the window is made; a file that is missing, broken or far too large counts as none. */
export function loadFrames(file: string): KeptFrames {
  try {
    const text = readFileSync(file, 'utf8');
    return readFrames(text.length > 64_000 ? undefined : text);
  } catch {
    return readFrames(undefined);
  }
}

/** Writes it whole or not at all. Throws what the disk says. */
export function saveFrames(file: string, kept: KeptFrames): void {
  const beside = `${file}.${process.pid}.new`;
  try {
    writeFileSync(beside, JSON.stringify(kept), { mode: 0o600 });
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
