/** What a permission to call is bound to. Anything different at the wire voids it. */
export interface Permit {
  readonly decisionId: string;
  readonly serverKey: string;
  readonly toolName: string;
  /** Digest of the tool's whole definition when it was allowed. */
  readonly digest: string;
  /** The exact text of the `arguments` member. */
  readonly argumentsText: string;
  readonly conversationId: string;
  readonly callId: string;
  readonly decidedAt: number;
}
/** What the door keeps of a permission it gave. */
export interface Issued {
  /** True from the moment the bytes were let through: from then on the outcome may be unknown. */
  readonly sent: boolean;
}
/** A `tools/call` without a matching, unspent, fresh permission: it did not leave. */
export class CallRefusedError extends Error {
  constructor(reason: string) {
    super(`the call was not sent: ${reason}`);
    this.name = 'CallRefusedError';
  }
}
/** A given decision holds for five minutes. */
export const permitLifeMs = 5 * 60_000;

export interface PermitParts {
  readonly now: () => number;
  /** Marks the decision as spent, on disk. False when it was spent before. */
  readonly spend: (decisionId: string, at: number) => boolean;
  /** The digest of a tool's definition as it is now; undefined when it is not accepted. */
  readonly digestNow: (serverKey: string, toolName: string) => string | undefined;
}

/** The second lock: permissions that were given, until they are spent at the wire. */
export class Permits {
  readonly #parts: PermitParts;
  readonly #open = new Map<string, { readonly permit: Permit; readonly issued: { sent: boolean } }>();
  constructor(parts: PermitParts) {
    this.#parts = parts;
  }
  /** Call it only after the decision is on disk. */
  issue(permit: Permit): Issued {
    const issued = { sent: false };
    this.#open.set(permit.decisionId, { permit, issued });
    return issued;
  }
  /** Takes back what was not spent. */
  revoke(decisionId: string): void {
    this.#open.delete(decisionId);
  }
  /** Spends the permission for these very bytes, on disk, or throws `CallRefusedError`. */
  spend(decisionId: unknown, actual: Pick<Permit, 'serverKey' | 'toolName' | 'argumentsText'>): void {
    const found = typeof decisionId === 'string' ? this.#open.get(decisionId) : undefined;
    if (!found) throw new CallRefusedError('nobody has allowed it');
    const { permit, issued } = found;
    this.#open.delete(permit.decisionId);
    if (permit.serverKey !== actual.serverKey || permit.toolName !== actual.toolName)
      throw new CallRefusedError('another tool was allowed');
    if (permit.argumentsText !== actual.argumentsText) throw new CallRefusedError('other arguments were allowed');
    const now = this.#parts.now();
    if (now - permit.decidedAt > permitLifeMs) throw new CallRefusedError('the permission is older than five minutes');
    if (this.#parts.digestNow(permit.serverKey, permit.toolName) !== permit.digest)
      throw new CallRefusedError('the tool changed after it was allowed');
    if (!this.#parts.spend(permit.decisionId, now)) throw new CallRefusedError('the permission was spent before');
    issued.sent = true;
  }
}
