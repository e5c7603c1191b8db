import type { Verdict } from '#shared/decision/decision.ts';

export type WithdrawnBecause = Extract<Verdict, { kind: 'withdrawn' }>['because'];

/** Why a question has lost its reason: give it to the signal that takes the question back, and the journal says so. */
export class WithdrawnError extends Error {
  readonly because: WithdrawnBecause;
  constructor(because: WithdrawnBecause) {
    super(`withdrawn: ${because}`);
    this.name = 'WithdrawnError';
    this.because = because;
  }
}

/** Why an aborted signal took its question back; somebody stopped the work unless it says otherwise. */
export const becauseOf = ({ reason }: AbortSignal): WithdrawnBecause => (reason instanceof WithdrawnError ? reason.because : 'stopped');
