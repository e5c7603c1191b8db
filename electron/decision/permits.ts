import { createHmac, randomBytes } from 'node:crypto';

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
/** What a further round adds to the call: the exact text of `inputResponses`, and `requestState` as the server gave it; each only if there is one. */
export interface Further {
  readonly inputResponsesText?: string | undefined;
  readonly requestState?: string | undefined;
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
  /** Puts a further round on disk, unspent; throws when it can't. And spends it, once. */
  readonly addRound: (decisionId: string, round: number, digest: string, at: number) => void;
  readonly spendRound: (decisionId: string, round: number, at: number) => boolean;
  /** The digest of a tool's definition as it is now; undefined when it is not accepted. */
  readonly digestNow: (serverKey: string, toolName: string) => string | undefined;
}
/** Runs what spends a permission in one transaction with what must be on disk before its bytes leave. */
export type Together = (spend: () => void) => void;
interface Held {
  readonly permit: Permit;
  readonly together: Together;
  readonly issued: { sent: boolean };
  /** The send that is allowed now, counted from 0, and since when; undefined between rounds. */
  open: { readonly round: number; readonly further: Further; readonly at: number } | undefined;
  rounds: number;
  /** What the latest send carried, and since when it was allowed. */
  last: { readonly further: Further; readonly at: number };
}

/** The second lock: permissions that were given, until they are spent at the wire. One permission is one send; a further round is another one. */
export class Permits {
  readonly #parts: PermitParts;
  readonly #held = new Map<string, Held>();
  readonly #key = randomBytes(32);
  constructor(parts: PermitParts) {
    this.#parts = parts;
  }
  /** Call it only after the decision is on disk, or with `together` that puts it there when the permission is spent. */
  issue(permit: Permit, together: Together = (spend) => spend()): Issued {
    const issued = { sent: false };
    const last = { further: {}, at: permit.decidedAt };
    this.#held.set(permit.decisionId, { permit, together, issued, open: { round: 0, ...last }, rounds: 0, last });
    return issued;
  }
  /** Allows the same call once more, with exactly these answers to what its server asked; on disk when it returns. */
  issueRound(decisionId: string, further: Further): void {
    const held = this.#held.get(decisionId);
    if (!held?.issued.sent || held.open) throw new CallRefusedError('there is no call to go on with');
    this.#open(held, further, this.#parts.now());
  }
  /** The server has plainly not taken the latest send (HTTP 401, or 403 for want of rights): nothing of it can have had an effect. */
  notTaken(decisionId: string): void {
    const held = this.#held.get(decisionId);
    if (held) held.issued.sent = false;
  }
  /** Allows the very bytes that were not taken once more; on disk when it returns. The permission is as old as the yes it rests on. */
  issueAgain(decisionId: string): void {
    const held = this.#held.get(decisionId);
    if (!held || held.issued.sent || held.open) throw new CallRefusedError('there is no call to send again');
    this.#open(held, held.last.further, held.last.at);
  }
  #open(held: Held, further: Further, at: number): void {
    this.#parts.addRound(held.permit.decisionId, held.rounds + 1, digestOf(further, this.#key), at);
    held.rounds += 1;
    held.open = { round: held.rounds, further, at };
  }
  /** The call has ended: nothing more may be sent for it. */
  end(decisionId: string): void {
    this.#held.delete(decisionId);
  }
  /** Spends the permission for these very bytes, on disk, or throws `CallRefusedError`. */
  spend(decisionId: unknown, actual: Pick<Permit, 'serverKey' | 'toolName' | 'argumentsText'> & Further): void {
    const held = typeof decisionId === 'string' ? this.#held.get(decisionId) : undefined;
    const open = held?.open;
    if (!held || !open) throw new CallRefusedError('nobody has allowed it');
    const { permit, issued } = held;
    held.open = undefined;
    if (permit.serverKey !== actual.serverKey || permit.toolName !== actual.toolName)
      throw new CallRefusedError('another tool was allowed');
    if (permit.argumentsText !== actual.argumentsText) throw new CallRefusedError('other arguments were allowed');
    if (open.further.inputResponsesText !== actual.inputResponsesText || open.further.requestState !== actual.requestState)
      throw new CallRefusedError('other answers were allowed');
    const now = this.#parts.now();
    if (now - open.at > permitLifeMs) throw new CallRefusedError('the permission is older than five minutes');
    if (this.#parts.digestNow(permit.serverKey, permit.toolName) !== permit.digest)
      throw new CallRefusedError('the tool changed after it was allowed');
    const spend = (): void => {
      const { decisionId } = permit;
      const spent = open.round === 0 ? this.#parts.spend(decisionId, now) : this.#parts.spendRound(decisionId, open.round, now);
      if (!spent) throw new CallRefusedError('the permission was spent before');
    };
    if (open.round === 0) held.together(spend);
    else spend();
    held.last = open;
    issued.sent = true;
  }
}

/** With a key that ends with the app: an answer may be a word that could be guessed from its plain digest. */
const digestOf = ({ inputResponsesText, requestState }: Further, key: Uint8Array): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([inputResponsesText ?? null, requestState ?? null]))
    .digest('hex');
