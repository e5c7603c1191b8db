import type { DecisionOf, Place } from '#shared/decision/decision.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import type { Gate, Question } from '../decision/gate.ts';
import type { Prepared } from './codeFlow.ts';
import { problemOf } from './signInError.ts';

/** Puts a question to the person: the gate in the house. */
export type Ask = Gate['ask'];
export interface Asking {
  /** Makes the sign-in ready, at another authorization server where one is named. */
  readonly prepare: (issuer?: string) => Promise<Prepared>;
  /** Scopes of a token that allows too little. */
  readonly held: string | undefined;
  readonly ask: Ask;
  readonly serverKey: string;
  readonly place: Place;
  readonly reason: DecisionOf<'sign-in'>['reason'];
}

/**
 * Prepares a sign-in and asks for it, as often as the person picks another authorization server. What comes back is the very one whose address
 * was on the card that got the yes. Throws `SignInError` when it can't be prepared.
 */
export async function askSignIn(asking: Asking, signal: AbortSignal): Promise<Prepared | 'denied' | 'cancelled'> {
  const byUrl = new Map<string, Prepared>();
  const prepare = async (issuer?: string): Promise<Question> => {
    const prepared = await asking.prepare(issuer);
    byUrl.set(prepared.url, prepared);
    return toQuestion(asking, prepared);
  };
  const { verdict, decision, answer } = await asking.ask(await prepare(), signal, {
    amend: async (issuer) => {
      try {
        return await prepare(issuer);
      } catch (error) {
        throw new FailureError('unavailable', problemOf(error).code, { cause: error });
      }
    },
  });
  const agreed = decision.kind === 'sign-in' && verdict.kind === 'allowed' ? byUrl.get(decision.url) : undefined;
  return agreed ?? (verdict.kind === 'denied' && answer !== 'cancel' ? 'denied' : 'cancelled');
}

function toQuestion({ serverKey, place, reason, held }: Asking, { issuers, chosen, scope, url }: Prepared): Question {
  const scopes = scope?.split(' ') ?? [];
  const had = new Set(held?.split(' '));
  return {
    kind: 'sign-in',
    serverKey,
    place,
    reason,
    issuer: chosen,
    issuers: [...issuers],
    scopes,
    newScopes: reason !== 'more-rights' ? [] : scopes.filter((one) => !had.has(one)),
    url,
  };
}
