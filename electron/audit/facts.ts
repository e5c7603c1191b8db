import type { ConversationEvent, EventOf } from '#shared/conversation/events.ts';
import { isOpen, type ToolCall } from '#shared/conversation/state.ts';
import type { Decision } from '#shared/decision/decision.ts';
import type { JournalFact } from '#shared/journal/journal.ts';
import type { Rule } from '#shared/policy/policy.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import type { DecisionRow } from '../storage/decisionTable.ts';
import type { Permission } from '../storage/permissionTable.ts';
import type { TrustChange } from '../storage/trustTables.ts';
import { argumentsPrint, maskArgs, maskText, resultPrint, sha256 } from './redact.ts';

type Details = NonNullable<JournalFact['details']>;
/** What a stored decision may hold. Kinds that are not known here keep their common members and a digest of the whole. */
type Subject = Partial<Record<string, unknown>>;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
/** Without what is undefined: canonical JSON has no place for it. */
function present<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
function about(subject: Subject) {
  return {
    serverKey: textOf(subject.serverKey),
    toolName: textOf(subject.toolName),
    conversationId: textOf(subject.conversationId),
    turnId: textOf(subject.turnId),
    callId: textOf(subject.callId),
  };
}

/** A decision that was settled or withdrawn, of any kind. */
export function decisionFact(row: DecisionRow): JournalFact {
  const subject = JSON.parse(row.subject) as Subject;
  const { verdict } = row;
  const args = textOf(subject.argumentsText);
  return present({
    ...about(subject),
    at: row.decidedAt,
    kind: 'decision' as const,
    what: row.kind,
    outcome: verdict.kind,
    by: verdict.kind === 'withdrawn' ? undefined : verdict.by,
    ruleId: verdict.kind === 'withdrawn' ? undefined : verdict.ruleId,
    decisionId: row.id,
    callId: row.callId ?? textOf(subject.callId),
    askedAt: numberOf(subject.askedAt),
    arguments: args === undefined ? undefined : argumentsPrint(args),
    details: {
      ...(verdict.kind === 'withdrawn' ? { because: verdict.because } : {}),
      ...(row.answer === undefined ? {} : { answer: row.answer }),
      ...detailsOf(row.kind, subject, row.subject),
    },
  });
}

function detailsOf(kind: string, subject: Subject, text: string): Details {
  switch (kind) {
    case 'tool-call':
      return present({ reason: textOf(subject.reason), definition: textOf(subject.digest), launch: textOf(subject.launchHash) });
    case 'server-trust': {
      const { command = '', args = [], env = [], changed, place } = subject as Partial<Extract<Decision, { kind: 'server-trust' }>>;
      const where = place?.kind === 'remote' ? { host: place.host } : { command: maskText(command), args: maskArgs(args) };
      return { ...where, variables: env.map(({ name }) => maskText(name)), changed: changed === true };
    }
    case 'tools': {
      const { tools = [], change = 'new', unchangedCount = 0 } = subject as Partial<Extract<Decision, { kind: 'tools' }>>;
      return {
        change,
        unchanged: unchangedCount,
        tools: tools.map((tool) => ({ name: tool.name, change: tool.change, definition: sha256(tool.raw) })),
      };
    }
    case 'go-on':
      return present({ reason: textOf(subject.reason), rounds: numberOf(subject.rounds) });
    case 'elicitation': {
      // The names of the fields and no answer: those are kept nowhere.
      const { fields = [] } = subject as Partial<Extract<Decision, { kind: 'elicitation' }>>;
      return { fields: fields.map(({ key }) => maskText(key)), subject: sha256(text) };
    }
    case 'link':
      return present({ host: textOf(subject.asciiHost), subject: sha256(text) });
    case 'sign-in': {
      const { issuer = '', scopes = [], reason } = subject as Partial<Extract<Decision, { kind: 'sign-in' }>>;
      return present({ reason, issuer: URL.canParse(issuer) ? new URL(issuer).host : '', scopes: scopes.map(maskText) });
    }
    default:
      return { subject: { digest: sha256(text), bytes: Buffer.byteLength(text) } };
  }
}

/** A call that left: its permission was spent. */
export function sentFact(row: Pick<DecisionRow, 'id' | 'subject'>, at: number): JournalFact {
  const subject = JSON.parse(row.subject) as Subject;
  return present({
    ...about(subject),
    at,
    kind: 'call' as const,
    what: 'sent',
    decisionId: row.id,
    arguments: argumentsPrint(textOf(subject.argumentsText) ?? ''),
  });
}

