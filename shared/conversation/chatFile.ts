import * as z from 'zod';
import { AttachedPart } from './attachments.ts';
import { ConversationEvent } from './events.ts';

/** What a chat's file calls itself. A file of a later version is refused: this build can't know what it means. */
export const chatFormat = 'steward-chat';
export const chatFormatVersion = 1;

/** What stays out of a file: what was decided and asked belongs to this computer's journal, and nothing of a file may count as decided. */
const left = ['call.judged', 'call.asked', 'call.answered'] as const;
type Left = (typeof left)[number];
/** The events that a file may hold. */
export type FileEvent = Exclude<ConversationEvent, { type: Left }>;
const isFileEvent = (event: ConversationEvent): event is FileEvent => !(left as readonly string[]).includes(event.type);

const Id = z.string().min(1).max(200);
const Digest = z.string().regex(/^[0-9a-f]{64}$/);

/** A chat as a file, version 1. Ids are of the file alone; what is imported gets new ones. */
export const ChatFile = z.strictObject({
  format: z.literal(chatFormat),
  version: z.literal(chatFormatVersion),
  /** Milliseconds since 1970, as everywhere. */
  exportedAt: z.number(),
  title: z.string().max(200),
  events: z.array(ConversationEvent).min(1).max(500_000),
  attachments: z.array(z.strictObject({ id: Id, parts: z.array(AttachedPart).max(2000) })).max(50_000),
  /** Pictures and sounds of results under their SHA-256, their bytes in base64. */
  media: z.array(z.strictObject({ id: Digest, data: z.string() })).max(10_000),
  /** Those that would have made the file too large. */
  leftOut: z.array(z.strictObject({ id: Digest, bytes: z.number() })).max(10_000),
});
export type ChatFile = Omit<z.infer<typeof ChatFile>, 'events'> & { readonly events: readonly FileEvent[] };

/** Gives the id that stands for another one, always the same. */
export interface NewIds {
  readonly turn: (id: string) => string;
  readonly call: (id: string) => string;
  readonly attachment: (id: string) => string;
}

/** New ids by kind, each made once by `make`. */
export function newIds(make: (kind: 't' | 'c' | 'a') => string): NewIds {
  const of = (kind: 't' | 'c' | 'a'): ((id: string) => string) => {
    const known = new Map<string, string>();
    return (id) => {
      const found = known.get(id) ?? make(kind);
      known.set(id, found);
      return found;
    };
  };
  return { turn: of('t'), call: of('c'), attachment: of('a') };
}

/** The event under other ids. The id that a model gave its call is replaced as well: nobody waits for it any more. */
export function withNewIds(event: FileEvent, ids: NewIds): FileEvent {
  const turnId = ids.turn(event.turnId);
  if (event.type === 'turn.started') {
    const attachments = event.attachments?.map((view) => ({ ...view, id: ids.attachment(view.id) }));
    return { ...event, turnId, ...(attachments ? { attachments } : {}) };
  }
  if (!('callId' in event)) return { ...event, turnId };
  const callId = ids.call(event.callId);
  return event.type === 'call.proposed' ? { ...event, turnId, callId, modelCallId: callId } : { ...event, turnId, callId };
}

/**
 * The events of a chat as a file holds them: without decisions, the arguments being those that were sent; without what a model's API wants
 * back. What is open is closed, so that nothing of it can go on: a call that may have left is *outcome unknown*.
 */
export function toFileEvents(events: readonly ConversationEvent[]): FileEvent[] {
  const sent = new Map<string, string>();
  const allowed = new Set<string>();
  for (const event of events) {
    if (event.type !== 'call.judged') continue;
    sent.set(event.callId, event.argumentsText);
    if (event.verdict.kind === 'allowed') allowed.add(event.callId);
  }
  const kept = events.filter(isFileEvent).map((event): FileEvent => {
    if (event.type === 'call.proposed') return { ...event, argumentsText: sent.get(event.callId) ?? event.argumentsText };
    if (event.type !== 'model.finished') return event;
    const { memo: _memo, ...rest } = event;
    return rest;
  });
  return closed(kept, (callId) => allowed.has(callId));
}

const lost = {
  unknown: 'The chat was saved to a file while this call ran, so its outcome is unknown: it may have taken effect.',
  'not-sent': 'The chat was saved to a file before this call was sent. It was not run.',
} as const;

/** The events with every turn closed at its end: no later turn can find it open. */
function closed(events: readonly FileEvent[], mayHaveLeft: (callId: string) => boolean): FileEvent[] {
  const out: FileEvent[] = [];
  let turnId: string | undefined;
  let at = 0;
  const open = new Set<string>();
  const close = (): void => {
    if (turnId === undefined) return;
    for (const callId of open) out.push(lostCall({ turnId, at, callId }, mayHaveLeft));
    out.push({ type: 'turn.ended', turnId, at, outcome: 'interrupted' });
    open.clear();
    turnId = undefined;
  };
  for (const event of events) {
    if (event.type === 'turn.started') {
      close();
      turnId = event.turnId;
    }
    if (event.type === 'call.proposed') open.add(event.callId);
    if (event.type === 'call.finished') open.delete(event.callId);
    if (event.type === 'turn.ended') {
      for (const callId of open) out.push(lostCall({ turnId: event.turnId, at: event.at, callId }, mayHaveLeft));
      open.clear();
      turnId = undefined;
    }
    at = event.at;
    out.push(event);
  }
  close();
  return out;
}

