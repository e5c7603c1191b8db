import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import type { HttpReceived } from './listening.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
const parsed = (part = ''): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

/** Checks proofs of a key as RFC 9449 4.3 wants it, at both servers of a test; shares no code with the host. */
export class ProofDesk {
  /** The number that each server wants in a proof; undefined for none. */
  nonce: string | undefined;
  /** Refuses every proof. */
  refusesAll = false;
  readonly #seen = new Set<string>();
  readonly #keys = new Map<string, string>();
  /** The number of times that the number was asked for. */
  challenges = 0;

  /** What is wrong with the proof of a request; undefined for nothing. With a token it must be by the key that the token is for. */
  check({ headers, method }: HttpReceived, url: string, token?: string): string | undefined {
    if (this.refusesAll) return 'invalid_dpop_proof';
    const proof = headers['dpop'];
    if (typeof proof !== 'string' || proof.includes(',')) return 'invalid_dpop_proof';
    const [head = '', body = '', signature = ''] = proof.split('.');
    const [{ typ, alg, jwk }, claims] = [parsed(head), parsed(body)];
    const key = jwk as JsonWebKey;
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    const { jti, htm, htu, iat, ath, nonce } = claims;
    const isFresh = typeof jti === 'string' && !this.#seen.has(jti) && Math.abs(Number(iat) - Date.now() / 1000) < 300;
    if (typ !== 'dpop+jwt' || alg !== 'ES256' || key['d'] !== undefined || !isSigned || !isFresh) return 'invalid_dpop_proof';
    this.#seen.add(jti);
    if (htm !== method || htu !== url) return 'invalid_dpop_proof';
    if (token !== undefined && (ath !== hash(token) || this.#keys.get(token) !== thumbprint(key))) return 'invalid_dpop_proof';
    if (this.nonce === undefined || nonce === this.nonce) return undefined;
    this.challenges++;
    return 'use_dpop_nonce';
  }
  /** A token is for the key of the proof that it was asked for with. */
  bind(token: string, { headers }: HttpReceived): void {
    const [head] = String(headers['dpop']).split('.');
    this.#keys.set(token, thumbprint(parsed(head)['jwk'] as JsonWebKey));
  }
}
const thumbprint = ({ crv, kty, x, y }: JsonWebKey): string => hash(JSON.stringify({ crv, kty, x, y }));
