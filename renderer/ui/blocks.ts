import { delimiterOf } from './table.ts';

/**
 * A piece of markdown that can be shown on its own. `closed` says that more text can no longer change it,
 * `isMoreOfList` that it goes on with the list of the block before.
 */
export type Block =
  | { readonly kind: 'markdown'; readonly text: string; readonly closed: boolean; readonly isMoreOfList: boolean }
  | { readonly kind: 'table'; readonly text: string; readonly closed: boolean }
  | { readonly kind: 'code'; readonly text: string; readonly language: string; readonly closed: boolean };

interface Fence {
  readonly marker: string;
  readonly language: string;
}
const fenceStart = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/;
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
/** What ends a table without a blank line: a heading, a quote, a list or a rule. */
const otherStart = /^ {0,3}(?:#{1,6}(?:\s|$)|>|[-*+]\s|\d{1,9}[.)]\s|(?:[-*_]\s*){3,}$)/;
const definition = /^ {0,3}\[[^\]]+\]:/m;
/** A list that is longer goes on in another block at its next item. */
const longestList = 2_000;
/** Up to here a text with definitions, which reach across blocks, is parsed whole once it is complete. */
const longestWhole = 12_000;

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
  #isTable = false;
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
    if (this.#isTable) {
      const isOver = isBlank(line) || otherStart.test(line);
      if (isOver) this.#endMarkdown(true);
      if (!isBlank(line)) this.#push(line);
      return;
    }
    if (this.#lines.length === 1 && delimiterOf(this.#lines[0] ?? '', line)) this.#isTable = true;
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
  /** The same state, to be gone on with apart from this one. The finished blocks are the very same. */
  copy(): Splitter {
    const copy = new Splitter();
    copy.blocks.push(...this.blocks);
    copy.#lines = [...this.#lines];
    copy.#length = this.#length;
    copy.#isList = this.#isList;
    copy.#isTable = this.#isTable;
    copy.#isMoreOfList = this.#isMoreOfList;
    copy.#fence = this.#fence;
    return copy;
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
    const text = this.#lines.join('\n');
    if (this.#isTable) this.blocks.push({ kind: 'table', text, closed });
    else if (this.#lines.length > 0) this.blocks.push({ kind: 'markdown', text, closed, isMoreOfList: this.#isMoreOfList });
    this.#lines = [];
    this.#length = 0;
    this.#isTable = false;
    this.#isMoreOfList = false;
  }
  #endFence(fence: Fence, closed: boolean): void {
    this.blocks.push({ kind: 'code', text: this.#lines.join('\n'), language: fence.language, closed });
    this.#lines = [];
    this.#fence = undefined;
  }
}

/**
 * Splits a growing markdown at its top level. Appending changes only the last block, and only what was appended is read again:
 * a finished block is the very same object in every answer. Another text than one that goes on with the last begins anew.
 */
export class BlockReader {
  #splitter = new Splitter();
  /** All whole lines read so far. */
  #read = '';

  /** The blocks of the text; `isComplete` says that nothing will be appended. */
  read(text: string, isComplete: boolean): readonly Block[] {
    if (isComplete && text.length <= longestWhole && definition.test(text))
      return [{ kind: 'markdown', text, closed: true, isMoreOfList: false }];
    if (!text.startsWith(this.#read)) {
      this.#splitter = new Splitter();
      this.#read = '';
    }
    const end = text.lastIndexOf('\n') + 1;
    if (end > this.#read.length) {
      const lines = text.slice(this.#read.length, end).split('\n');
      lines.pop();
      for (const line of lines) this.#splitter.line(line);
      this.#read = text.slice(0, end);
    }
    const now = this.#splitter.copy();
    if (isComplete) now.line(text.slice(end));
    else now.unfinishedLine(text.slice(end));
    now.end(isComplete);
    return now.blocks;
  }
}

/** Splits a whole text at once. */
export const splitBlocks = (text: string, isComplete: boolean): readonly Block[] => new BlockReader().read(text, isComplete);

/** Milliseconds between two paints of a growing text: 30 a second, fewer when its unfinished block is long. */
export const paintInterval = (unfinishedLength: number): number => Math.min(250, Math.max(33, unfinishedLength / 80));
