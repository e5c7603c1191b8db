import type { Decision, Place } from '#shared/decision/decision.ts';
import type { Gate } from '../decision/gate.ts';
import { transaction, type Database } from '../storage/database.ts';
import type { Accepted, TrustTables } from '../storage/trustTables.ts';
import { compareCatalog, fingerprintOf, toAccepted, type Catalog, type ToolDefinition } from './catalog.ts';

export interface ToolReviewParts {
  readonly serverKey: string;
  readonly launchHash: string;
  /** A bundled server's definitions; they count as reviewed. */
  readonly pinned: Catalog | undefined;
  readonly db: Database;
  readonly trust: TrustTables;
  readonly gate: Gate;
  readonly place: () => Place;
  readonly onAccepted: () => void;
  /** Aborted when the server leaves. */
  readonly gone: AbortSignal;
}

/** What the person has accepted of a server's definitions, and the question about those that differ. */
export class ToolReview {
  readonly #parts: ToolReviewParts;
  #accepted: readonly Accepted[];
  /** The list that the person has denied: it is not asked about again by itself. */
  #denied: string | undefined;
  #count = 0;
  constructor(parts: ToolReviewParts) {
    this.#parts = parts;
    this.#accepted = parts.pinned ? toAccepted(parts.pinned) : parts.trust.accepted(parts.serverKey, parts.launchHash);
  }

  get accepted(): readonly Accepted[] {
    return this.#accepted;
  }
  /** Only in this very form. */
  isAccepted(tool: ToolDefinition): boolean {
    return this.#accepted.some((a) => a.kind === 'tool' && a.name === tool.name && a.digest === tool.digest);
  }
  needed(catalog: Catalog): boolean {
    return compareCatalog(catalog, this.#accepted).needsReview;
  }

  /** A list has been read: asks about what differs from what was accepted, once for each list. */
  consider(catalog: Catalog, isNew: boolean): void {
    const isAsked = this.#parts.gate.isWaiting((d) => this.#isMine(d));
    if ((isNew || !isAsked) && fingerprintOf(catalog) !== this.#denied && this.needed(catalog)) void this.ask(catalog);
  }
  /** A question about the tools of a server that is gone can't be answered; its next start asks anew. */
  withdraw(): void {
    this.#parts.gate.withdraw('server-gone', (d) => this.#isMine(d));
  }

  /** Asks about new and changed definitions, in raw text. A newer list withdraws the question about the older one. */
  async ask(catalog: Catalog): Promise<void> {
    const { gate, trust, db, serverKey, launchHash, place, gone, onAccepted } = this.#parts;
    const review = ++this.#count;
    gate.withdraw('changed', (d) => this.#isMine(d));
    const { tools, unchangedCount, instructionsBefore } = compareCatalog(catalog, this.#accepted);
    const { verdict } = await gate.ask(
      {
        kind: 'tools',
        serverKey,
        place: place(),
        change: this.#accepted.length === 0 ? 'new' : 'changed',
        tools: [...tools],
        unchangedCount,
        ...(catalog.instructions === undefined ? {} : { instructions: catalog.instructions }),
        ...(instructionsBefore === undefined ? {} : { instructionsBefore }),
      },
      gone,
    );
    if (verdict.kind === 'denied') this.#denied = fingerprintOf(catalog);
    if (verdict.kind !== 'allowed' || review !== this.#count) return;
    this.#denied = undefined;
    const accepted = toAccepted(catalog);
    transaction(db, () => trust.accept(serverKey, launchHash, accepted));
    this.#accepted = accepted;
    onAccepted();
  }

  #isMine(decision: Decision): boolean {
    return decision.kind === 'tools' && decision.serverKey === this.#parts.serverKey;
  }
}
