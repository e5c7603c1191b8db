import { appendFileSync, writeFileSync } from 'node:fs';

/**
 * Appends each whole line that arrives on stdin to `file`, byte for byte, before anything answers it; what is left without a line break
 * when stdin ends is appended too. `file`.pid holds the process id.
 */
export function recordStdin(file: string): void {
  writeFileSync(`${file}.pid`, String(process.pid));
  let rest = Buffer.alloc(0);
  process.stdin.on('data', (chunk: Buffer) => {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.lastIndexOf(0x0a) + 1;
    if (whole > 0) appendFileSync(file, bytes.subarray(0, whole));
    rest = bytes.subarray(whole);
  });
  process.stdin.once('end', () => {
    if (rest.length > 0) appendFileSync(file, rest);
  });
}
