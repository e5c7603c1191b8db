import { assertNever } from '../assertNever.ts';
import type { Verdict } from '../decision/decision.ts';
import { type AnsweredAsk, maxAsksKept } from './asks.ts';
import type { AttachmentView } from './attachments.ts';
import type { CallEnd, ConversationFrame, EventOf, LateAnswer, Mismatch, ResultBlock, TurnProblem } from './events.ts';

export interface CallProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}
interface CallFacts {
  readonly id: string;
  readonly modelCallId: string;
  readonly modelName: string;
  readonly serverKey: string;
  readonly toolName: string;
  readonly argumentsText: string;
  readonly edited: boolean;
  /** What the server asked for while it ran; absent for nothing. */
  readonly asks?: readonly AnsweredAsk[];
}
/** One call through all its states: proposed, waiting, running, then exactly one end. */
export type ToolCall = CallFacts &
  (
    | { readonly status: 'proposed' | 'waiting' }
    | { readonly status: 'running'; readonly startedAt: number; readonly verdict: Verdict; readonly progress: CallProgress | undefined }
    | {
        readonly status: CallEnd;
        readonly startedAt: number | undefined;
        readonly endedAt: number;
        readonly verdict: Verdict | undefined;
        readonly blocks: readonly ResultBlock[];
        readonly modelText: string;
        readonly bytes: number;
        /** An answer that came after it had been given up. */
        readonly late?: LateAnswer;
        readonly mismatch?: Mismatch;
        /** The W3C trace context that went with it. */
        readonly trace?: string;
      }
  );
export type CallStatus = ToolCall['status'];
export type OpenCall = Extract<ToolCall, { status: 'proposed' | 'waiting' | 'running' }>;
export const isOpen = (call: ToolCall): call is OpenCall =>
  call.status === 'proposed' || call.status === 'waiting' || call.status === 'running';

/** `round` counts the model's answers within the turn, from 0. */
export type Part =
  | { readonly kind: 'text' | 'reasoning'; readonly round: number; readonly text: string }
  | { readonly kind: 'call'; readonly round: number; readonly call: ToolCall };

export interface Turn {
  readonly id: string;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly question: string;
  /** What went with the question; the texts are kept by main. */
  readonly attachments: readonly AttachmentView[];
  readonly model: string;
  readonly parts: readonly Part[];
  /** Text still streaming; becomes a part when the model finishes it. */
  readonly draft: string;
  readonly draftReasoning: string;
  /** The tool whose arguments stream now. */
  readonly calling: string | undefined;
  readonly retrying: { readonly untilMs: number; readonly code: TurnProblem['code'] } | undefined;
  /** Rounds the model has finished. */
  readonly rounds: number;
  /** What the model's API wants back of a round, by its number. */
  readonly memos?: Readonly<Record<number, string>>;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** How the latest round stopped; undefined before the first. */
  readonly stop: EventOf<'model.finished'>['stop'] | undefined;
  /** Rounds granted beyond the settings' limit, and how often a repeat was let through. */
  readonly extraRounds: number;
  readonly repeatsAllowed: number;
  readonly outcome: 'open' | EventOf<'turn.ended'>['outcome'];
  readonly problem: TurnProblem | undefined;
}
/** The open turn and the latest ones; `earlier` says that older ones can be asked for. */
export interface ConversationState {
  readonly turns: readonly Turn[];
  readonly earlier: boolean;
}
export const emptyConversation: ConversationState = { turns: [], earlier: false };

function started(event: EventOf<'turn.started'>): Turn {
  return {
    id: event.turnId,
    startedAt: event.at,
    endedAt: undefined,
    question: event.text,
    attachments: event.attachments ?? [],
    model: event.model,
    parts: [],
    draft: '',
    draftReasoning: '',
    calling: undefined,
    retrying: undefined,
    rounds: 0,
    inputTokens: 0,
    outputTokens: 0,
    stop: undefined,
    extraRounds: 0,
    repeatsAllowed: 0,
    outcome: 'open',
    problem: undefined,
  };
}
const addPart = (turn: Turn, part: Part): Turn => ({ ...turn, parts: [...turn.parts, part], calling: undefined, retrying: undefined });
const withCall = (turn: Turn, callId: string, update: (call: ToolCall) => ToolCall): Turn => ({
  ...turn,
  parts: turn.parts.map((part) => (part.kind === 'call' && part.call.id === callId ? { ...part, call: update(part.call) } : part)),
});
const facts = ({ id, modelCallId, modelName, serverKey, toolName, argumentsText, edited, asks }: ToolCall): CallFacts => ({
  id,
  modelCallId,
  modelName,
  serverKey,
  toolName,
  argumentsText,
  edited,
  ...(asks ? { asks } : {}),
});
const asked = (call: ToolCall, { ask }: EventOf<'call.asked'>): ToolCall =>
  call.status === 'running' && (call.asks?.length ?? 0) < maxAsksKept ? { ...call, asks: [...(call.asks ?? []), ask] } : call;
const answered = (call: ToolCall, { askId, answer }: EventOf<'call.answered'>): ToolCall =>
  call.asks ? { ...call, asks: call.asks.map((ask) => (ask.id === askId && !ask.answer ? { ...ask, answer } : ask)) } : call;

