import { randomUUID } from 'node:crypto';
import type http from 'node:http';
import { Readable } from 'node:stream';
import { Server as OlderServer } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createMcpHandler, type ListToolsResult, Server } from '@modelcontextprotocol/server';
import { callTool, definitionsNow, type Definition } from '../servers/recorder/tools.ts';
import { listen, type Listening, type Tls } from './listening.ts';

type ImplementationIcons = ConstructorParameters<typeof Server>[0]['icons'];
const info = { name: 'remote', version: '1.0.0' };
export interface McpOptions {
  readonly port?: number;
  readonly tls?: Tls;
  readonly tools?: () => Definition[];
  /** Tools on one page of the list. */
  readonly pageSize?: number;
  /** How long a server of the newer era promises that its list holds, in milliseconds. */
  readonly ttlMs?: number;
  /** Icons that a server of the newer era names for itself, as on the wire. */
  readonly icons?: () => readonly Readonly<Record<string, unknown>>[];
  /** Answers a request that is none of the protocol; true when it did. */
  readonly also?: (path: string, response: http.ServerResponse) => boolean;
}
interface McpListening extends Listening {
  toolsChanged(): Promise<void>;
}

/** Tools of one page; the cursor is opaque to the client. */
function pageOf({ tools = () => definitionsNow(undefined), pageSize = 100, ttlMs }: McpOptions, cursor: string | undefined) {
  const all = tools();
  const from = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
  const next = from + pageSize;
  return {
    tools: all.slice(from, next),
    ...(next < all.length ? { nextCursor: Buffer.from(String(next)).toString('base64url') } : {}),
    ...(ttlMs === undefined ? {} : { ttlMs, cacheScope: 'public' as const }),
  };
}

/** A server of the newer era alone: one POST a request, no session. */
export async function listenModern(options: McpOptions = {}): Promise<McpListening> {
  const handler = createMcpHandler(
    () => {
      const icons = options.icons?.() as ImplementationIcons;
      const server = new Server({ ...info, ...(icons ? { icons } : {}) }, { capabilities: { tools: { listChanged: true } } });
      server.setRequestHandler('tools/list', ({ params }) => pageOf(options, params?.cursor) as ListToolsResult);
      server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => ({
        content: [{ type: 'text', text: await callTool(params.name, params.arguments ?? {}, mcpReq.signal) }],
      }));
      return server;
    },
    { legacy: 'reject' },
  );
  const listening = await listen(
    async (request, response, { method, path, headers, body }) => {
      if (options.also?.(path, response)) return;
      const given = new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
      const asked = new Request(`http://127.0.0.1${path}`, { method, headers: given, ...(method === 'POST' ? { body } : {}) });
      await passOn(await handler.fetch(asked), response);
    },
    options.port,
    options.tls,
  );
  return { ...listening, toolsChanged: async () => handler.notify.toolsChanged() };
}

async function passOn(answer: Response, response: http.ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) return void response.end();
  const body = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
  response.once('close', () => body.destroy());
  body.on('error', () => response.destroy());
  body.pipe(response);
}

function olderServer(options: McpOptions): OlderServer {
  const server = new OlderServer(info, { capabilities: { tools: { listChanged: true } } });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => pageOf(options, params?.cursor));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => ({
    content: [{ type: 'text', text: await callTool(params.name, params.arguments ?? {}, signal) }],
  }));
  return server;
}

export interface SessionfulListening extends McpListening {
  /** As after a restart: every session is forgotten, every stream ends. */
  forget(): void;
  sessions(): readonly string[];
}
/** A Streamable HTTP server of the older era, with sessions. `get: false` answers 405 to GET. */
export async function listenSessionful(options: McpOptions & { readonly get?: boolean } = {}): Promise<SessionfulListening> {
  const sessions = new Map<string, { readonly transport: StreamableHTTPServerTransport; readonly server: OlderServer }>();
  const listening = await listen(async (request, response, { method, headers, body }) => {
    const id = headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (typeof id === 'string' && !known) return void json(response, 404, 'Session not found');
    if (method === 'GET' && options.get === false) return void json(response, 405, 'Method not allowed');
    if (known) return known.transport.handleRequest(request, response, body === '' ? undefined : JSON.parse(body));
    if (!/"method"\s*:\s*"initialize"/.test(body)) return void json(response, 400, 'Bad Request: no valid session ID');
    const server = olderServer(options);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (made) => void sessions.set(made, { transport, server }),
      onsessionclosed: (gone) => void sessions.delete(gone),
    });
    await server.connect(transport);
    return transport.handleRequest(request, response, JSON.parse(body));
  }, options.port);
  return {
    ...listening,
    forget: () => {
      for (const { transport } of sessions.values()) void transport.close();
      sessions.clear();
    },
    sessions: () => [...sessions.keys()],
    toolsChanged: async () => void (await Promise.all([...sessions.values()].map(({ server }) => server.sendToolListChanged()))),
  };
}

/** A server of the oldest kind: GET /sse is its one stream, POST /messages takes requests. Anything else is not there. */
export async function listenSse(options: McpOptions = {}): Promise<McpListening & { readonly drop: () => void }> {
  const sessions = new Map<string, { readonly transport: SSEServerTransport; readonly server: OlderServer }>();
  const listening = await listen(async (request, response, { method, path, body }) => {
    const url = new URL(path, 'http://127.0.0.1');
    if (method === 'GET' && url.pathname === '/sse') {
      const transport = new SSEServerTransport('/messages', response);
      const server = olderServer(options);
      sessions.set(transport.sessionId, { transport, server });
      response.once('close', () => sessions.delete(transport.sessionId));
      return server.connect(transport);
    }
    const session = sessions.get(url.searchParams.get('sessionId') ?? '');
    if (method === 'POST' && url.pathname === '/messages' && session)
      return session.transport.handlePostMessage(request, response, JSON.parse(body));
    return void json(response, url.pathname === '/sse' ? 405 : 404, 'not here');
  }, options.port);
  return {
    ...listening,
    url: `${listening.url}/sse`,
    drop: () => {
      for (const { transport } of sessions.values()) void transport.close();
    },
    toolsChanged: async () => void (await Promise.all([...sessions.values()].map(({ server }) => server.sendToolListChanged()))),
  };
}

function json(response: http.ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message } }));
}
