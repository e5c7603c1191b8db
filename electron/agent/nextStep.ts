import type { CallEnd, ConversationEvent } from '#shared/conversation/events.ts';
import { callsOf, isOpen, type ToolCall, type Turn } from '#shared/conversation/state.ts';

/** Calls of one round that run at the same time; the rest wait their turn. */
export const maxParallelCalls = 8;
/** The same call this many times in a turn asks the person. */
export const repeatLimit = 3;

export type Step =
  | { readonly kind: 'ask-model' }
  | { readonly kind: 'run-calls'; readonly calls: readonly ToolCall[] }
  | { readonly kind: 'ask-go-on'; readonly reason: 'rounds'; readonly rounds: number }
  | { readonly kind: 'ask-go-on'; readonly reason: 'repeat'; readonly rounds: number; readonly call: ToolCall }
  | { readonly kind: 'end'; readonly outcome: 'answered' | 'interrupted' | 'failed' };

const sameCall = (a: ToolCall, b: ToolCall): boolean =>
  a.serverKey === b.serverKey && a.toolName === b.toolName && a.argumentsText === b.argumentsText;

/** The first proposed call that would be one repeat too many, beyond those the person let through. */
function repeated(turn: Turn, proposed: readonly ToolCall[]): ToolCall | undefined {
  const calls = callsOf(turn);
  return proposed.find((call) => {
    const times = calls.filter((other) => sameCall(call, other)).length;
    return times >= repeatLimit + turn.repeatsAllowed;
  });
}

/** What an open turn needs next, from its parts alone. Pure, so that a restarted app would decide the same. */
export function nextStep(turn: Turn, maxRounds: number): Step {
  const calls = callsOf(turn);
  const proposed = calls.filter((call) => call.status === 'proposed');
  if (proposed.length > 0) {
    const repeat = repeated(turn, proposed);
    if (repeat) return { kind: 'ask-go-on', reason: 'repeat', rounds: turn.rounds, call: repeat };
    return { kind: 'run-calls', calls: proposed.slice(0, maxParallelCalls) };
  }
  if (turn.stop === 'cut') return { kind: 'end', outcome: 'interrupted' };
  if (turn.stop === 'length' || turn.stop === 'refusal') return { kind: 'end', outcome: 'failed' };
  // Whether the model wants to go on is decided by the calls of its last round, never by the reason it gave.
  const lastRound = turn.parts.filter((part) => part.round === turn.rounds - 1);
  if (turn.rounds > 0 && !lastRound.some((part) => part.kind === 'call')) return { kind: 'end', outcome: 'answered' };
  if (turn.rounds >= maxRounds + turn.extraRounds) return { kind: 'ask-go-on', reason: 'rounds', rounds: turn.rounds };
  return { kind: 'ask-model' };
}

const lostText: Readonly<Record<'unknown' | 'not-sent', string>> = {
  unknown:
    'Steward closed while this call ran, so its outcome is unknown: it may have taken effect. Do not repeat it without asking the person.',
  'not-sent': 'Steward closed before this call was sent. It was not run.',
};

/** What closes a turn that the app left open. A call that had left may have happened: it is *unknown* and never run again. */
export function recoveryEvents(turn: Turn, wasSent: (callId: string) => boolean, at: number): ConversationEvent[] {
  if (turn.outcome !== 'open') return [];
  const turnId = turn.id;
  const lost = callsOf(turn).filter(isOpen);
  return [
    ...lost.map((call): ConversationEvent => {
      const end: CallEnd & ('unknown' | 'not-sent') = call.status === 'running' && wasSent(call.id) ? 'unknown' : 'not-sent';
      return { type: 'call.finished', turnId, at, callId: call.id, end, blocks: [], modelText: lostText[end], bytes: 0 };
    }),
    { type: 'turn.ended', turnId, at, outcome: 'interrupted' },
  ];
}

/** What closes the calls of a turn that the person stopped or that can't go on. */
export function closeCalls(turn: Turn, at: number): ConversationEvent[] {
  return callsOf(turn)
    .filter(isOpen)
    .map(
      (call): ConversationEvent => ({
        type: 'call.finished',
        turnId: turn.id,
        at,
        callId: call.id,
        end: 'not-sent',
        blocks: [],
        bytes: 0,
        modelText: 'The turn ended before this call was sent. It was not run.',
      }),
    );
}
