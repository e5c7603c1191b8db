import type { JSONRPCErrorResponse } from '@modelcontextprotocol/client';

type Members = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** The message in a line that says it is JSON-RPC 2.0; undefined for all else that programs print. Cheap: floods of it must not stall main. */
export function jsonRpcIn(line: string): Members | undefined {
  if (!line.includes('"jsonrpc"')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) && value.jsonrpc === '2.0' ? value : undefined;
  } catch {
    return undefined; // no JSON
  }
}

/**
 * The error that an answer amounts to which has an id and says that it is JSON-RPC 2.0 but is none: the request that waits for it must not
 * wait for ever (F11). Undefined for anything else.
 */
export function errorInPlaceOf(message: Members): JSONRPCErrorResponse | undefined {
  const { id } = message;
  if ('method' in message || (typeof id !== 'number' && typeof id !== 'string')) return undefined;
  const error = isRecord(message.error) ? message.error : {};
  const code = Number.isSafeInteger(error.code) ? (error.code as number) : -32603;
  const text = typeof error.message === 'string' ? error.message : 'the answer is malformed';
  return { jsonrpc: '2.0', id, error: { code, message: text } };
}
