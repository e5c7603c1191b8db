import { ModelError } from './provider.ts';

export type ModelFetch = (url: string, init: RequestInit) => Promise<Response>;

interface ModelFetchOptions {
  readonly fetch: ModelFetch;
  /** The only address that requests, and with them the key, go to. */
  readonly origin: string;
  /** What is sent besides the body's kind; holds the key. */
  readonly headers: Readonly<Record<string, string>>;
  /** The name of the one event that a whole JSON answer becomes. */
  readonly wholeEvent?: string;
  /** Told of every piece of an answer's body. */
  readonly onBytes: () => void;
}

/** An error's text beyond this is of no use to anyone. */
const MOST_ERROR_BYTES = 64 * 1024;
/** The longest line of a stream, and the largest answer that is no stream. */
const MOST_LINE_BYTES = 8 * 1024 * 1024;
const EMPTY_STATUS = [204, 205, 304];

/**
 * A fetch for one endpoint: own headers only (no library's, none from the environment), the key only to the endpoint's own origin,
 * redirects never followed, error texts cut short, lines bounded, a whole JSON answer turned into a stream of one event.
 */
export function createModelFetch({
  fetch,
  origin,
  headers: own,
  wholeEvent,
  onBytes,
}: ModelFetchOptions): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    if (new URL(url).origin !== origin)
      throw new ModelError('model-unreachable', `a request to ${new URL(url).origin} was refused: the key is for ${origin}`);
    const headers = {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      ...own,
    };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    if (response.status >= 300 && response.status < 400)
      return withText(response, 'the endpoint answered with a redirect, which is not followed');
    if (!response.ok) return withText(response, await textOf(response, MOST_ERROR_BYTES));
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('text/html'))
      throw new ModelError('model-error', 'the address answered with a web page; it may lack a part such as /v1');
    if (type.includes('application/json')) return asStream(response, wholeEvent);
    return response.body ? new Response(response.body.pipeThrough(watched(onBytes)), { headers: response.headers }) : response;
  };
}

function withText(response: Response, text: string): Response {
  const { status, statusText, headers } = response;
  // Answers that may have no body cannot be built with one; only their status matters.
  return EMPTY_STATUS.includes(status) || status < 200 ? response : new Response(text, { status, statusText, headers });
}

/** For an endpoint that does not stream: its whole answer as the one event of a stream. */
async function asStream(response: Response, event: string | undefined): Promise<Response> {
  const text = await textOf(response, MOST_LINE_BYTES);
  const name = event === undefined ? '' : `event: ${event}\n`;
  return new Response(`${name}data: ${text.replaceAll(/[\r\n]/g, ' ')}\n\ndata: [DONE]\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  });
}

/** The body's text, at most so many bytes of it; the rest is not read. */
export async function textOf(response: Response, most: number): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let left = most;
  // Leaving the loop early cancels the body.
  for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(bytes.subarray(0, left), { stream: true });
    left -= bytes.length;
    if (left <= 0) break;
  }
  return text + decoder.decode();
}

function watched(onBytes: () => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let line = 0;
  return new TransformStream({
    transform(bytes, controller) {
      onBytes();
      const end = Math.max(bytes.lastIndexOf(10), bytes.lastIndexOf(13));
      line = end < 0 ? line + bytes.length : bytes.length - end - 1;
      if (line > MOST_LINE_BYTES) throw new ModelError('model-error', `a line of the stream is longer than ${MOST_LINE_BYTES} bytes`);
      controller.enqueue(bytes);
    },
  });
}

/** The headers that carry a key; none for an endpoint that wants none. */
export function keyHeaders(header: 'authorization' | 'x-api-key' | 'api-key', apiKey: string | undefined): Record<string, string> {
  if (apiKey === undefined) return {};
  return { [header]: header === 'authorization' ? `Bearer ${apiKey}` : apiKey };
}
