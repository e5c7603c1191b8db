import type { ConversationEvent, ConversationFlash, TurnProblem } from '#shared/conversation/events.ts';
import type { ToolCall, Turn } from '#shared/conversation/state.ts';
import type { ModelCall, ModelProvider, ModelRequest } from '../models/provider.ts';
import { ModelError } from '../models/provider.ts';
import type { CallJournal } from '../mcp/callTool.ts';
import type { CallOutcome } from '../mcp/callResult.ts';
import { closeCalls, nextStep, type Step } from './nextStep.ts';

export interface TurnParts {
  readonly turnId: string;
  readonly turn: () => Turn | undefined;
  readonly record: (event: ConversationEvent, also?: () => void) => void;
  /** Keeps events that belong together in one transaction. */
  readonly recordAll: (events: readonly ConversationEvent[]) => void;
  readonly flash: (flash: ConversationFlash) => void;
  readonly provider: () => ModelProvider | undefined;
  /** The request for the model as things are now, and how its tool names lead back. */
  readonly request: () => {
    readonly request: ModelRequest;
    readonly resolve: (modelName: string) => { readonly serverKey: string; readonly toolName: string } | undefined;
  };
  readonly call: (call: ToolCall, journal: CallJournal, signal: AbortSignal) => Promise<CallOutcome>;
  /** Asks the person whether the turn may go on. */
  readonly goOn: (step: Extract<Step, { kind: 'ask-go-on' }>, signal: AbortSignal) => Promise<boolean>;
  readonly maxRounds: () => number;
  readonly now: () => number;
  readonly newId: () => string;
}

/** The loop: model, calls, results back, model again, until it answers. Ends the turn whatever happens; never throws. */
export async function runTurn(parts: TurnParts, signal: AbortSignal): Promise<void> {
  const { turnId, record, now } = parts;
  try {
    for (;;) {
      const turn = parts.turn();
      if (!turn || turn.outcome !== 'open') return;
      if (signal.aborted) return end(parts, 'stopped');
      const step = nextStep(turn, parts.maxRounds());
      if (step.kind === 'end') return end(parts, step.outcome, problemOf(turn));
      if (step.kind === 'run-calls') await Promise.all(step.calls.map((call) => runCall(parts, call, signal)));
      else if (step.kind === 'ask-model') await askModel(parts, signal);
      else if (await parts.goOn(step, signal))
        record({ type: 'turn.extended', turnId, at: now(), reason: step.reason, rounds: step.reason === 'rounds' ? parts.maxRounds() : 1 });
      else return end(parts, signal.aborted ? 'stopped' : 'limit');
    }
  } catch (error) {
    if (signal.aborted) return end(parts, 'stopped');
    const problem: TurnProblem =
      error instanceof ModelError
        ? { code: error.code, detail: error.detail }
        : { code: 'internal', detail: error instanceof Error ? error.message : String(error) };
    end(parts, 'failed', problem);
  }
}

function problemOf(turn: Turn): TurnProblem | undefined {
  if (turn.stop === 'length') return { code: 'length', detail: '' };
  return turn.stop === 'refusal' ? { code: 'model-refused', detail: '' } : undefined;
}

function end(parts: TurnParts, outcome: Extract<ConversationEvent, { type: 'turn.ended' }>['outcome'], problem?: TurnProblem): void {
  const turn = parts.turn();
  if (!turn || turn.outcome !== 'open') return;
  const at = parts.now();
  const ended: ConversationEvent = { type: 'turn.ended', turnId: parts.turnId, at, outcome, ...(problem ? { problem } : {}) };
  parts.recordAll([...closeCalls(turn, at), ended]);
}

