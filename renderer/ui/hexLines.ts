const perLine = 16;

/** Bytes as a person reads them: place, sixteen numbers in base 16, and the same as ASCII, a point for what is none. */
export function hexLines(bytes: Uint8Array): readonly string[] {
  const lines: string[] = [];
  for (let from = 0; from < bytes.length; from += perLine) {
    const part = [...bytes.subarray(from, from + perLine)];
    const numbers = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const letters = part.map((byte) => (byte > 0x1f && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${from.toString(16).padStart(6, '0')}  ${numbers.padEnd(perLine * 3 - 1)}  ${letters}`);
  }
  return lines;
}
