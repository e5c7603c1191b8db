import * as z from 'zod';

export const journalKinds = ['decision', 'call', 'rule', 'trust', 'setting', 'provider', 'secret'] as const;
export const JournalKind = z.enum(journalKinds);
export type JournalKind = z.infer<typeof JournalKind>;

/** Something that is not kept here itself: its SHA-256 (hex), its size in bytes, and for arguments a preview with secrets masked. */
export const Fingerprint = z.object({ digest: z.string(), bytes: z.number(), preview: z.string().optional() });
export type Fingerprint = z.infer<typeof Fingerprint>;

/** What happened, without its place in the chain. */
export const JournalFact = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  kind: JournalKind,
  /**
   * What it is about: the kind of a decision; `sent`, `ended` or `late` (answered after that) of a call; `added` or `removed` of a rule; `trusted`, `denied`,
   * `accepted` or `forgotten` of trust, and what else was allowed or taken away of a server; the name of a setting; what was done with a
   * provider or its key, or with a secret, named in `details`.
   */
  what: z.string(),
  /** How a decision or a call ended; what a rule says. */
  outcome: z.string().optional(),
  /** Who decided. */
  by: z.enum(['person', 'rule', 'automatic']).optional(),
  ruleId: z.string().optional(),
  serverKey: z.string().optional(),
  toolName: z.string().optional(),
  conversationId: z.string().optional(),
  turnId: z.string().optional(),
  callId: z.string().optional(),
  decisionId: z.string().optional(),
  arguments: Fingerprint.optional(),
  result: Fingerprint.optional(),
  /** When a decision began to wait. */
  askedAt: z.number().optional(),
  /** From the bytes' leaving to the end, in milliseconds. */
  ms: z.number().optional(),
  /** What only this kind has; plain JSON, free of secrets. */
  details: z.record(z.string(), z.json()).optional(),
});
export type JournalFact = z.infer<typeof JournalFact>;

/** One entry of the journal. Add members; never change the meaning of one that has shipped. */
export const JournalEntry = JournalFact.extend({ seq: z.number() });
export type JournalEntry = z.infer<typeof JournalEntry>;

/** An entry with its place in the chain: `hash` is the SHA-256 of the previous hash, a line feed and the entry's canonical JSON. */
export const ChainedEntry = z.object({ entry: JournalEntry, hash: z.string(), previous: z.string() });
export type ChainedEntry = z.infer<typeof ChainedEntry>;

/** Which entries are meant: every word of `query` occurs, times are milliseconds since 1970, both ends included. */
export const JournalFilter = z.strictObject({
  query: z.string().max(500).optional(),
  kind: JournalKind.optional(),
  serverKey: z.string().max(200).optional(),
  from: z.number().optional(),
  to: z.number().optional(),
});
export type JournalFilter = z.infer<typeof JournalFilter>;

export const chainFaults = ['changed', 'missing', 'order', 'tail', 'unreadable'] as const;
/** What walking the whole chain found: intact, or the first entry that does not fit and why. */
export const ChainReport = z.discriminatedUnion('intact', [
  z.object({ intact: z.literal(true), entries: z.number() }),
  z.object({ intact: z.literal(false), entries: z.number(), brokenAt: z.number(), fault: z.enum(chainFaults) }),
]);
export type ChainReport = z.infer<typeof ChainReport>;

export const JournalEvent = z.object({ type: z.literal('journal.grew'), count: z.number() });
export type JournalEvent = z.infer<typeof JournalEvent>;
/** How many entries there are. */
export interface JournalState {
  readonly count: number;
}
export const noJournal: JournalState = { count: 0 };
export const reduceJournal = (state: JournalState, event: JournalEvent): JournalState =>
  event.count === state.count ? state : { count: event.count };