export interface EndedCall {
  readonly conversationId: string;
  readonly event: Extract<ConversationEvent, { type: 'call.finished' }>;
  /** The call as it was before it ended. */
  readonly call: ToolCall | undefined;
  readonly sentAt: number | undefined;
}
/** A call that ended, however it did. */
export function endedFact({ conversationId, event, call, sentAt }: EndedCall): JournalFact {
  const hasAnswer = event.end === 'done' || event.end === 'tool-error';
  return present({
    conversationId,
    turnId: event.turnId,
    callId: event.callId,
    at: event.at,
    kind: 'call' as const,
    what: 'ended',
    outcome: event.end,
    serverKey: textOf(call?.serverKey),
    toolName: call?.toolName,
    arguments: call ? argumentsPrint(call.argumentsText) : undefined,
    result: hasAnswer ? resultPrint(event.blocks, event.bytes) : undefined,
    ms: sentAt === undefined ? undefined : event.at - sentAt,
    details: call && isOpen(call) && call.edited ? { edited: true } : undefined,
  });
}

/** An answer to a call that had been given up: only of what kind, and how large. */
export function lateFact(
  conversationId: string,
  event: Extract<ConversationEvent, { type: 'call.late' }>,
  call: ToolCall | undefined,
): JournalFact {
  const { turnId, callId, at, end, bytes } = event;
  const [serverKey, toolName] = [textOf(call?.serverKey), call?.toolName];
  return present({
    conversationId,
    turnId,
    callId,
    at,
    kind: 'call' as const,
    what: 'late',
    outcome: end,
    serverKey,
    toolName,
    details: { bytes },
  });
}

/** The person let the model have what had been kept back of a result. */
export function usedFact(conversationId: string, { turnId, callId, at }: EventOf<'call.used'>, call: ToolCall | undefined): JournalFact {
  const [serverKey, toolName] = [textOf(call?.serverKey), call?.toolName];
  return present({ conversationId, turnId, callId, at, kind: 'call' as const, what: 'used', by: 'person' as const, serverKey, toolName });
}

/** A standing rule made or taken back. */
export function ruleFact(change: 'added' | 'removed', rule: Rule, at: number): JournalFact {
  const { id, effect, serverKey, toolName, conversationId, digest, launchHash } = rule;
  const { onlyReads, afterReading, expiresAt, constraint } = rule;
  const details: Details = {
    definition: digest,
    launch: launchHash,
    ...(onlyReads ? { onlyReads } : {}),
    ...(afterReading ? { afterReading } : {}),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(constraint ? { argument: constraint.pointer, how: constraint.how, value: sha256(JSON.stringify(constraint.value)) } : {}),
  };
  return present({ at, kind: 'rule' as const, what: change, outcome: effect, ruleId: id, serverKey, toolName, conversationId, details });
}

/** What a server may ask of this host was changed: sampling on or off, a folder given or taken back. Use of it is no change. */
export function permissionFacts(
  serverKey: string,
  { before, after }: { readonly before: Permission; readonly after: Permission },
  at: number,
): readonly JournalFact[] {
  const fact = (what: string, details?: Details): JournalFact => present({ at, kind: 'trust' as const, what, serverKey, details });
  return [
    ...(before.sampling === after.sampling ? [] : [fact(after.sampling ? 'sampling-on' : 'sampling-off')]),
    ...(before.information === after.information ? [] : [fact(after.information ? 'information-on' : 'information-off')]),
    ...after.folders
      .filter((folder) => !before.folders.includes(folder))
      .map((folder) => fact('folder-added', { folder: maskText(folder) })),
    ...before.folders
      .filter((folder) => !after.folders.includes(folder))
      .map((folder) => fact('folder-removed', { folder: maskText(folder) })),
  ];
}

/** A change of what is trusted. */
export function trustFact(change: TrustChange, at: number): JournalFact {
  const fact = { at, kind: 'trust' as const, what: change.what, serverKey: change.serverKey };
  if (change.what === 'forgotten') return fact;
  if (change.what !== 'accepted') return { ...fact, details: { launch: change.launchHash } };
  const items = change.items.map(({ kind, name, digest }) => ({ kind, name, digest }));
  return { ...fact, details: { launch: change.launchHash, items } };
}

/** Settings whose change alters what may happen without a question, or where text goes; the looks of the app are nobody's business. */
const unimportant = new Set(['language', 'theme', 'tourSeen']);

/** One fact for each setting that has changed. Values are kept only where they can be no secret: numbers, switches and short words. */
export function settingFacts(before: unknown, after: unknown, at: number): JournalFact[] {
  const members = (value: unknown): Subject => (typeof value === 'object' && value !== null ? value : {});
  const [old, now] = [{ ...defaultSettings, ...members(before) } as Subject, members(after)];
  return Object.keys(now)
    .filter((name) => !unimportant.has(name) && JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((name) => ({ at, kind: 'setting', what: name, details: { from: plain(old[name]), to: plain(now[name]) } }));
}
function plain(value: unknown): string | number | boolean | null {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined) return value ?? null;
  return typeof value === 'string' ? maskText(value) : `sha256 ${sha256(JSON.stringify(value))}`;
}
