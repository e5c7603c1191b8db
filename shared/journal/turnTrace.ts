import * as z from 'zod';
import { callEnds, type ConversationEvent, type EventOf } from '../conversation/events.ts';
import type { JournalEntry } from './journal.ts';

const span = { startedAt: z.number(), endedAt: z.number().optional() };
const ofCall = { callId: z.string(), serverKey: z.string(), toolName: z.string() };

/** A stretch of a turn's time. Times are milliseconds since 1970; one without an end still runs. */
export const Span = z.discriminatedUnion('kind', [
  z.object({
    ...span,
    kind: z.literal('model'),
    /** From 0. */
    round: z.number(),
    stop: z.enum(['end', 'length', 'refusal', 'cut', 'stopped']).optional(),
    inputTokens: z.number().optional(),
    outputTokens: z.number().optional(),
    /** Size of the request as it was kept; absent when it was not. */
    requestBytes: z.number().optional(),
  }),
  z.object({
    ...span,
    kind: z.literal('decision'),
    what: z.string(),
    outcome: z.string().optional(),
    by: z.enum(['person', 'rule', 'automatic']).optional(),
    callId: z.string().optional(),
    serverKey: z.string().optional(),
    toolName: z.string().optional(),
  }),
  z.object({
    ...span,
    ...ofCall,
    kind: z.literal('call'),
    end: z.enum(callEnds).optional(),
    /** False for a call that ended before it left. */
    sent: z.boolean(),
    argumentBytes: z.number(),
    resultBytes: z.number().optional(),
    /** The W3C trace context that went with it. */
    trace: z.string().optional(),
  }),
]);
export type Span = z.infer<typeof Span>;

/** What happened in a turn, as a waterfall. */
export const TurnTrace = z.object({
  conversationId: z.string(),
  turnId: z.string(),
  question: z.string(),
  model: z.string(),
  startedAt: z.number(),
  endedAt: z.number().optional(),
  outcome: z.string(),
  spans: z.array(Span),
});
export type TurnTrace = z.infer<typeof TurnTrace>;

/** A kept model request without its text. */
export interface RequestMark {
  readonly round: number;
  readonly at: number;
  readonly bytes: number;
}
export interface TraceParts {
  readonly conversationId: string;
  /** The events of the turn, in order. */
  readonly events: readonly ConversationEvent[];
  readonly requests: readonly RequestMark[];
  /** The journal's entries of the turn, in order. */
  readonly entries: readonly JournalEntry[];
  /** UTF-8 length of a text. */
  readonly byteLength: (text: string) => number;
}

/** Pure: what the log, the kept requests and the journal say of a turn, put together. Undefined when the turn is gone. */
export function toTrace(parts: TraceParts): TurnTrace | undefined {
  const { conversationId, events } = parts;
  const start = events.find((event) => event.type === 'turn.started');
  if (!start) return undefined;
  const end = events.find((event) => event.type === 'turn.ended');
  const spans = [...modelSpans(parts), ...decisionSpans(parts), ...callSpans(parts)];
  const order = { model: 0, decision: 1, call: 2 } as const;
  spans.sort((a, b) => a.startedAt - b.startedAt || order[a.kind] - order[b.kind]);
  return {
    conversationId,
    turnId: start.turnId,
    question: start.text,
    model: start.model,
    startedAt: start.at,
    ...(end ? { endedAt: end.at } : {}),
    outcome: end?.outcome ?? 'open',
    spans,
  };
}

/** A round begins when its request was made; where that is not known, when what came before it ended. */
function modelSpans({ events, requests }: TraceParts): Span[] {
  const spans: Span[] = [];
  let boundary = events[0]?.at ?? 0;
  let round = 0;
  for (const event of events) {
    if (event.type === 'model.finished') {
      const request = requests.find((mark) => mark.round === round);
      spans.push({
        kind: 'model',
        round,
        startedAt: Math.min(request?.at ?? boundary, event.at),
        endedAt: event.at,
        stop: event.stop,
        ...event.usage,
        ...(request ? { requestBytes: request.bytes } : {}),
      });
      round += 1;
    }
    if (event.type === 'model.finished' || event.type === 'call.finished' || event.type === 'turn.extended') boundary = event.at;
  }
  // A round that broke before it said anything, or that still runs.
  const ended = events.find((event) => event.type === 'turn.ended');
  for (const { at, bytes, round: later } of requests.filter((mark) => mark.round >= round)) {
    spans.push({ kind: 'model', round: later, startedAt: at, requestBytes: bytes, ...(ended ? { endedAt: ended.at } : {}) });
  }
  return spans;
}

function decisionSpans({ entries }: TraceParts): Span[] {
  return entries
    .filter((entry) => entry.kind === 'decision')
    .map(({ at, askedAt, what, outcome, by, callId, serverKey, toolName }): Span => {
      const which = { ...(callId ? { callId } : {}), ...(serverKey ? { serverKey } : {}), ...(toolName ? { toolName } : {}) };
      return {
        kind: 'decision',
        what,
        startedAt: askedAt ?? at,
        endedAt: at,
        ...(outcome ? { outcome } : {}),
        ...(by ? { by } : {}),
        ...which,
      };
    });
}

function callSpans({ events, entries, byteLength }: TraceParts): Span[] {
  const proposed = events.filter((event) => event.type === 'call.proposed');
  return proposed.map((call): Span => {
    const of = <T extends ConversationEvent['type']>(type: T): EventOf<T> | undefined =>
      events.find((event): event is EventOf<T> => event.type === type && 'callId' in event && event.callId === call.callId);
    const judged = of('call.judged');
    const finished = of('call.finished');
    const sent = entries.find((entry) => entry.kind === 'call' && entry.what === 'sent' && entry.callId === call.callId);
    return {
      kind: 'call',
      callId: call.callId,
      serverKey: call.serverKey,
      toolName: call.toolName,
      startedAt: sent?.at ?? judged?.at ?? finished?.at ?? call.at,
      sent: sent !== undefined,
      argumentBytes: byteLength(judged?.argumentsText ?? call.argumentsText),
      ...(finished ? { endedAt: finished.at, end: finished.end, resultBytes: finished.bytes } : {}),
      ...(finished?.trace === undefined ? {} : { trace: finished.trace }),
    };
  });
}
