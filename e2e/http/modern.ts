import type http from 'node:http';
import type { Answer, HttpReceived } from './listening.ts';

type Json = Readonly<Record<string, unknown>>;
export interface ModernAsk {
  readonly id: number | string;
  readonly method: string;
  readonly params: Json;
  readonly received: HttpReceived;
}
/** What one request is answered with: a result, an error (over HTTP 400), or nothing at all (`undefined`). */
export type ModernReply = { readonly result: Json } | { readonly error: { code: number; message: string; data?: unknown } } | undefined;

export const version = '2026-07-28';
export const plainTool = { name: 'do', description: 'Does it.', inputSchema: { type: 'object', properties: {} } };

/** A server of the newer era by hand, so that a test may answer as no library would. Whatever `reply` leaves to it is answered well. */
export const modern =
  (
    reply: (ask: ModernAsk) => ModernReply | 'well',
    tools: () => readonly Json[] = () => [plainTool],
    capabilities: Json = { tools: {} },
  ): Answer =>
  (_request, response, received) => {
    if (received.method !== 'POST') return void response.writeHead(405).end();
    const { id, method, params = {} } = JSON.parse(received.body) as { id?: number | string; method: string; params?: Json };
    if (id === undefined) return void response.writeHead(202).end();
    const given = reply({ id, method, params, received });
    if (given === undefined) return;
    if (given !== 'well') return send(response, id, given);
    switch (method) {
      case 'server/discover':
        return send(response, id, {
          result: { resultType: 'complete', supportedVersions: [version], capabilities, ttlMs: 0, cacheScope: 'private' },
        });
      case 'tools/list':
        return send(response, id, { result: { resultType: 'complete', tools: tools(), ttlMs: 0, cacheScope: 'private' } });
      case 'tools/call':
        return send(response, id, { result: { resultType: 'complete', content: [{ type: 'text', text: 'fine' }] } });
      default:
        return send(response, id, { error: { code: -32601, message: 'Method not found' } });
    }
  };

function send(response: http.ServerResponse, id: number | string, reply: NonNullable<ModernReply>): void {
  response.writeHead('error' in reply ? 400 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
}
