import { net, session, type IncomingMessage, type Session } from 'electron';
import { Readable } from 'node:stream';
import type { NetworkChoice, NetworkStack } from '../net/hostFetch.ts';

/** Chromium's network stack, in a session of its own: the system's proxy and certificates, no cookies, no cache, nothing on disk. */
export function createElectronStack(): NetworkStack {
  let opened: Session | undefined;
  let applied: { readonly key: string; readonly done: Promise<void> } | undefined;
  const own = (): Session => (opened ??= session.fromPartition('servers', { cache: false }));
  const sessionFor = async (choice: NetworkChoice): Promise<Session> => {
    const key = `${choice.proxy} ${choice.proxyUrl}`;
    if (applied?.key !== key) applied = { key, done: applyProxy(own(), choice) };
    await applied.done;
    return own();
  };
  return {
    fetch: async (url, init, choice) => send(await sessionFor(choice), url, init),
    knowsProxies: true,
    systemProxy: async (url) => firstProxy(await own().resolveProxy(url.href)),
  };
}

async function applyProxy(target: Session, { proxy, proxyUrl }: NetworkChoice): Promise<void> {
  if (proxy === 'system') await target.setProxy({ mode: 'system' });
  else if (proxy === 'none' || proxyUrl === '') await target.setProxy({ mode: 'direct' });
  else await target.setProxy({ mode: 'fixed_servers', proxyRules: proxyUrl });
  await target.closeAllConnections();
}

/** `PROXY host:port; DIRECT` and the like. Other kinds than HTTP proxies are not for Node's stack, which asks for this. */
function firstProxy(rules: string): URL | undefined {
  const [, kind, place] = /^(PROXY|HTTPS) ([^;\s]+)/.exec(rules.trim()) ?? [];
  return place === undefined ? undefined : new URL(`${kind === 'HTTPS' ? 'https' : 'http'}://${place}`);
}

/** Like fetch, but a redirect is an answer like any other: `net.fetch` fails on one that it shall not follow. */
function send(target: Session, url: URL, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> {
  if (body != null && typeof body !== 'string') throw new TypeError('only text is sent');
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError());
    const request = net.request({ url: url.href, method, session: target, redirect: 'manual', credentials: 'omit', cache: 'no-store' });
    new Headers(headers).forEach((value, name) => request.setHeader(name, value));
    let answer: Readable | undefined;
    const stop = (): void => {
      reject(abortError());
      answer?.destroy(abortError());
      request.abort();
    };
    signal?.addEventListener('abort', stop, { once: true });
    request.once('close', () => signal?.removeEventListener('abort', stop));
    request.once('error', (error) => (answer ? answer.destroy(error) : reject(error)));
    request.once('redirect', (status, _method, _to, given) => {
      resolve(new Response(null, { status, headers: toHeaders(given) }));
      request.abort();
    });
    request.once('response', (message) => {
      answer = message as IncomingMessage & Readable;
      answer.once('close', () => request.abort());
      resolve(toResponse(message, answer));
    });
    request.end(body ?? undefined);
  });
}

function toResponse({ statusCode, statusMessage, headers }: IncomingMessage, body: Readable): Response {
  const hasBody = ![204, 205, 304].includes(statusCode);
  if (!hasBody) body.resume();
  return new Response(hasBody ? (Readable.toWeb(body) as ReadableStream<Uint8Array<ArrayBuffer>>) : null, {
    status: statusCode,
    statusText: statusMessage,
    headers: toHeaders(headers),
  });
}

function toHeaders(given: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  return headers;
}

const abortError = (): DOMException => new DOMException('This operation was aborted', 'AbortError');
