/** What a server said when it did not let a request in. */
export interface Challenge {
  /** `token`: none, or none that counts (401); `scope`: one that allows too little (403). */
  readonly kind: 'token' | 'scope';
  readonly resourceMetadata: string | undefined;
  readonly scope: string | undefined;
  /** It wants tokens that are bound to a key (RFC 9449 7.1). */
  readonly wantsBound?: true;
}

/** Where nobody has been refused yet. */
export const nothingSaid = { resourceMetadata: undefined, scope: undefined } as const;

/** Reads the refusal of a request (RFC 6750 3, RFC 9728 5.1); undefined for one that a sign-in can't mend. */
export function readChallenge({ status, headers }: Pick<Response, 'status' | 'headers'>): Challenge | undefined {
  if (status !== 401 && status !== 403) return undefined;
  const { params, isBound } = ours(headers.get('www-authenticate') ?? '');
  if (status === 403 && params.get('error') !== 'insufficient_scope') return undefined;
  return {
    kind: status === 401 ? 'token' : 'scope',
    resourceMetadata: params.get('resource_metadata'),
    scope: params.get('scope'),
    ...(isBound ? { wantsBound: true } : {}),
  };
}

/** The parameters of the first Bearer or DPoP challenge among those of the header, names in lower case. */
function ours(header: string): { readonly params: ReadonlyMap<string, string>; readonly isBound: boolean } {
  const params = new Map<string, string>();
  let [isOurs, isBound] = [false, false];
  const token = /\s*,?\s*(?:([!#$%&'*+\-.^_`|~\w]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))|([!#$%&'*+\-.^_`|~\w]+))/gy;
  for (let match = token.exec(header.slice(0, 8192)); match; match = token.exec(header.slice(0, 8192))) {
    const [, name, quoted, plain, scheme] = match;
    if (scheme !== undefined) {
      if (isOurs) break;
      isOurs = /^(bearer|dpop)$/i.test(scheme);
      isBound = /^dpop$/i.test(scheme);
    } else if (isOurs && name !== undefined) params.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
  }
  return { params, isBound: isOurs && isBound };
}

/** Scopes of several lists, each once, in the order they were met; undefined for none (RFC 6749 3.3). */
export function joinScopes(...lists: readonly (string | undefined)[]): string | undefined {
  const all = new Set(lists.flatMap((list) => list?.split(/\s+/) ?? []).filter((scope) => scope !== ''));
  return all.size === 0 ? undefined : [...all].join(' ');
}
