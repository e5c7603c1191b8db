import { createPrivateKey, randomUUID, sign, type KeyObject } from 'node:crypto';
import { SignInError } from './signInError.ts';

/** A private key that this host shows with who it is. */
export interface ClientKey {
  readonly key: KeyObject;
  /** Algorithms of JWS that it can sign by, the usual one first. */
  readonly algorithms: readonly string[];
  /** By which the server finds the public half, where the key says so. */
  readonly kid: string | undefined;
}

/** Reads a private key: PEM (PKCS #8, PKCS #1, SEC 1) or JWK. Throws `SignInError` bad-key, without a word of the text. */
export function readClientKey(text: string): ClientKey {
  try {
    const jwk = text.trimStart().startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : undefined;
    const key = jwk ? createPrivateKey({ key: jwk, format: 'jwk' }) : createPrivateKey(text);
    const algorithms = algorithmsOf(key);
    if (algorithms.length === 0) throw new Error('no algorithm for this kind of key');
    return { key, algorithms, kid: typeof jwk?.['kid'] === 'string' ? jwk['kid'] : undefined };
  } catch (error) {
    throw new SignInError('bad-key', 'private key', { cause: error });
  }
}

const curves: Readonly<Record<string, string>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };
function algorithmsOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): readonly string[] {
  const curve = curves[details?.namedCurve ?? ''];
  if (type === 'ec' && curve !== undefined) return [curve];
  if (type === 'ed25519') return ['EdDSA'];
  return type === 'rsa' && (details?.modulusLength ?? 0) >= 2048 ? ['RS256', 'RS384', 'RS512'] : [];
}

interface Asserting {
  readonly clientId: string;
  /** The authorization server by its own name: nobody else can use what comes out. */
  readonly issuer: string;
  /** The algorithms that the server takes, where it says so. */
  readonly offered: readonly string[] | undefined;
  readonly now: number;
}

/**
 * A word of this host that it is this client, good for one minute at one server (RFC 7523 3). The SDK's own can't name the key (`kid`), which
 * several servers want. Throws `SignInError` bad-key when the server takes none of the key's algorithms.
 */
export function clientAssertion({ key, algorithms, kid }: ClientKey, { clientId, issuer, offered, now }: Asserting): string {
  const alg = algorithms.find((one) => offered === undefined || offered.length === 0 || offered.includes(one));
  if (alg === undefined) throw new SignInError('bad-key', 'token_endpoint_auth_signing_alg_values_supported');
  const at = Math.floor(now / 1000);
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = part({ alg, typ: 'JWT', ...(kid === undefined ? {} : { kid }) });
  const text = `${head}.${part({ iss: clientId, sub: clientId, aud: issuer, iat: at, exp: at + 60, jti: randomUUID() })}`;
  const hash = alg === 'EdDSA' ? null : `sha${alg.slice(2)}`;
  return `${text}.${sign(hash, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
