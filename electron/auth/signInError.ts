import type { SignInProblem, SignInProblemCode } from '#shared/servers/signIn.ts';
import { netFaultIn } from '../net/netFault.ts';

/** A sign-in that came to nothing. The detail names steps and fields and holds no text of any server, no address, no secret. */
export class SignInError extends Error {
  readonly code: SignInProblemCode;
  readonly detail: string;
  constructor(code: SignInProblemCode, detail: string, options?: ErrorOptions) {
    super(`${code}: ${detail}`, options);
    this.name = 'SignInError';
    this.code = code;
    this.detail = detail;
  }
}

/** Runs one step; what fails there that is none of ours is told by the step's name alone. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SignInError) throw error;
    const fault = netFaultIn(error);
    if (fault) throw new SignInError('network', `${name}: ${fault.code}`, { cause: error });
    throw new SignInError('metadata', `${name}: the answer makes no sense`, { cause: error });
  }
}

export const problemOf = (error: unknown): SignInProblem =>
  error instanceof SignInError ? { code: error.code, detail: error.detail } : { code: 'metadata', detail: 'unexpected' };
