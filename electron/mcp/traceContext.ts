import { randomBytes } from 'node:crypto';
import { TRACEPARENT_META_KEY } from '@modelcontextprotocol/client';

/** What one call carries so that it can be found in its server's own traces. */
export interface CallTrace {
  /** The W3C trace context, e.g. `00-<32 hex>-<16 hex>-01`; undefined where the person wants none. */
  readonly traceparent: string | undefined;
  readonly meta: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A trace of its own for one call (W3C Trace Context, level 1): ids by chance alone, so they tell nothing of the person, the computer or
 * other calls. The flag says that it may be recorded.
 */
export function newTrace(isWanted: boolean, bytes: (count: number) => Buffer = randomBytes): CallTrace {
  if (!isWanted) return { traceparent: undefined, meta: {}, headers: {} };
  const traceparent = `00-${idOf(bytes, 16)}-${idOf(bytes, 8)}-01`;
  return { traceparent, meta: { [TRACEPARENT_META_KEY]: traceparent }, headers: { traceparent } };
}

/** An id of nothing but zeros is none. */
function idOf(bytes: (count: number) => Buffer, count: number): string {
  for (;;) {
    const id = bytes(count).toString('hex');
    if (/[1-9a-f]/.test(id)) return id;
  }
}
