const newline = 0x0a;

/** Cuts a byte stream into lines, so that a character split between chunks stays whole. Holds at most `maxBytes` of an unfinished line. */
export class LineSplitter {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #size = 0;
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Hands over each line that `chunk` ends, without its newline. False when a line is longer than allowed: take no more then. */
  push(chunk: Buffer, onLine: (line: Buffer) => void): boolean {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      if (!this.#hold(chunk.subarray(from, at))) return false;
      const line = this.#parts.length === 1 && this.#parts[0] ? this.#parts[0] : Buffer.concat(this.#parts);
      this.#parts = [];
      this.#size = 0;
      from = at + 1;
      onLine(line);
    }
    return this.#hold(chunk.subarray(from));
  }

  #hold(part: Buffer): boolean {
    this.#size += part.length;
    if (this.#size > this.#maxBytes) {
      this.#parts = [];
      return false;
    }
    if (part.length > 0) this.#parts.push(part);
    return true;
  }
}

/** Some programs begin their output with a byte order mark or pad it with NUL: the message between is whole. */
export function withoutPadding(line: Buffer): Buffer {
  let [from, to] = [0, line.length];
  if (line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf) from = 3;
  while (from < to && line[from] === 0) from += 1;
  while (to > from && line[to - 1] === 0) to -= 1;
  return line.subarray(from, to);
}
