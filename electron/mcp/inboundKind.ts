import { ProtocolError, type ClientCapabilities } from '@modelcontextprotocol/client';
import type { AskAnswer } from '#shared/conversation/asks.ts';
import type { AskFacts, RunningRequest } from './runningRequest.ts';
import { DeclinedError } from './sampling.ts';
import { InboundRefusedError } from './samplingRequest.ts';

/** One thing that a server asks for. */
export interface InboundAsk {
  readonly params: unknown;
  readonly signal: AbortSignal;
  /** The request that waits for it, where that is known. */
  readonly running?: RunningRequest | undefined;
}
/** One method that a server may send to this host. */
export interface InboundKind {
  /** What is declared for it now; nothing while it is off, and then it is refused. */
  readonly declares: () => ClientCapabilities;
  /** What is remembered of it with the call. Must not throw. */
  readonly facts: (params: unknown) => AskFacts;
  /** The result for the server. Throws `InboundRefusedError` or `DeclinedError`. */
  readonly answer: (ask: InboundAsk) => Promise<object>;
}
export const isOn = ({ declares }: InboundKind): boolean => Object.keys(declares()).length > 0;

/** Answers one thing, and tells the request that waits for it. */
export async function answerAsk(kind: InboundKind, ask: InboundAsk): Promise<object> {
  const told = ask.running?.tell(kind.facts(ask.params));
  try {
    const result = await kind.answer(ask);
    told?.(actionOf(result));
    return result;
  } catch (error) {
    told?.(error instanceof DeclinedError ? 'decline' : 'failed');
    throw error;
  }
}
function actionOf(result: object): AskAnswer {
  const action = 'action' in result ? result.action : 'accept';
  return action === 'decline' || action === 'cancel' ? action : 'accept';
}

/** What an older server hears when its request is not answered: -1 for a no, and never a word of this host's own. */
export async function pushed(answer: Promise<object>): Promise<Record<string, unknown>> {
  try {
    return { ...(await answer) };
  } catch (error) {
    if (error instanceof DeclinedError) throw new ProtocolError(-1, 'User rejected sampling request');
    if (error instanceof InboundRefusedError) throw new ProtocolError(-32602, error.message);
    throw new ProtocolError(-32603, 'the request was not answered');
  }
}
