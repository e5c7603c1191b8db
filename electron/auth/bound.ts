import { DpopSession, generateDpopKeyPair, isDpopNonceChallenge } from '@modelcontextprotocol/client';
import * as z from 'zod';
import type { Fetch } from '../net/cappedFetch.ts';
import { callIn } from './requests.ts';
import { SignInError } from './signInError.ts';
import type { Tokens } from './tokenStore.ts';

const Jwk = z.record(z.string(), z.unknown());
/** A pair of keys that tokens of one sign-in are bound to (RFC 9449). It is kept with the tokens, in the vault alone. */
export const BoundKey = z.object({ publicJwk: Jwk, privateJwk: Jwk, thumbprint: z.string() });
export type BoundKey = z.infer<typeof BoundKey>;
/** A pair at work: it remembers what each server wants said next. */
export interface Bound {
  readonly key: BoundKey;
  readonly session: DpopSession;
}

const alg = 'ES256' as const;
/** A new pair. `offered`: the algorithms that the authorization server takes, where it says so. Throws `SignInError` when ours is none of them. */
export async function bind(offered: unknown): Promise<Bound> {
  if (Array.isArray(offered) && !offered.includes(alg)) throw new SignInError('not-bound', 'dpop_signing_alg_values_supported');
  const pair = await generateDpopKeyPair({ alg, extractable: true });
  const privateJwk = Jwk.parse(await crypto.subtle.exportKey('jwk', pair.privateKey));
  return {
    key: { publicJwk: { ...pair.publicJwk }, privateJwk, thumbprint: pair.thumbprint },
    session: await DpopSession.create({ keyPair: pair }),
  };
}

/** A kept pair, put to work again. */
export async function reopen(key: BoundKey): Promise<Bound> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', key.privateJwk, curve, false, ['sign']),
    crypto.subtle.importKey('jwk', key.publicJwk, curve, true, ['verify']),
  ]);
  const keyPair = { privateKey, publicKey, publicJwk: key.publicJwk, thumbprint: key.thumbprint, alg } as const;
  return { key, session: await DpopSession.create({ keyPair }) };
}

/** Whether tokens are bound to a key, by the answer that brought them. */
export const isBound = ({ token_type: type }: Tokens): boolean => type?.toLowerCase() === 'dpop';

/** Tokens that had to be bound and are not: they are not kept. */
export function checkBound(tokens: Tokens, mustBe: boolean): void {
  if (mustBe && !isBound(tokens)) throw new SignInError('not-bound', 'token_type');
}

export interface Sending extends Pick<Bound, 'session'> {
  readonly token: string;
  readonly send: Fetch;
}
/**
 * Sends a request with a bound token and a fresh proof. Where the server wants a number of its own in the proof, the request is sent once more;
 * but not a call, which is sent again only through the lock: the answer is given out as it is, and the next proof holds the number.
 */
export async function sendBound({ session, token, send }: Sending, to: URL, init: RequestInit): Promise<Response> {
  const once = async (): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `DPoP ${token}`);
    headers.set('dpop', await session.buildProof({ htm: init.method ?? 'GET', htu: to, accessToken: token }));
    const response = await send(to, { ...init, headers });
    session.observeNonce(response, to);
    return response;
  };
  const response = await once();
  if (!wantsNonce(response) || callIn(init.body)) return response;
  await response.body?.cancel();
  return once();
}

/** Whether a refusal only wants its own number in the proof, and has given one. */
export const wantsNonce = (response: Response): boolean => isDpopNonceChallenge(response) && response.headers.has('dpop-nonce');
