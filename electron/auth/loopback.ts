import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignInError } from './signInError.ts';

/** How long the browser may take, in ms. */
export const loopbackLifeMs = 5 * 60_000;
const host = '127.0.0.1';
const page =
  '<!doctype html><html><head><meta charset="utf-8"><title>Steward</title></head><body>' +
  '<p>Steward has the answer. You can close this page.</p><p lang="zh">Steward 已收到结果，您可以关闭此页面。</p></body></html>';

/** A port of this computer that is free now. Nothing listens there afterwards. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export interface Loopback {
  /** The query of the one answer, as it came. Rejects with `SignInError` when none came in time. */
  readonly answer: Promise<URLSearchParams>;
  close(): void;
}

/**
 * Listens on this computer for the one answer of a browser (S40): GET on this very path of this very host, once, for five minutes at most.
 * The page that answers it is always the same and holds nothing of what came.
 */
export async function openLoopback(redirectUri: URL, lifeMs = loopbackLifeMs): Promise<Loopback> {
  const server = createServer({ maxHeaderSize: 16_384 });
  let settle: { readonly resolve: (query: URLSearchParams) => void; readonly reject: (error: unknown) => void } | undefined;
  const answer = new Promise<URLSearchParams>((resolve, reject) => {
    settle = { resolve, reject };
  });
  answer.catch(() => undefined); // whoever waits for it is told; a flow that ended before does not
  const close = (): void => {
    clearTimeout(timer);
    server.close();
    settle?.reject(new SignInError('timeout', 'callback'));
  };
  const timer = setTimeout(() => {
    close();
    server.closeAllConnections();
  }, lifeMs);
  let isTaken = false;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const query = isTaken ? undefined : queryOf(request, redirectUri);
    reply(response, query ? 200 : 404);
    if (!query) return;
    isTaken = true;
    settle?.resolve(query);
    close();
  });
  try {
    await listen(server, Number(redirectUri.port));
  } catch (error) {
    clearTimeout(timer);
    throw new SignInError('listener', 'the port was taken meanwhile', { cause: error });
  }
  return {
    answer,
    close: () => {
      close();
      server.closeAllConnections();
    },
  };
}

function queryOf({ method, url = '', headers }: IncomingMessage, expected: URL): URLSearchParams | undefined {
  if (method !== 'GET' || headers.host !== expected.host || url.length > 8192) return undefined;
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  return path === expected.pathname ? new URLSearchParams(query) : undefined;
}

function reply(response: ServerResponse, status: number): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(status === 200 ? page : '');
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
