import { randomUUID } from 'node:crypto';
import type http from 'node:http';
import { listen, type Listening } from '../http/listening.ts';
import type { Entry, Era, Id, Message, Script } from './script.ts';
import { ScriptedServer } from './scriptedServer.ts';

export interface HttpServer {
  readonly url: string;
  readonly entries: readonly Entry[];
  close(): Promise<void>;
}
interface Exchange {
  readonly response: http.ServerResponse;
  streams: boolean;
}

/** A server over Streamable HTTP on loopback: without sessions in the newer era, with one in the older. */
export async function serveOverHttp(era: Era, scriptOf: () => Script): Promise<HttpServer> {
  const entries: Entry[] = [];
  const note = (entry: Omit<Entry, 'pid'>): void => void entries.push({ pid: 0, ...entry });
  const exchanges = new Map<Id, Exchange>();
  let standing: http.ServerResponse | undefined;
  let session: string | undefined;
  const send = (message: Message, about: Id | undefined): void => {
    const exchange = about === undefined ? undefined : exchanges.get(about);
    const isLast = message.method === undefined;
    if (!exchange) return void standing?.write(eventOf(message));
    if (isLast && !exchange.streams) {
      exchange.response.writeHead(message.error && era === 'modern' ? 400 : 200, { 'content-type': 'application/json' });
      exchange.response.end(JSON.stringify(message));
    } else {
      openStream(exchange);
      exchange.response.write(eventOf(message));
      if (isLast) exchange.response.end();
    }
    if (isLast && about !== undefined) exchanges.delete(about);
  };
  const endStream = (id: Id): void => {
    exchanges.get(id)?.response.end();
    exchanges.delete(id);
  };
  const server = new ScriptedServer(era, scriptOf(), { send, endStream, note });
  const listening: Listening = await listen((_request, response, { method: verb, body, headers }) => {
    const message = body === '' ? undefined : (JSON.parse(body) as Message);
    note(message ? { what: 'in', message, headers, verb } : { what: 'event', event: verb, headers, verb });
    const given = headers['mcp-session-id'];
    if (verb === 'GET' && era === 'legacy' && given === session) {
      standing = stream(response);
      return;
    }
    if (verb === 'DELETE' && era === 'legacy') return void response.writeHead(given === session ? 200 : 404).end();
    if (verb !== 'POST' || !message) return void response.writeHead(405).end();
    if (era === 'legacy') {
      if (message.method === 'initialize') response.setHeader('mcp-session-id', (session = randomUUID()));
      else if (given !== session || session === undefined) return void response.writeHead(400).end('no session');
    }
    if (message.method === undefined || message.id === undefined || message.id === null) {
      response.writeHead(202).end();
      return server.receive(message);
    }
    const { id } = message;
    exchanges.set(id, { response, streams: false });
    response.once('close', () => {
      if (response.writableFinished || !exchanges.delete(id)) return;
      note({ what: 'event', event: 'stream-closed', detail: id });
      server.cancelled(id);
    });
    server.receive(message);
  });
  return { url: `${listening.url}/mcp`, entries, close: () => listening.close() };
}

const eventOf = (message: Message): string => `data: ${JSON.stringify(message)}\n\n`;
function stream(response: http.ServerResponse): http.ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.flushHeaders();
  return response;
}
function openStream(exchange: Exchange): void {
  if (exchange.streams) return;
  exchange.streams = true;
  stream(exchange.response);
}
