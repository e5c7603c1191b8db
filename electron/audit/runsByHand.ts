import type { EventOf } from '#shared/conversation/events.ts';
import type { ToolCall } from '#shared/conversation/state.ts';
import { playgroundChat } from '#shared/servers/playground.ts';
import type { DecisionTable } from '../storage/decisionTable.ts';
import { endedFact } from './facts.ts';
import type { Journal } from './journal.ts';

export interface RunsByHandParts {
  readonly journal: Journal;
  readonly decisions: DecisionTable;
  /** Told when the disk would not take it. */
  readonly onUnsaved: (detail: string) => void;
}

/** Enters how a call by hand ended: a chat's calls are entered with its events, these have no chat. Never throws. */
export function enterRuns({ journal, decisions, onUnsaved }: RunsByHandParts) {
  return (event: EventOf<'call.finished'>, call: ToolCall | undefined): void => {
    try {
      journal.append(endedFact({ conversationId: playgroundChat, event, call, sentAt: decisions.sentAt(event.callId) }));
    } catch (error) {
      onUnsaved(error instanceof Error ? error.message : String(error));
    }
  };
}
