import { createHash } from 'node:crypto';
import type { ChainReport } from '#shared/journal/journal.ts';
import { genesis, type JournalRow } from '../storage/journalTable.ts';

type Row = Omit<JournalRow, 'previous'>;

/** The hash of a row: over the hash before it, a line feed, and its body. Hex. */
export function chainHash(previous: string, body: string): string {
  return createHash('sha256').update(`${previous}\n${body}`).digest('hex');
}

/** Walks a chain row by row, in the order in which the rows are given to it. */
export class ChainWalk {
  #count = 0;
  #hash = genesis;
  get count(): number {
    return this.#count;
  }
  /** What is wrong with the next row, or undefined when it fits. */
  step(row: Row): ChainReport | undefined {
    const expected = this.#count + 1;
    const broken = (fault: Extract<ChainReport, { intact: false }>['fault'], brokenAt = row.seq): ChainReport => ({
      intact: false,
      entries: this.#count,
      brokenAt,
      fault,
    });
    if (row.seq !== expected) return broken('missing', expected);
    const said = seqIn(row.body);
    if (said === undefined) return broken('unreadable');
    if (said !== expected) return broken('order');
    if (chainHash(this.#hash, row.body) !== row.hash) return broken('changed');
    this.#count = expected;
    this.#hash = row.hash;
    return undefined;
  }
  /** Whether the chain ends where its head says that it ends. */
  end(head: { readonly count: number; readonly hash: string } | undefined): ChainReport {
    if (head?.count === this.#count && head.hash === this.#hash) return { intact: true, entries: this.#count };
    return { intact: false, entries: this.#count, brokenAt: Math.min(this.#count, head?.count ?? this.#count) + 1, fault: 'tail' };
  }
}

function seqIn(body: string): number | undefined {
  try {
    const value = JSON.parse(body) as { seq?: unknown } | null;
    return typeof value?.seq === 'number' ? value.seq : undefined;
  } catch {
    return undefined;
  }
}
