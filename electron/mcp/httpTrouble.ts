import { InsufficientScopeError, SdkError, SdkErrorCode, SdkHttpError, SseError } from '@modelcontextprotocol/client';
import type { ServerProblem } from '#shared/servers/status.ts';
import type { Answered } from '../net/cappedFetch.ts';
import { netFaultIn, type NetFault } from '../net/netFault.ts';
import type { Trouble } from './peer.ts';

/** What is remembered of a connection's requests, to tell what a failure means: the SDK's errors carry only part of it. */
export interface Seen {
  readonly answered: Answered | undefined;
  readonly fault: NetFault | undefined;
  /** The person has set an Authorization header. */
  readonly hasAuthorization: boolean;
}

/** The HTTP status that a failure rests on, if it rests on one. */
export function statusOf(error: unknown, depth = 0): number | undefined {
  if (error instanceof SdkHttpError) return error.status;
  if (error instanceof SseError) return error.code;
  if (!(error instanceof Error) || depth > 4) return undefined;
  // The transport of the oldest era has no error of its own for a refused POST.
  const told = /\(HTTP (\d{3})\)/.exec(error.message)?.[1];
  return told === undefined ? statusOf(error.cause, depth + 1) : Number(told);
}

const patient = (code: ServerProblem['code'], detail: string, waitMs?: number): Trouble => ({
  problem: { code, detail },
  final: false,
  patient: true,
  ...(waitMs === undefined ? {} : { waitMs }),
});
const final = (code: ServerProblem['code'], detail: string): Trouble => ({ problem: { code, detail }, final: true });

/** What a failed request means; undefined when it did not fail on its way. Never holds text that came from the server. */
export function httpTrouble(error: unknown, seen: Seen): Trouble | undefined {
  const fault = netFaultIn(error) ?? (error instanceof SseError && error.code === undefined ? seen.fault : undefined);
  if (fault) return faultTrouble(fault);
  const status = statusOf(error) ?? (isAboutAccess(error) ? seen.answered?.status : undefined);
  if (isUnexpectedContent(error) || (status === undefined && error instanceof SseError) || status === 200)
    return seen.answered?.isWebPage
      ? final('http-web-page', `HTTP ${seen.answered.status}, text/html`)
      : { problem: { code: 'protocol', detail: 'the answer is of a type that the protocol does not know' }, final: true };
  return status === undefined ? undefined : statusTrouble(status, seen, error instanceof InsufficientScopeError);
}

/** A failure below HTTP. */
export function faultTrouble(fault: NetFault): Trouble {
  switch (fault.code) {
    case 'message-too-large':
      return { problem: { code: 'message-too-large', detail: fault.detail }, final: false };
    case 'too-much':
      return patient('too-much', fault.detail, 60_000);
    case 'secure':
      return final('net-secure', fault.detail);
    default:
      return patient(`net-${fault.code}`, fault.detail);
  }
}

function statusTrouble(status: number, { answered, hasAuthorization }: Seen, isAboutScope: boolean): Trouble {
  const detail = `HTTP ${status}`;
  const waitMs = answered?.status === status ? answered.retryAfterMs : undefined;
  if (status === 401) return final(hasAuthorization ? 'header-refused' : 'needs-sign-in', detail);
  if (status === 403 && isAboutScope && !hasAuthorization) return final('needs-sign-in', `${detail}, insufficient_scope`);
  if (status === 403) return final(hasAuthorization ? 'header-refused' : 'http-forbidden', detail);
  if (status === 407) return final('net-proxy', detail);
  if (status === 511) return final('http-web-page', detail);
  if (status === 429) return patient('http-busy', detail, waitMs);
  if (status >= 500) return patient('http-unavailable', detail, waitMs);
  if (status >= 300 && status < 400) return final('http-redirect', answered?.movedTo ? `${detail} to ${answered.movedTo}` : detail);
  if (answered?.status === status && answered.isWebPage && ![404, 405, 410].includes(status))
    return final('http-web-page', `${detail}, text/html`);
  if (status === 404 || status === 405 || status === 410) return final('http-not-found', detail);
  return final('http-refused', detail);
}

const isAboutAccess = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'InsufficientScopeError' || error.name === 'UnauthorizedError');

function isUnexpectedContent(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false;
  if (error instanceof SdkError && error.code === SdkErrorCode.ClientHttpUnexpectedContent) return true;
  return error.name === 'SyntaxError' || isUnexpectedContent(error.cause, depth + 1);
}

/** Whether a failed first POST says that an endpoint of the oldest kind may be here (transports, backwards compatibility): no modern refusal. */
export function pointsToSse(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== 400 && status !== 404 && status !== 405) return false;
  const text = error instanceof SdkHttpError ? (error.data as { readonly text?: unknown }).text : undefined;
  return !/"code"\s*:\s*-3202[0-2]\b/.test(typeof text === 'string' ? text : '');
}