/** One round of the model. What had arrived is kept even when the stream breaks; a call that isn't whole is never proposed. */
async function askModel(parts: TurnParts, signal: AbortSignal): Promise<void> {
  const { turnId, recordAll, flash, now } = parts;
  const provider = parts.provider();
  if (!provider) throw new ModelError('model-missing', '');
  const { request, resolve } = parts.request();
  const drafts = { text: '', reasoning: '' };
  let usage: { inputTokens: number; outputTokens: number } | undefined;
  let memo: string | undefined;
  const textEvent = (kind: 'text' | 'reasoning'): ConversationEvent[] => {
    const text = drafts[kind];
    return text === '' ? [] : [{ type: kind === 'text' ? 'model.text' : 'model.reasoning', turnId, at: now(), text }];
  };
  /** All that the round has brought, in one transaction. */
  const finish = (stop: 'end' | 'length' | 'refusal' | 'cut' | 'stopped', proposed: readonly ConversationEvent[] = []): void => {
    recordAll([
      ...textEvent('reasoning'),
      ...textEvent('text'),
      ...proposed,
      { type: 'model.finished', turnId, at: now(), stop, ...(usage ? { usage } : {}), ...(memo === undefined ? {} : { memo }) },
    ]);
    drafts.text = '';
    drafts.reasoning = '';
  };
  const calls: ModelCall[] = [];
  const batch = createBatch((kind, text) => flash({ type: 'model.delta', turnId, kind, text }));
  try {
    for await (const chunk of provider.stream(request, signal)) {
      switch (chunk.kind) {
        case 'text':
        case 'reasoning':
          drafts[chunk.kind] += chunk.text;
          batch.add(chunk.kind, chunk.text);
          break;
        case 'calling':
          flash({ type: 'model.calling', turnId, modelName: chunk.name });
          break;
        case 'retrying':
          flash({ type: 'model.retrying', turnId, untilMs: chunk.untilMs, code: chunk.code });
          break;
        case 'call':
          calls.push(chunk.call);
          break;
        case 'usage':
          usage = { inputTokens: chunk.inputTokens, outputTokens: chunk.outputTokens };
          break;
        case 'memo':
          memo = chunk.memo;
          break;
        case 'stop':
          batch.flush();
          finish(
            chunk.stop,
            calls.map((call) => proposal(parts, call, resolve)),
          );
          return;
      }
    }
    batch.flush();
    finish(signal.aborted ? 'stopped' : 'cut');
    if (!signal.aborted) throw new ModelError('model-cut', 'the stream ended without an end');
  } catch (error) {
    batch.flush();
    if (parts.turn()?.draft || drafts.text || drafts.reasoning) finish(signal.aborted ? 'stopped' : 'cut');
    throw error;
  } finally {
    batch.end();
  }
}

/** A call for an unknown name is proposed too: it ends as *not sent*, and the model is told. */
function proposal(
  parts: TurnParts,
  call: ModelCall,
  resolve: (name: string) => { serverKey: string; toolName: string } | undefined,
): ConversationEvent {
  const { serverKey, toolName } = resolve(call.name) ?? { serverKey: '', toolName: call.name };
  return {
    type: 'call.proposed',
    turnId: parts.turnId,
    at: parts.now(),
    callId: parts.newId(),
    modelCallId: call.id,
    modelName: call.name,
    serverKey,
    toolName,
    argumentsText: call.argumentsText,
  };
}

async function runCall(parts: TurnParts, call: ToolCall, signal: AbortSignal): Promise<void> {
  const { turnId, record, flash, now } = parts;
  let trace: string | undefined;
  const journal: CallJournal = {
    waiting: () => flash({ type: 'call.waiting', turnId, callId: call.id }),
    judged: (verdict, argumentsText, edited, also) =>
      record({ type: 'call.judged', turnId, at: now(), callId: call.id, verdict, argumentsText, edited }, also),
    progress: ({ progress, total, message }) => flash({ type: 'call.progress', turnId, callId: call.id, progress, total, message }),
    asks: {
      asked: (ask) => record({ type: 'call.asked', turnId, at: now(), callId: call.id, ask }),
      answered: (askId, answer) => record({ type: 'call.answered', turnId, at: now(), callId: call.id, askId, answer }),
    },
    traced: (traceparent) => {
      trace = traceparent;
    },
    late: (answer) => record({ ...answer, type: 'call.late', turnId, at: now(), callId: call.id }),
  };
  const { end: how, blocks, modelText, bytes, mismatch } = await parts.call(call, journal, signal);
  const more = { ...(mismatch ? { mismatch } : {}), ...(trace === undefined || how === 'not-sent' ? {} : { trace }) };
  record({ type: 'call.finished', turnId, at: now(), callId: call.id, end: how, blocks: [...blocks], modelText, bytes, ...more });
}

/** Gathers pieces of text and hands them on about every 30 ms. */
function createBatch(send: (kind: 'text' | 'reasoning', text: string) => void) {
  let kind: 'text' | 'reasoning' = 'text';
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (text !== '') send(kind, text);
    text = '';
  };
  return {
    add(next: 'text' | 'reasoning', piece: string): void {
      if (next !== kind) flush();
      kind = next;
      text += piece;
      timer ??= setTimeout(flush, 30);
    },
    flush,
    end: (): void => clearTimeout(timer),
  };
}
