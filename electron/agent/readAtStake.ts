import type { Conversations } from '../conversation/conversations.ts';
import type { Gate } from '../decision/gate.ts';
import type { TopicHub } from '../ipc/topicHub.ts';
import type { DecisionTable } from '../storage/decisionTable.ts';
import { atStake, type AtStake } from './atStake.ts';
import type { Turns } from './turns.ts';

export interface AtStakeParts {
  readonly turns: Turns;
  readonly hub: TopicHub;
  readonly decisions: DecisionTable;
  readonly gate: Gate;
  readonly conversations: Conversations;
}

/** What would be lost if the app ended now: of every chat, and of calls that are made by hand. */
export function readAtStake({ turns, hub, decisions, gate, conversations }: AtStakeParts): AtStake {
  return atStake({
    turns: [...turns.open(), ...hub.state('playground', {}).turns],
    wasSent: (callId) => decisions.wasSent(callId),
    isWaiting: (turnId) => gate.isWaiting((decision) => 'turnId' in decision && decision.turnId === turnId),
    unsaved: conversations.hasUnsaved,
  });
}
