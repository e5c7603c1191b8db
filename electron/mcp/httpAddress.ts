import type { HttpEntry } from '#shared/servers/config.ts';
import type { ServerProblem } from '#shared/servers/status.ts';
import { expandText, UnsetVariableError, variablesIn, type Environment } from './expandText.ts';
import { unsetProblem } from './launch.ts';

/** What is reached and with which headers, everything put in. It is never stored, shown or logged. */
export interface HttpAddress {
  readonly ok: true;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The person has set how to sign in; no other way is tried then (UC7). */
  readonly hasAuthorization: boolean;
}
export type ReadAddress = HttpAddress | { readonly ok: false; readonly problem: ServerProblem };

/** Headers that belong to the transport: setting them could cut one request into two or steal another's session. */
const ownHeaders =
  /^(host|connection|content-length|content-type|transfer-encoding|upgrade|te|trailer|expect|last-event-id|proxy-.*|mcp-(session-id|protocol-version|method|name|param-.*))$/i;

/**
 * From a trusted entry to what is reached. Variables and secrets are put in behind the host only, each as one piece of its path or query;
 * a host never comes from a variable (I9).
 */
export function expandAddress(entry: HttpEntry, environment: Environment, home: string): ReadAddress {
  const [, origin = '', rest = ''] = /^(\w+:\/\/[^/?#\\]*)(.*)$/s.exec(entry.url.trim()) ?? [];
  if (variablesIn(origin).length > 0 || origin.includes('$')) return bad('bad-address', 'the host of the address must be written out');
  try {
    const url = toUrl(origin + inUrl(rest, environment));
    if (typeof url === 'string') return bad('bad-address', url);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(entry.headers ?? {})) {
      if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) || ownHeaders.test(name))
        return bad('bad-entry', `headers: ${JSON.stringify(name)} is not for an entry to set`);
      const text = at(`headers.${name}`, () => expandText(value, environment, home));
      if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) return bad('bad-entry', `headers.${name} contains a character that no header can hold`);
      headers[name] = text;
    }
    return { ok: true, url, headers, hasAuthorization: Object.keys(headers).some((name) => name.toLowerCase() === 'authorization') };
  } catch (error) {
    if (error instanceof UnsetPlaceError) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** Puts variables into the part behind the host so that none can add a parameter or leave its place in the path. */
function inUrl(text: string, environment: Environment): string {
  return text.replace(/\$\{[^}]*\}/g, (reference) => {
    if (variablesIn(reference).length === 0) return reference;
    const value = at('url', () => expandText(reference, environment, ''));
    return value === '.' || value === '..' ? '%2E'.repeat(value.length) : encodeURIComponent(value);
  });
}

function toUrl(text: string): URL | string {
  if (!URL.canParse(text)) return 'it is no address';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `${url.protocol} is not spoken here`;
  if (url.username !== '' || url.password !== '') return 'a name or password has no place in it; use a header';
  return url;
}

const bad = (code: 'bad-address' | 'bad-entry', detail: string): ReadAddress => ({ ok: false, problem: { code, detail } });

class UnsetPlaceError extends Error {
  readonly problem: ServerProblem;
  constructor(problem: ServerProblem, options: ErrorOptions) {
    super(problem.detail, options);
    this.problem = problem;
  }
}
function at<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnsetVariableError)) throw error;
    throw new UnsetPlaceError(unsetProblem(error, place), { cause: error });
  }
}
