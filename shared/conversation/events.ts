import * as z from 'zod';
import { Verdict } from '../decision/decision.ts';
import { AskAnswer, CallAsk } from './asks.ts';
import { AttachmentView } from './attachments.ts';

const whole = z.number().optional();
/** The server means it for the person alone: no model gets it (TOL-6). */
const personOnly = z.boolean().optional();

/**
 * One block of a tool's result as the person sees it. Binary blocks are kept out of events: kind and size, and for a picture or sound
 * `media`, the name by which `call.media` gives its bytes. `whole` stands on pages only: the characters of the whole text, where its
 * beginning is here and `call.text` gives the rest.
 */
export const ResultBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string(), whole, personOnly }),
  z.object({ kind: z.literal('structured'), json: z.string(), whole }),
  z.object({ kind: z.literal('binary'), mimeType: z.string(), bytes: z.number(), media: z.string().optional(), personOnly }),
  z.object({ kind: z.literal('resource'), uri: z.string(), title: z.string(), text: z.string().optional(), whole, personOnly }),
]);
export type ResultBlock = z.infer<typeof ResultBlock>;

/** How a call can end; the words are the same in code, window and documents. */
export const callEnds = ['done', 'tool-error', 'protocol-error', 'denied', 'cancelled', 'timed-out', 'not-sent', 'unknown'] as const;
export const CallEnd = z.enum(callEnds);
export type CallEnd = z.infer<typeof CallEnd>;

/** An answer that came after its call had been given up: of what kind, and how many bytes. Its content is kept nowhere (F17). */
export const LateAnswer = z.object({ end: z.enum(['done', 'tool-error', 'protocol-error']), bytes: z.number() });
export type LateAnswer = z.infer<typeof LateAnswer>;

/**
 * The structured result is not what the tool promised: why, in words for a model, and whether it was kept back from the model, which then
 * had nothing else to go by.
 */
export const Mismatch = z.object({ problem: z.string(), withheld: z.boolean() });
export type Mismatch = z.infer<typeof Mismatch>;

export const turnProblems = [
  'model-key',
  'model-unreachable',
  'model-cut',
  'model-refused',
  'model-rate',
  'model-overloaded',
  'model-context',
  'model-error',
  'model-missing',
  'length',
  'internal',
] as const;
/** Why a turn failed: `code` selects the words, `detail` is what the other side said, already free of secrets. */
export const TurnProblem = z.object({ code: z.enum(turnProblems), detail: z.string() });
export type TurnProblem = z.infer<typeof TurnProblem>;

export const Usage = z.object({ inputTokens: z.number(), outputTokens: z.number() });

const turn = { turnId: z.string(), at: z.number() };
const call = { ...turn, callId: z.string() };

/** The append-only vocabulary of a conversation. Add members; never change one that has shipped. Times are milliseconds since 1970. */
export const ConversationEvent = z.discriminatedUnion('type', [
  /** `attachments` names what went with the message; absent when nothing did. */
  z.object({
    ...turn,
    type: z.literal('turn.started'),
    text: z.string(),
    model: z.string(),
    attachments: z.array(AttachmentView).optional(),
  }),
  z.object({ ...turn, type: z.literal('model.text'), text: z.string() }),
  z.object({ ...turn, type: z.literal('model.reasoning'), text: z.string() }),
  /** A round ended. Whether the turn goes on is decided by the calls in it, never by the reason the model gave. */
  z.object({
    ...turn,
    type: z.literal('model.finished'),
    stop: z.enum(['end', 'length', 'refusal', 'cut', 'stopped']),
    usage: Usage.optional(),
    /** What the model's API wants back of this round as it was; opaque, and kept for its own provider only. */
    memo: z.string().optional(),
  }),
  /** `callId` is ours and unique; `modelCallId` is what the model's API expects back. `problem` says why it can't be run at all. */
  z.object({
    ...call,
    type: z.literal('call.proposed'),
    modelCallId: z.string(),
    modelName: z.string(),
    serverKey: z.string(),
    toolName: z.string(),
    argumentsText: z.string(),
  }),
  /** Committed before anything is sent. `argumentsText` is what was decided upon, `edited` when a person changed it. */
  z.object({ ...call, type: z.literal('call.judged'), verdict: Verdict, argumentsText: z.string(), edited: z.boolean() }),
  /** The server asked for something while the call ran: what kind of thing, never what was answered. */
  z.object({ ...call, type: z.literal('call.asked'), ask: CallAsk }),
  z.object({ ...call, type: z.literal('call.answered'), askId: z.string(), answer: AskAnswer }),
  /** `modelText` is the one tool message that the model gets for this call. */
  z.object({
    ...call,
    type: z.literal('call.finished'),
    end: CallEnd,
    blocks: z.array(ResultBlock),
    modelText: z.string(),
    bytes: z.number(),
    mismatch: Mismatch.optional(),
    /** The W3C trace context that went with it, where one did. */
    trace: z.string().optional(),
  }),
  /** The person lets the model have a structured result that had been kept back; `modelText` is what it gets instead from now on. */
  z.object({ ...call, type: z.literal('call.used'), modelText: z.string() }),
  /** The server answered a call that had been given up. The model never hears of it; may come long after its turn has ended. */
  z.object({ ...call, type: z.literal('call.late'), ...LateAnswer.shape }),
  z.object({ ...turn, type: z.literal('turn.extended'), reason: z.enum(['rounds', 'repeat']), rounds: z.number() }),
  z.object({
    ...turn,
    type: z.literal('turn.ended'),
    outcome: z.enum(['answered', 'stopped', 'limit', 'interrupted', 'failed']),
    problem: TurnProblem.optional(),
  }),
]);
export type ConversationEvent = z.infer<typeof ConversationEvent>;
export type EventOf<T extends ConversationEvent['type']> = Extract<ConversationEvent, { type: T }>;

/** Published while something streams, never stored: losing one costs a flicker, not history. */
export const ConversationFlash = z.discriminatedUnion('type', [
  z.object({ type: z.literal('model.delta'), turnId: z.string(), kind: z.enum(['text', 'reasoning']), text: z.string() }),
  z.object({ type: z.literal('model.calling'), turnId: z.string(), modelName: z.string() }),
  z.object({ type: z.literal('model.retrying'), turnId: z.string(), untilMs: z.number(), code: z.enum(turnProblems) }),
  z.object({ type: z.literal('call.waiting'), turnId: z.string(), callId: z.string() }),
  z.object({
    type: z.literal('call.progress'),
    turnId: z.string(),
    callId: z.string(),
    progress: z.number(),
    total: z.number().optional(),
    message: z.string().optional(),
  }),
]);
export type ConversationFlash = z.infer<typeof ConversationFlash>;
export const ConversationFrame = z.discriminatedUnion('type', [...ConversationEvent.options, ...ConversationFlash.options]);
export type ConversationFrame = z.infer<typeof ConversationFrame>;
