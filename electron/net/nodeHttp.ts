import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import tls from 'node:tls';
import { NetFault } from './netFault.ts';

export interface Route {
  /** PEM texts; when given, they alone are trusted. */
  readonly ca?: string;
  /** An HTTP proxy, spoken to in the clear or over TLS. */
  readonly proxy?: URL;
  /** Connect to this address of the host and to no other; without a proxy. */
  readonly address?: string;
}

/** One request over Node's own HTTP and TLS, which takes further authorities and a proxy. Follows no redirect, keeps no cookie. */
export async function nodeFetch(url: URL, init: RequestInit, route: Route): Promise<Response> {
  const options: https.RequestOptions = {
    method: init.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
    agent: false,
    ...(init.signal ? { signal: init.signal } : {}),
    ...(route.ca === undefined ? {} : { ca: route.ca }),
    ...(route.address === undefined ? {} : { lookup: only(route.address) }),
  };
  if (url.protocol === 'http:') {
    if (!route.proxy) return answer(http.request(url, options), init);
    const headers = { host: url.host, ...(options.headers as Record<string, string>) };
    return answer(request(route.proxy, { ...options, headers, path: url.href }), init);
  }
  if (!route.proxy) return answer(https.request(url, options), init);
  const socket = await tunnel(route.proxy, url, init.signal ?? undefined);
  const servername = url.hostname.replace(/^\[|\]$/g, '');
  const secure = (): tls.TLSSocket => tls.connect({ socket, servername, ...(route.ca === undefined ? {} : { ca: route.ca }) });
  return answer(https.request(url, { ...options, agent: undefined, createConnection: secure }), init);
}

/** Resolves every name to one address. */
const only = (address: string): LookupFunction => {
  const family = isIP(address);
  return (_hostname, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family));
};

const request = (url: URL, options: https.RequestOptions): http.ClientRequest =>
  url.protocol === 'https:' ? https.request(url, options) : http.request(url, options);

function answer(sending: http.ClientRequest, { body }: RequestInit): Promise<Response> {
  if (body != null && typeof body !== 'string') throw new TypeError('only text is sent');
  return new Promise((resolve, reject) => {
    sending.once('error', reject);
    sending.once('response', (message) => resolve(toResponse(message)));
    sending.end(body ?? undefined);
  });
}

function toResponse(message: http.IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers))
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  const status = message.statusCode ?? 0;
  if (status < 200 || status > 599) throw new NetFault('cut', `an answer of the impossible status ${status}`);
  const hasBody = ![204, 205, 304].includes(status);
  if (!hasBody) message.resume();
  const body = hasBody ? (Readable.toWeb(message) as ReadableStream<Uint8Array<ArrayBuffer>>) : null;
  return new Response(body, { status, statusText: message.statusMessage ?? '', headers });
}

/** A way through the proxy; what goes through it is secured from end to end. */
function tunnel(proxy: URL, { hostname, port }: URL, signal: AbortSignal | undefined): Promise<Socket> {
  const target = `${hostname}:${port || 443}`;
  return new Promise((resolve, reject) => {
    const asking = request(proxy, {
      method: 'CONNECT',
      path: target,
      headers: { host: target },
      agent: false,
      timeout: 30_000,
      ...(signal ? { signal } : {}),
    });
    asking.once('connect', (message, socket) => {
      if (message.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new NetFault('proxy', `the proxy answered with HTTP ${message.statusCode}`));
    });
    asking.once('response', (message) => {
      message.destroy();
      reject(new NetFault('proxy', `the proxy answered with HTTP ${message.statusCode}`));
    });
    asking.once('timeout', () => asking.destroy(new NetFault('proxy', 'the proxy did not answer within 30 s')));
    asking.once('error', (error) => reject(error.name === 'AbortError' || error instanceof NetFault ? error : proxyFault(error)));
    asking.end();
  });
}

const proxyFault = (error: Error): NetFault =>
  new NetFault('proxy', 'code' in error ? String(error.code) : 'the proxy could not be reached', { cause: error });
