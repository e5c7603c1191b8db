import type { ConversationEvent } from '#shared/conversation/events.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import { usedAnyway } from '../mcp/callResult.ts';

export interface UseParts {
  /** The events of one turn, in order. */
  readonly readTurn: (conversationId: string, turnId: string) => readonly ConversationEvent[];
  /** On disk when it returns, or queued while the disk refuses. */
  readonly record: (conversationId: string, event: ConversationEvent) => void;
  readonly now: () => number;
}
export interface CallPlace {
  readonly conversationId: string;
  readonly turnId: string;
  readonly callId: string;
}

/** Lets the model have a structured result that had been kept back. Once is enough; throws `not-found` where nothing was kept back. */
export function useAnyway({ readTurn, record, now }: UseParts, { conversationId, turnId, callId }: CallPlace): void {
  const events = readTurn(conversationId, turnId);
  if (events.some((event) => event.type === 'call.used' && event.callId === callId)) return;
  const finished = events.find((event) => event.type === 'call.finished' && event.callId === callId);
  const block = finished?.type === 'call.finished' && finished.mismatch?.withheld ? finished : undefined;
  const structured = block?.blocks.findLast((one) => one.kind === 'structured');
  if (!block?.mismatch || structured?.kind !== 'structured') throw new FailureError('not-found', 'nothing of this call was kept back');
  const modelText = usedAnyway(structured.json, block.mismatch.problem);
  record(conversationId, { type: 'call.used', turnId, callId, at: now(), modelText });
}
