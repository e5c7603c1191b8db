import type { TopicEvent } from '#shared/ipc/contract.ts';
import { callsOf, type ConversationState } from '#shared/conversation/state.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import type { ModelRequestView } from '#shared/journal/modelView.ts';
import { toTrace, type TurnTrace } from '#shared/journal/turnTrace.ts';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';
import { followTables } from './follow.ts';
import { Journal } from './journal.ts';
import { ModelRequests } from './modelRequests.ts';

/** What can be said afterwards: the journal, what models saw, and both put together for a turn. */
export interface Audit {
  readonly journal: Journal;
  readonly modelRequests: ModelRequests;
  /** Throws `not-found` when the turn or its chat is gone. */
  trace(conversationId: string, turnId: string): TurnTrace;
  /** Throws `not-found` when it was not kept. */
  modelRequest(conversationId: string, turnId: string, round: number): ModelRequestView;
}
export interface AuditParts {
  readonly db: Database;
  readonly tables: Tables;
  readonly hub: {
    state(name: 'conversation', key: { readonly conversationId: string }): ConversationState;
    publish(name: 'journal', key: object, event: TopicEvent<'journal'>): void;
  };
  readonly now: () => number;
}

/** Builds the journal over its tables. Everything written to them from here on is entered. */
export function openAudit({ db, tables, hub, now }: AuditParts): Audit {
  const journal = new Journal({
    db,
    table: tables.journal,
    onGrown: (count) => hub.publish('journal', {}, { type: 'journal.grew', count }),
  });
  const modelRequests = new ModelRequests(tables.modelRequests);
  followTables({
    journal,
    modelRequests,
    tables,
    now,
    call: (conversationId, turnId, callId) => {
      const turn = hub.state('conversation', { conversationId }).turns.findLast((known) => known.id === turnId);
      return turn && callsOf(turn).find((call) => call.id === callId);
    },
  });
  return {
    journal,
    modelRequests,
    trace: (conversationId, turnId) => {
      const trace = toTrace({
        conversationId,
        events: tables.log.readTurn(conversationId, turnId),
        requests: modelRequests.marks(conversationId, turnId),
        entries: journal.ofTurn(turnId),
        byteLength: (text) => Buffer.byteLength(text),
      });
      if (!trace) throw new FailureError('not-found', 'no such turn');
      return trace;
    },
    modelRequest: (conversationId, turnId, round) => {
      const request = modelRequests.read(conversationId, turnId, round);
      if (!request) throw new FailureError('not-found', 'that request was not kept');
      return request;
    },
  };
}
