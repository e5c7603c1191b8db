/** Why a request over the network got no answer that could be used. */
export type NetFaultCode =
  | 'unknown-host'
  | 'refused'
  | 'cut'
  | 'secure'
  | 'proxy'
  | 'timeout'
  | 'unreachable'
  | 'message-too-large'
  | 'too-much';

/** A request that failed below HTTP, or an answer beyond a limit. The detail is technical and holds no address, header or content. */
export class NetFault extends Error {
  readonly code: NetFaultCode;
  readonly detail: string;
  constructor(code: NetFaultCode, detail: string, options?: ErrorOptions) {
    super(`${code}: ${detail}`, options);
    this.name = 'NetFault';
    this.code = code;
    this.detail = detail;
  }
  /** True when not one byte of the request can have reached a server. */
  get unsent(): boolean {
    return ['unknown-host', 'refused', 'secure', 'proxy', 'unreachable'].includes(this.code);
  }
}

/** By the names that Node, its fetch and Chromium give to errors; the first that fits counts. */
const kinds: readonly (readonly [RegExp, NetFaultCode])[] = [
  [/^(ENOTFOUND|EAI_\w+|ERR_NAME_\w+)$/, 'unknown-host'],
  [/PROXY|TUNNEL/, 'proxy'],
  [/^(ECONNREFUSED|ERR_CONNECTION_REFUSED)$/, 'refused'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_CONNECTION_(RESET|CLOSED|ABORTED)|ERR_EMPTY_RESPONSE|ERR_NETWORK_CHANGED|ERR_HTTP2_\w+)$/, 'cut'],
  [/^(ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONTENT_LENGTH_MISMATCH|HPE_\w+|ERR_INVALID_\w+|ERR_NETWORK_IO_SUSPENDED)$/, 'cut'],
  [/^(ETIMEDOUT|UND_ERR_\w*TIMEOUT|ERR_(CONNECTION_)?TIMED_OUT)$/, 'timeout'],
  [/CERT|SSL|TLS|^EPROTO$|^UNABLE_TO_|_IN_CHAIN$/, 'secure'],
];

/** The failure of a fetch as one of ours; anything that is no failure of the network, such as an abort, comes back as it is. */
export function toNetFault(error: unknown): unknown {
  if (error instanceof NetFault || (error instanceof Error && error.name === 'AbortError')) return error;
  const name = errorName(error);
  if (name === undefined) return error;
  return new NetFault(kinds.find(([pattern]) => pattern.test(name))?.[1] ?? 'unreachable', name, { cause: error });
}

/** The technical name of what went wrong, from wherever in the chain of causes it stands. */
function errorName(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  const chromium = /\bnet::(ERR_\w+)/.exec(error.message)?.[1];
  if (chromium !== undefined) return chromium;
  const inner = error instanceof AggregateError ? (error.errors as unknown[])[0] : error.cause;
  const deeper = errorName(inner, depth + 1);
  if (deeper !== undefined) return deeper;
  return 'code' in error && typeof error.code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(error.code) ? error.code : undefined;
}

/** The fault at the bottom of an error that a library has wrapped. */
export function netFaultIn(error: unknown, depth = 0): NetFault | undefined {
  if (error instanceof NetFault) return error;
  return error instanceof Error && depth < 5 ? netFaultIn(error.cause, depth + 1) : undefined;
}