function lostCall(
  call: { readonly turnId: string; readonly at: number; readonly callId: string },
  mayHaveLeft: (id: string) => boolean,
): FileEvent {
  const end = mayHaveLeft(call.callId) ? 'unknown' : 'not-sent';
  return { type: 'call.finished', ...call, end, blocks: [], modelText: lost[end], bytes: 0 };
}

/** A file that can't be taken; `newer` when a later version wrote it. The message is one English sentence. */
export class ChatFileError extends Error {
  readonly newer: boolean;
  constructor(message: string, newer = false) {
    super(message);
    this.name = 'ChatFileError';
    this.newer = newer;
  }
}
const refuse = (message: string): never => {
  throw new ChatFileError(message);
};

/** A chat's file out of parsed JSON, checked whole, its open turns closed. Throws `ChatFileError`. */
export function readChatFile(value: unknown): ChatFile {
  const head = z.object({ format: z.literal(chatFormat), version: z.number() }).safeParse(value);
  if (!head.success) return refuse(`It is no chat of Steward: "format" is not "${chatFormat}".`);
  if (head.data.version > chatFormatVersion)
    throw new ChatFileError(`It is of version ${head.data.version}; this Steward reads version ${chatFormatVersion}.`, true);
  checkNumbers(value);
  const parsed = ChatFile.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse(`${issue?.path.join('/') ?? ''}: ${issue?.message ?? 'not as it should be'}`.slice(0, 300));
  }
  const events = parsed.data.events.map((event, at) =>
    isFileEvent(event) ? event : refuse(`events/${at}: a file can bring no decisions.`),
  );
  checkOrder(events);
  checkNames(parsed.data, events);
  // What left is not known of a file's calls, so an open one may have.
  return { ...parsed.data, events: closed(events.map(withoutMemo), () => true) };
}

const withoutMemo = (event: FileEvent): FileEvent => {
  if (event.type !== 'model.finished') return event;
  const { memo: _memo, ...rest } = event;
  return rest;
};

/** Every number of a chat counts something or is a time: whole, not negative, and exact. */
function checkNumbers(value: unknown): void {
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const one = rest.pop();
    if (typeof one === 'number' && !(Number.isSafeInteger(one) && one >= 0)) refuse(`A number in it is out of range: ${one}.`);
    if (typeof one === 'object' && one !== null) for (const member of Object.values(one)) rest.push(member);
  }
}

/** The latest moment that a date can hold. */
const endOfTime = 8_640_000_000_000_000;

/** Each turn begins once, each call is proposed and ends once in its own turn, and after a turn's end only late words of its calls come. */
function checkOrder(events: readonly FileEvent[]): void {
  const turns = new Set<string>();
  const callTurn = new Map<string, string>();
  const finished = new Set<string>();
  let open: string | undefined;
  events.forEach((event, at) => {
    const wrong = (what: string): never => refuse(`events/${at}: ${what}.`);
    if (event.at > endOfTime) wrong('its time is out of range');
    if (event.type === 'turn.started') {
      if (turns.has(event.turnId)) wrong('a turn begins twice');
      turns.add(event.turnId);
      open = event.turnId;
      return;
    }
    if (!turns.has(event.turnId)) wrong('it belongs to no turn of this file');
    const isLate = event.type === 'call.late' || event.type === 'call.used';
    if (!isLate && event.turnId !== open) wrong('it belongs to a turn that has ended');
    if (event.type === 'turn.ended') open = undefined;
    if (!('callId' in event)) return;
    if (event.type === 'call.proposed') {
      if (callTurn.has(event.callId)) wrong('a call is proposed twice');
      callTurn.set(event.callId, event.turnId);
      return;
    }
    if (callTurn.get(event.callId) !== event.turnId) wrong('it belongs to no call of its turn');
    if (event.type === 'call.finished') {
      if (finished.has(event.callId)) wrong('a call ends twice');
      finished.add(event.callId);
    }
  });
}

/** Each attachment goes with one message and has its text once; each picture stands there once. */
function checkNames(file: Pick<z.infer<typeof ChatFile>, 'attachments' | 'media'>, events: readonly FileEvent[]): void {
  const named = new Set<string>();
  for (const id of events.flatMap((event) => (event.type === 'turn.started' ? (event.attachments ?? []) : [])).map(({ id }) => id)) {
    if (named.has(id)) refuse(`An attachment goes with two messages: ${id.slice(0, 60)}.`);
    named.add(id);
  }
  const texts = new Set<string>();
  for (const { id } of file.attachments) {
    if (!named.has(id) || texts.has(id)) refuse(`An attachment is kept twice, or goes with no message: ${id.slice(0, 60)}.`);
    texts.add(id);
  }
  if (new Set(file.media.map(({ id }) => id)).size < file.media.length) refuse('A picture is kept twice.');
}
