import type { ConversationFrame, EventOf } from '#shared/conversation/events.ts';
import { callsOf, type ToolCall } from '#shared/conversation/state.ts';
import { playgroundChat } from '#shared/servers/playground.ts';
import type { TopicHub } from '../ipc/topicHub.ts';
import { transaction, type Database } from '../storage/database.ts';
import { callTool, type CallJournal, type CallParts } from './callTool.ts';

export interface PlaygroundParts {
  readonly hub: TopicHub;
  readonly db: Database;
  readonly call: CallParts;
  /** Told how each run ended, for the journal; must not throw. */
  readonly ended: (event: EventOf<'call.finished'>, call: ToolCall | undefined) => void;
  readonly now: () => number;
  readonly newId: () => string;
}
export interface RunByHand {
  readonly serverKey: string;
  readonly toolName: string;
  readonly argumentsText: string;
}

/** Calls that a person makes by hand: through the same door, gate and lock as a model's. */
export class Playground {
  readonly #parts: PlaygroundParts;
  readonly #running = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>();
  constructor(parts: PlaygroundParts) {
    this.#parts = parts;
  }

  /** Starts a run and returns its turn; how it goes is told by the topic `playground`. */
  run(input: RunByHand): string {
    const turnId = this.#parts.newId();
    const abort = new AbortController();
    const done = this.#run(turnId, input, abort.signal).finally(() => this.#running.delete(turnId));
    this.#running.set(turnId, { abort, done });
    return turnId;
  }
  /** Withdraws its question, or tells the server to give it up. */
  stop(turnId: string): void {
    this.#running.get(turnId)?.abort.abort(new Error('stopped by the person'));
  }
  /** Stops everything and waits until every run has ended. */
  async stopAll(): Promise<void> {
    for (const turnId of this.#running.keys()) this.stop(turnId);
    await Promise.all([...this.#running.values()].map((run) => run.done));
  }

  async #run(turnId: string, { serverKey, toolName, argumentsText }: RunByHand, signal: AbortSignal): Promise<void> {
    const { call, now, newId } = this.#parts;
    const callId = newId();
    const tell = (frame: ConversationFrame): void => this.#parts.hub.publish('playground', {}, frame);
    tell({ type: 'turn.started', turnId, at: now(), text: '', model: '' });
    tell({ type: 'call.proposed', turnId, at: now(), callId, modelCallId: '', modelName: '', serverKey, toolName, argumentsText });
    const request = { serverKey, toolName, argumentsText, conversationId: playgroundChat, chatTitle: '', turnId, callId };
    const traced: { trace?: string } = {};
    const journal = { ...this.#journal(tell, turnId, callId), traced: (trace: string) => Object.assign(traced, { trace }) };
    const outcome = await callTool(call, request, journal, signal);
    const { end, blocks, modelText, bytes, mismatch } = outcome;
    const more = {
      ...(mismatch ? { mismatch } : {}),
      ...(traced.trace === undefined || end === 'not-sent' ? {} : { trace: traced.trace }),
    };
    const event = { type: 'call.finished' as const, turnId, at: now(), callId, end, blocks: [...blocks], modelText, bytes, ...more };
    const turn = this.#parts.hub.state('playground', {}).turns.find((one) => one.id === turnId);
    this.#parts.ended(event, turn && callsOf(turn)[0]);
    tell(event);
    tell({ type: 'turn.ended', turnId, at: now(), outcome: end === 'cancelled' ? 'stopped' : 'answered' });
  }

  #journal(tell: (frame: ConversationFrame) => void, turnId: string, callId: string): CallJournal {
    const { db, now } = this.#parts;
    return {
      waiting: () => tell({ type: 'call.waiting', turnId, callId }),
      judged: (verdict, argumentsText, edited, also) => {
        transaction(db, also);
        tell({ type: 'call.judged', turnId, at: now(), callId, verdict, argumentsText, edited });
      },
      progress: ({ progress, total, message }) => tell({ type: 'call.progress', turnId, callId, progress, total, message }),
      asks: {
        asked: (ask) => tell({ type: 'call.asked', turnId, at: now(), callId, ask }),
        answered: (askId, answer) => tell({ type: 'call.answered', turnId, at: now(), callId, askId, answer }),
      },
      late: (answer) => tell({ ...answer, type: 'call.late', turnId, at: now(), callId }),
    };
  }
}
