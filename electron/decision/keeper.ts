import type { DecisionRow, DecisionTable } from '../storage/decisionTable.ts';
import { NotSavedError } from '../storage/database.ts';
import type { Settled } from './gate.ts';

/** Keeps on disk what the gate has settled. A call's verdict is kept by its door, in one transaction with the conversation. */
export class DecisionKeeper {
  readonly #decisions: DecisionTable;
  readonly #now: () => number;
  readonly #onUnsaved: () => void;
  #unsaved: DecisionRow[] = [];
  /** `onUnsaved` is told when the disk has refused a row that `retry` will write. */
  constructor(decisions: DecisionTable, now: () => number, onUnsaved: () => void) {
    this.#decisions = decisions;
    this.#now = now;
    this.#onUnsaved = onUnsaved;
  }
  /** Throws when the disk refuses; then nothing was decided. */
  keep(settled: Settled): void {
    if (settled.decision.kind !== 'tool-call') this.#decisions.add(this.#row(settled));
  }
  /** A question was taken back. The disk can't object to that: what it refuses is written by `retry`. */
  withdrawn(settled: Settled): void {
    const { decision, verdict } = settled;
    const isKeptByDoor = decision.kind === 'tool-call' && verdict.kind === 'withdrawn' && verdict.because !== 'amended';
    if (!isKeptByDoor) this.#later(this.#row(settled));
  }
  /** A call was allowed, but what was allowed is no longer there: the verdict counts for nothing, and is kept all the same. */
  void(settled: Pick<Settled, 'decision'>): void {
    this.#later(this.#row({ ...settled, verdict: { kind: 'withdrawn', because: 'changed' }, answer: undefined }));
  }
  /** Writes what the disk refused before. True when nothing is left. */
  retry(): boolean {
    const rows = this.#unsaved;
    this.#unsaved = [];
    for (const row of rows) this.#later(row);
    return this.#unsaved.length === 0;
  }

  #later(row: DecisionRow): void {
    try {
      this.#decisions.add(row);
    } catch (error) {
      if (!(error instanceof NotSavedError)) throw error;
      this.#unsaved.push(row);
      this.#onUnsaved();
    }
  }
  #row({ decision, verdict, answer }: Settled): DecisionRow {
    const { armed: _armed, ...subject } = decision.kind === 'sign-in' ? { ...decision, url: withoutState(decision.url) } : decision;
    const call = decision.kind === 'tool-call' ? { callId: decision.callId } : {};
    return { id: decision.id, kind: decision.kind, subject: JSON.stringify(subject), verdict, decidedAt: this.#now(), answer, ...call };
  }
}

/** What proves that an answer belongs to a sign-in is not for keeping. */
function withoutState(text: string): string {
  if (!URL.canParse(text)) return '';
  const url = new URL(text);
  if (url.searchParams.has('state')) url.searchParams.set('state', 'removed');
  return url.href;
}
