import { ProtocolError } from '@modelcontextprotocol/client';

const headerMismatch = -32020;

export interface Relisted {
  /** The tool is still what was allowed. */
  readonly isSame: boolean;
  /** What its definition wants in headers now. */
  readonly headers: Readonly<Record<string, string>>;
}
export interface AgainParts<T> {
  readonly send: (headers: Readonly<Record<string, string>>) => Promise<T>;
  readonly headers: Readonly<Record<string, string>>;
  /** Reads the server's list anew. */
  readonly relist: () => Promise<Relisted>;
  /** Gives a further permission for the same bytes; the first one was spent. */
  readonly permit: () => void;
}

/**
 * Sends a call once more, and only once, when its server says that the headers do not fit the body (-32020, HTTP-4): it has not run it.
 * The list is read first. A tool that turns out to be another than was allowed is not called: the person is asked about it.
 */
export async function sendWithFittingHeaders<T>({ send, headers, relist, permit }: AgainParts<T>): Promise<T> {
  try {
    return await send(headers);
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.code !== headerMismatch) throw error;
    const now = await relist().catch(() => undefined); // then the first answer is the one to tell
    if (!now) throw error;
    if (!now.isSame) throw new ProtocolError(headerMismatch, `${error.message} (its definition has changed since it was allowed)`);
    permit();
    return send(now.headers);
  }
}
