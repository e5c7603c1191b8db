/** Letters in a row: longer lines go on in the next row, so that one line of 8 MB can be shown too. */
export const longestRow = 160;

/** Where the rows of a long text begin. It is read piece by piece, and the text may grow at its end. */
export class RowIndex {
  #starts = new Uint32Array(1024);
  #count = 0;
  #at = 0;
  #lineStart = 0;

  /** Rows found so far. */
  get count(): number {
    return this.#count;
  }
  /** Characters read so far. */
  get read(): number {
    return this.#at;
  }
  /** Reads on for about so many characters; true when all of the text is read. */
  extend(text: string, characters: number): boolean {
    if (this.#count === 0) this.#add(0);
    const end = Math.min(text.length, this.#at + characters);
    while (this.#at < end) {
      const feed = text.indexOf('\n', this.#at);
      const lineEnd = Math.min(feed === -1 ? text.length : feed, end);
      while (lineEnd - this.#lineStart > longestRow) {
        const next = this.#lineStart + longestRow;
        // A letter of two units is not cut.
        const low = text.charCodeAt(next);
        this.#lineStart = low >= 0xdc00 && low <= 0xdfff ? next - 1 : next;
        this.#add(this.#lineStart);
      }
      this.#at = lineEnd;
      if (lineEnd === feed) {
        this.#at += 1;
        this.#lineStart = this.#at;
        this.#add(this.#at);
      }
    }
    return this.#at >= text.length;
  }
  /** The text of a row, without its line break. */
  row(text: string, index: number): string {
    const start = this.#starts[index] ?? 0;
    const end = index + 1 < this.#count ? (this.#starts[index + 1] ?? text.length) : Math.min(text.length, start + longestRow);
    return text.slice(start, text.charCodeAt(end - 1) === 10 && end > start ? end - 1 : end);
  }
  #add(start: number): void {
    if (this.#count === this.#starts.length) {
      const larger = new Uint32Array(this.#starts.length * 2);
      larger.set(this.#starts);
      this.#starts = larger;
    }
    this.#starts[this.#count] = start;
    this.#count += 1;
  }
}

/** Pixels: a box of rows is scrolled through as one of at most this height, since no browser lays out millions of rows. */
const highest = 4_000_000;
export interface Window {
  /** The whole height that is scrolled through, in pixels. */
  readonly height: number;
  readonly first: number;
  readonly last: number;
  /** Pixels of the first row that are scrolled out. */
  readonly offset: number;
}
/** Which of `count` rows are seen in a box that is scrolled by `top` pixels. */
export function windowOf(count: number, top: number, box: number, rowHeight: number): Window {
  const full = count * rowHeight;
  const height = Math.min(full, highest);
  const share = height > box ? Math.min(1, Math.max(0, top / (height - box))) : 0;
  const scrolled = full > highest ? share * Math.max(0, full - box) : Math.min(Math.max(0, top), Math.max(0, full - box));
  const first = Math.floor(scrolled / rowHeight);
  return { height, first, last: Math.min(count, first + Math.ceil(box / rowHeight) + 1), offset: scrolled - first * rowHeight };
}
