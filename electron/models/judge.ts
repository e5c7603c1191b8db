import type { OpenAI } from 'openai';
import { failureOf, networkFailure, refusesUsage } from './failures.ts';
import { ModelError } from './provider.ts';
import { askedWait, LONGEST_WAIT_MS } from './retry.ts';

/** The library's class, which is loaded late; its error classes come with it. */
export type Sdk = typeof OpenAI;

/** A failed attempt. `retry` is there when it may be made again, with the milliseconds that the endpoint asked for. Details may hold secrets. */
export interface Failed {
  readonly error: ModelError;
  readonly retry?: { readonly asked: number | undefined };
  readonly refusedUsage: boolean;
}

/** What a failure before the first byte means. `now` is milliseconds since 1970. */
export function judgeOpening(sdk: Sdk, error: unknown, now: number): Failed {
  const own = modelErrorIn(error);
  if (own) return { error: own, refusedUsage: false };
  if (error instanceof sdk.APIConnectionError || !(error instanceof sdk.APIError)) {
    const { detail, lasting } = networkFailure(error);
    const failed = { error: new ModelError('model-unreachable', detail, { cause: error }), refusedUsage: false };
    return lasting ? failed : { ...failed, retry: { asked: undefined } };
  }
  const status = typeof error.status === 'number' ? error.status : undefined;
  const payload: unknown = error.error ?? error.message;
  const [code, detail] = failureOf(payload, status);
  const refusedUsage = refusesUsage(status, payload);
  if (code !== 'model-rate' && code !== 'model-overloaded') return { error: new ModelError(code, detail, { cause: error }), refusedUsage };
  const asked = error.headers instanceof Headers ? askedWait(error.headers, now) : undefined;
  if (asked === undefined || asked <= LONGEST_WAIT_MS)
    return { error: new ModelError(code, detail, { cause: error }), refusedUsage, retry: { asked } };
  const until = new Date(now + asked).toISOString();
  return {
    error: new ModelError(code, `${detail} (the provider asks to wait ${Math.ceil(asked / 1000)} seconds, until ${until})`, {
      cause: error,
    }),
    refusedUsage,
  };
}

/** What a failure after the first byte means. */
export function judgeStream(sdk: Sdk, error: unknown): ModelError {
  const own = modelErrorIn(error);
  if (own) return own;
  if (error instanceof sdk.APIError) return new ModelError(...failureOf(error.error ?? error.message), { cause: error });
  if (error instanceof SyntaxError) return new ModelError('model-error', 'the provider sent something that is not JSON', { cause: error });
  return new ModelError('model-cut', networkFailure(error).detail, { cause: error });
}

/** A failure of our own making, wherever in the chain of causes the library has put it. */
function modelErrorIn(error: unknown): ModelError | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (at instanceof ModelError) return at;
  }
  return undefined;
}
