import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

/** One request as it arrived, for tests that prove what was on the wire. */
export interface HttpReceived {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  /** The JSON-RPC method in the body, where there is one. */
  readonly rpc: string | undefined;
}
export interface Listening {
  readonly url: string;
  readonly port: number;
  readonly received: HttpReceived[];
  close(): Promise<void>;
}
export type Answer = (request: http.IncomingMessage, response: http.ServerResponse, received: HttpReceived) => void | Promise<void>;

/** A key and its certificate, both PEM. */
export interface Tls {
  readonly key: string;
  readonly cert: string;
}
/** An HTTP server on a free port of this computer, or on a given one again. Every request is kept before it is answered. */
export async function listen(answer: Answer, port = 0, tls?: Tls): Promise<Listening> {
  const received: HttpReceived[] = [];
  const onRequest: http.RequestListener = (request, response) => {
    void read(request).then(async (body) => {
      const { method = '', url = '', headers } = request;
      const one = { method, path: url, headers, body, rpc: /"method"\s*:\s*"([^"]+)"/.exec(body)?.[1] };
      received.push(one);
      await answer(request, response, one);
    });
  };
  const server = tls ? https.createServer(tls, onRequest) : http.createServer(onRequest);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const at = (server.address() as AddressInfo).port;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${at}`,
    port: at,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(request: http.IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += String(piece);
  return text;
}
