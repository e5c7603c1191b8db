/**
 * A piece of markdown that can be shown on its own. `closed` says that more text can no longer change it,
 * `isMoreOfList` that it goes on with the list of the block before.
 */
export type Block =
  | { readonly kind: 'markdown'; readonly text: string; readonly closed: boolean; readonly isMoreOfList: boolean }
  | { readonly kind: 'code'; readonly text: string; readonly language: string; readonly closed: boolean };

interface Fence {
  readonly marker: string;
  readonly language: string;
}
const fenceStart = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/;
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const definition = /^ {0,3}\[[^\]]+\]:/m;
/** A list that is longer goes on in another block at its next item. */
const longestList = 2_000;
/** Up to here a text with definitions, which reach across blocks, is parsed whole once it is complete. */
const longestWhole = 60_000;

const toFence = (line: string): Fence | undefined => {
  const match = fenceStart.exec(line);
  return match?.[1] ? { marker: match[1], language: match[2] ?? '' } : undefined;
};
const closesFence = (line: string, fence: Fence): boolean => {
  const trimmed = line.trim();
  return trimmed.length >= fence.marker.length && trimmed === fence.marker.charAt(0).repeat(trimmed.length) && !/^ {4}/.test(line);
};
const isBlank = (line: string): boolean => line.trim() === '';
const isIndented = (line: string): boolean => /^(?: {2}|\t)/.test(line);

/** Takes whole lines one by one; what a line decides never depends on lines after it. */
class Splitter {
  readonly blocks: Block[] = [];
  #lines: string[] = [];
  #length = 0;
  #isList = false;
  #isMoreOfList = false;
  #fence: Fence | undefined;

  line(line: string): void {
    if (this.#fence) {
      if (closesFence(line, this.#fence)) this.#endFence(this.#fence, true);
      else this.#lines.push(line);
      return;
    }
    const fence = toFence(line);
    if (fence && !(this.#isList && /^\s/.test(line))) {
      this.#endMarkdown(true);
      this.#fence = fence;
      return;
    }
    if (this.#isList && this.#length > longestList && /^\S/.test(line) && listItem.test(line)) {
      this.#endMarkdown(true);
      this.#isMoreOfList = true;
    }
    const goesOn = isBlank(line) || (this.#isList && (isIndented(line) || listItem.test(line)));
    if (!goesOn && isBlank(this.#lines.at(-1) ?? 'x')) this.#endMarkdown(true);
    this.#push(line);
  }
  /** A last line that is still being written: it is shown, but nothing is concluded from it. */
  unfinishedLine(line: string): void {
    if (!this.#fence) this.#push(line);
    else if (!closesFence(line, this.#fence)) this.#lines.push(line);
  }
  end(closed: boolean): void {
    if (this.#fence) this.#endFence(this.#fence, closed);
    else this.#endMarkdown(closed);
  }
  #push(line: string): void {
    if (this.#lines.length === 0) {
      if (isBlank(line)) return;
      this.#isList = listItem.test(line);
    }
    this.#lines.push(line);
    this.#length += line.length;
  }
  #endMarkdown(closed: boolean): void {
    if (this.#lines.length > 0)
      this.blocks.push({ kind: 'markdown', text: this.#lines.join('\n'), closed, isMoreOfList: this.#isMoreOfList });
    this.#lines = [];
    this.#length = 0;
    this.#isMoreOfList = false;
  }
  #endFence(fence: Fence, closed: boolean): void {
    this.blocks.push({ kind: 'code', text: this.#lines.join('\n'), language: fence.language, closed });
    this.#lines = [];
    this.#fence = undefined;
  }
}

/**
 * Splits markdown at its top level. Appending text changes only the last block, so that a long answer
 * that grows is parsed once, not once per piece that arrives. `isComplete` says that nothing will be appended.
 */
export function splitBlocks(text: string, isComplete: boolean): readonly Block[] {
  if (isComplete && text.length <= longestWhole && definition.test(text))
    return [{ kind: 'markdown', text, closed: true, isMoreOfList: false }];
  const splitter = new Splitter();
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  for (const line of lines) splitter.line(line);
  if (isComplete) splitter.line(last);
  else splitter.unfinishedLine(last);
  splitter.end(isComplete);
  return splitter.blocks;
}

/** Milliseconds between two paints of a growing text: 30 a second, fewer when its unfinished block is long. */
export const paintInterval = (unfinishedLength: number): number => Math.min(250, Math.max(33, unfinishedLength / 80));
