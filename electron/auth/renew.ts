import { OAuthError, OAuthErrorCode, refreshAuthorization } from '@modelcontextprotocol/client';
import type { Bound } from './bound.ts';
import { findResource, forSdk, type Looking } from './metadata.ts';
import { problemOf, SignInError, step } from './signInError.ts';
import type { KeptSignIn, Tokens } from './tokenStore.ts';
import type { Challenge } from './challenge.ts';
import type { SignInProblem } from '#shared/servers/signIn.ts';

/** How an attempt to have newer tokens without a person ended. `none`: there is no way to, and a person is needed. */
export type Renewal =
  | { readonly kind: 'renewed'; readonly kept: KeptSignIn }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly problem: SignInProblem }
  | { readonly kind: 'unreachable'; readonly problem: SignInProblem };

/** When tokens of this answer run out. */
export const expiryOf = ({ expires_in: seconds }: Tokens, now: number): { readonly expiresAt?: number } =>
  seconds === undefined || !Number.isFinite(seconds) ? {} : { expiresAt: now + Math.max(0, seconds) * 1000 };

export interface Renewing {
  readonly challenge: Challenge | undefined;
  /** The keys that the tokens are bound to. */
  readonly bound: Bound | undefined;
  readonly now: number;
}
/**
 * Newer tokens for a sign-in. After a refusal (`challenge`) it is looked up first whether the server still goes by the same authorization
 * server: a token for refreshing never goes to another one (AUT-10). Never throws.
 */
export async function renew(looking: Looking, kept: KeptSignIn, { challenge, bound, now }: Renewing): Promise<Renewal> {
  const { tokens, metadata, client, issuer, resource } = kept;
  if (tokens.refresh_token === undefined) return { kind: 'none' };
  try {
    if (challenge) {
      const { issuers, uri } = await findResource(looking, new URL(kept.url), challenge);
      const isSame = issuers.some((one) => one === issuer || (one.endsWith('/') && one.slice(0, -1) === issuer));
      if (!isSame || uri !== resource) return { kind: 'none' };
    }
    const newer = await step('refresh', () =>
      refreshAuthorization(issuer, {
        metadata: forSdk(metadata),
        clientInformation: client,
        refreshToken: tokens.refresh_token ?? '',
        resource,
        fetchFn: looking.fetch,
        ...(bound ? { dpop: bound.session } : {}),
      }).catch((error: unknown) => {
        throw refusalIn(error) ?? error;
      }),
    );
    const { expiresAt: _old, ...rest } = kept;
    return { kind: 'renewed', kept: { ...rest, tokens: { scope: tokens.scope, ...newer }, ...expiryOf(newer, now) } };
  } catch (error) {
    const problem = problemOf(error);
    return { kind: problem.code === 'refresh-refused' ? 'refused' : 'unreachable', problem };
  }
}

const outOfOrder: ReadonlySet<string> = new Set([OAuthErrorCode.ServerError, OAuthErrorCode.TemporarilyUnavailable]);
/** A no of the server, told from a server that is out of order. */
function refusalIn(error: unknown): SignInError | undefined {
  if (!(error instanceof OAuthError) || outOfOrder.has(error.code)) return undefined;
  return new SignInError('refresh-refused', error.code.slice(0, 40).replace(/[^a-z_]/g, ''), { cause: error });
}
