/** Keeps the end of a byte stream: at most `maxLines` lines and `maxBytes` bytes. Taking a chunk never decodes or copies it. */
export class LineRing {
  readonly #maxLines: number;
  readonly #maxBytes: number;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #cut = false;
  constructor(maxLines = 200, maxBytes = 65_536) {
    this.#maxLines = maxLines;
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    for (let first = this.#chunks[0]; first && this.#size - first.length >= this.#maxBytes; first = this.#chunks[0]) {
      this.#chunks.shift();
      this.#size -= first.length;
      this.#cut = true;
    }
  }

  /** The kept lines, oldest first, as the stream had them (control characters included). A line cut at its start is left out. */
  lines(): string[] {
    const all = Buffer.concat(this.#chunks);
    const from = Math.max(0, all.length - this.#maxBytes);
    const text = wholeCharacters(all.subarray(from)).toString('utf8');
    const lines = text.split(/\r?\n/);
    if (lines.at(-1) === '') lines.pop();
    if ((this.#cut || from > 0) && lines.length > 1) lines.shift();
    return lines.slice(-this.#maxLines);
  }
}

/** Without the continuation bytes at its start, which belong to a character that was cut off. */
function wholeCharacters(bytes: Buffer): Buffer {
  let from = 0;
  while (from < 3 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from += 1;
  return bytes.subarray(from);
}
