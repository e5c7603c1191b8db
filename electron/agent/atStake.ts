import { callsOf, type Turn } from '#shared/conversation/state.ts';

/** What would be lost if the app ended now. A question that waits is not: nothing was sent, and it counts as not answered. */
export interface AtStake {
  /** Calls that have left and whose results would not be seen. */
  readonly calls: number;
  /** Answers that a model is still writing. */
  readonly answers: number;
  /** True when the disk has not taken everything that happened. */
  readonly unsaved: boolean;
}

export interface AtStakeFacts {
  readonly turns: readonly Turn[];
  readonly wasSent: (callId: string) => boolean;
  /** Whether something of this turn waits for the person. */
  readonly isWaiting: (turnId: string) => boolean;
  readonly unsaved: boolean;
}

/** Pure: the open turns to what is at stake. A turn that neither calls nor waits is with its model. */
export function atStake({ turns, wasSent, isWaiting, unsaved }: AtStakeFacts): AtStake {
  const open = turns.filter((turn) => turn.outcome === 'open');
  const running = open.map((turn) => callsOf(turn).filter((call) => call.status === 'running' && wasSent(call.id)).length);
  return {
    calls: running.reduce((sum, count) => sum + count, 0),
    answers: open.filter((turn) => !isWaiting(turn.id) && callsOf(turn).every((call) => 'endedAt' in call)).length,
    unsaved,
  };
}

/** Whether a person should be asked before the app ends. */
export const isAnythingAtStake = ({ calls, answers, unsaved }: AtStake): boolean => calls > 0 || answers > 0 || unsaved;