function judged(call: ToolCall, event: EventOf<'call.judged'>): ToolCall {
  if (call.status !== 'proposed' && call.status !== 'waiting') return call;
  const known = { ...facts(call), argumentsText: event.argumentsText, edited: event.edited };
  return event.verdict.kind === 'allowed'
    ? { ...known, status: 'running', startedAt: event.at, verdict: event.verdict, progress: undefined }
    : { ...known, status: call.status };
}
function finished(call: ToolCall, event: EventOf<'call.finished'>): ToolCall {
  if (!isOpen(call)) return call;
  const running = call.status === 'running' ? call : undefined;
  return {
    ...facts(call),
    status: event.end,
    startedAt: running?.startedAt,
    endedAt: event.at,
    verdict: running?.verdict,
    blocks: event.blocks,
    modelText: event.modelText,
    bytes: event.bytes,
    ...(event.mismatch ? { mismatch: event.mismatch } : {}),
    ...(event.trace === undefined ? {} : { trace: event.trace }),
  };
}

/** Only a call that was given up can be answered late, and once. */
function answeredLate(call: ToolCall, { end, bytes }: EventOf<'call.late'>): ToolCall {
  const isGivenUp = call.status === 'cancelled' || call.status === 'timed-out';
  return isGivenUp && !call.late ? { ...call, late: { end, bytes } } : call;
}

/** What was kept back is not any more. */
const used = (call: ToolCall, { modelText }: EventOf<'call.used'>): ToolCall =>
  !isOpen(call) && call.mismatch?.withheld ? { ...call, modelText, mismatch: { ...call.mismatch, withheld: false } } : call;

/** Folds one frame into a turn. Frames for a turn that has ended change nothing, but for an answer that comes late. */
export function reduceTurn(turn: Turn, event: Exclude<ConversationFrame, { type: 'turn.started' }>): Turn {
  if (event.type === 'call.late') return withCall(turn, event.callId, (call) => answeredLate(call, event));
  if (event.type === 'call.used') return withCall(turn, event.callId, (call) => used(call, event));
  if (turn.outcome !== 'open') return turn;
  switch (event.type) {
    case 'model.delta':
      return event.kind === 'text'
        ? { ...turn, draft: turn.draft + event.text, retrying: undefined }
        : { ...turn, draftReasoning: turn.draftReasoning + event.text, retrying: undefined };
    case 'model.calling':
      return { ...turn, calling: event.modelName };
    case 'model.retrying':
      return { ...turn, retrying: { untilMs: event.untilMs, code: event.code } };
    case 'model.text':
      return { ...addPart(turn, { kind: 'text', round: turn.rounds, text: event.text }), draft: '' };
    case 'model.reasoning':
      return { ...addPart(turn, { kind: 'reasoning', round: turn.rounds, text: event.text }), draftReasoning: '' };
    case 'model.finished':
      return {
        ...turn,
        draft: '',
        draftReasoning: '',
        calling: undefined,
        retrying: undefined,
        rounds: turn.rounds + 1,
        ...(event.memo === undefined ? {} : { memos: { ...turn.memos, [turn.rounds]: event.memo } }),
        stop: event.stop,
        inputTokens: turn.inputTokens + (event.usage?.inputTokens ?? 0),
        outputTokens: turn.outputTokens + (event.usage?.outputTokens ?? 0),
      };
    case 'call.proposed': {
      const { callId: id, modelCallId, modelName, serverKey, toolName, argumentsText } = event;
      const call: ToolCall = { id, modelCallId, modelName, serverKey, toolName, argumentsText, edited: false, status: 'proposed' };
      return addPart(turn, { kind: 'call', round: turn.rounds, call });
    }
    case 'call.waiting':
      return withCall(turn, event.callId, (call) => (call.status === 'proposed' ? { ...call, status: 'waiting' } : call));
    case 'call.judged':
      return withCall(turn, event.callId, (call) => judged(call, event));
    case 'call.asked':
      return withCall(turn, event.callId, (call) => asked(call, event));
    case 'call.answered':
      return withCall(turn, event.callId, (call) => answered(call, event));
    case 'call.progress': {
      const { progress, total, message } = event;
      return withCall(turn, event.callId, (call) =>
        call.status === 'running' ? { ...call, progress: { progress, total, message } } : call,
      );
    }
    case 'call.finished':
      return withCall(turn, event.callId, (call) => finished(call, event));
    case 'turn.extended':
      return event.reason === 'rounds'
        ? { ...turn, extraRounds: turn.extraRounds + event.rounds }
        : { ...turn, repeatsAllowed: turn.repeatsAllowed + 1 };
    case 'turn.ended':
      return {
        ...turn,
        draft: '',
        draftReasoning: '',
        calling: undefined,
        retrying: undefined,
        outcome: event.outcome,
        endedAt: event.at,
        problem: event.problem,
      };
    default:
      return assertNever(event);
  }
}

/** The one fold of a conversation, run by main and by every page alike. */
export function reduceConversation(state: ConversationState, event: ConversationFrame): ConversationState {
  if (event.type === 'turn.started') {
    return state.turns.some((t) => t.id === event.turnId) ? state : { ...state, turns: [...state.turns, started(event)] };
  }
  // Nearly every frame is for the last turn, so it is looked for from the end.
  const index = state.turns.findLastIndex((t) => t.id === event.turnId);
  const turn = state.turns[index];
  if (!turn) return state;
  const next = reduceTurn(turn, event);
  return next === turn ? state : { ...state, turns: state.turns.with(index, next) };
}

/** The calls of a turn, in the order in which the model proposed them. */
export const callsOf = (turn: Turn): readonly ToolCall[] => turn.parts.flatMap((part) => (part.kind === 'call' ? [part.call] : []));
