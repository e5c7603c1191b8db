import { shell } from 'electron';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

/** Shows our own folder of logs, and no other: no page names a path here. False when the system would not. */
export async function openLogs(userData: string): Promise<boolean> {
  const folder = path.join(userData, 'logs');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return (await shell.openPath(folder)) === '';
}
