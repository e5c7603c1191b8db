import { failureOf, networkFailure } from './failures.ts';
import { ModelError } from './provider.ts';
import { askedWait, LONGEST_WAIT_MS } from './retry.ts';

/** The error classes of a library that speaks to an endpoint; it is loaded late. */
export interface SdkErrors {
  // The constructors' own arguments are of no concern: they are only asked whether an error is theirs.
  readonly APIError: abstract new (
    ...args: never[]
  ) => Error & { readonly status?: unknown; readonly error?: unknown; readonly headers?: unknown };
  readonly APIConnectionError: abstract new (...args: never[]) => Error;
}

/** A failed attempt. `retry` is there when it may be made again, with the milliseconds that the endpoint asked for. Details may hold secrets. */
export interface Failed {
  readonly error: ModelError;
  readonly retry?: { readonly asked: number | undefined };
  /** What the endpoint answered, when it answered at all. */
  readonly said?: Said;
}
export interface Said {
  readonly status: number | undefined;
  readonly payload: unknown;
}

/** What a failure before the first byte means. `now` is milliseconds since 1970. */
export function judgeOpening(sdk: SdkErrors, error: unknown, now: number): Failed {
  const own = modelErrorIn(error);
  if (own) return { error: own };
  if (error instanceof sdk.APIConnectionError || !(error instanceof sdk.APIError)) {
    const { detail, lasting } = networkFailure(error);
    const failed = { error: new ModelError('model-unreachable', detail, { cause: error }) };
    return lasting ? failed : { ...failed, retry: { asked: undefined } };
  }
  const said = { status: typeof error.status === 'number' ? error.status : undefined, payload: payloadOf(error) };
  return { ...judgeStatus(said, error.headers instanceof Headers ? error.headers : new Headers(), now, error), said };
}

/** What an answer with a bad status means. */
export function judgeStatus({ status, payload }: Said, headers: Headers, now: number, cause?: unknown): Omit<Failed, 'said'> {
  const [code, detail] = failureOf(payload, status);
  const because = cause === undefined ? {} : { cause };
  if (code !== 'model-rate' && code !== 'model-overloaded') return { error: new ModelError(code, detail, because) };
  const asked = askedWait(headers, now);
  if (asked === undefined || asked <= LONGEST_WAIT_MS) return { error: new ModelError(code, detail, because), retry: { asked } };
  const until = new Date(now + asked).toISOString();
  return {
    error: new ModelError(code, `${detail} (the provider asks to wait ${Math.ceil(asked / 1000)} seconds, until ${until})`, because),
  };
}

/** What a failure after the first byte means. */
export function judgeStream(sdk: SdkErrors, error: unknown): ModelError {
  const own = modelErrorIn(error);
  if (own) return own;
  if (error instanceof sdk.APIError) return new ModelError(...failureOf(payloadOf(error)), { cause: error });
  if (error instanceof SyntaxError) return new ModelError('model-error', 'the provider sent something that is not JSON', { cause: error });
  return new ModelError('model-cut', networkFailure(error).detail, { cause: error });
}

/** The error object itself: one library hands it over bare, the other in its envelope. */
function payloadOf({ error, message }: { readonly error?: unknown; readonly message: string }): unknown {
  const inner = typeof error === 'object' && error !== null ? (error as { readonly error?: unknown }).error : undefined;
  return inner ?? error ?? message;
}

/** A failure of our own making, wherever in the chain of causes the library has put it. */
function modelErrorIn(error: unknown): ModelError | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (at instanceof ModelError) return at;
  }
  return undefined;
}
