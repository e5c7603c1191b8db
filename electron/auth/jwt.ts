/** What a JWT says, read without checking who says it; undefined for what is none. Only for judging whether it is worth sending. */
export function claimsOf(jwt: string): Readonly<Record<string, unknown>> | undefined {
  const [, body = '', ...rest] = jwt.split('.');
  if (rest.length !== 1) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? { ...claims } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a JWT has run out, or will within this many ms. One that does not say lasts. */
export function isOver(jwt: string, now: number, earlyMs = 0): boolean {
  const exp = claimsOf(jwt)?.['exp'];
  return typeof exp === 'number' && exp * 1000 - now <= earlyMs;
}

/** Whether a JWT is meant for this reader, by its `aud`; one that does not say is. */
export function isFor(jwt: string, reader: string): boolean {
  const aud = claimsOf(jwt)?.['aud'];
  return aud === undefined || (Array.isArray(aud) ? aud : [aud]).includes(reader);
}
