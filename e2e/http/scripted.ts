import type http from 'node:http';
import type { Answer, HttpReceived } from './listening.ts';

export type Call = (response: http.ServerResponse, id: number, received: HttpReceived) => void;
/** A server of the older era without sessions that answers every call as `call` does. */
export const scripted =
  (call: Call): Answer =>
  (_request, response, received) => {
    const { method, body, rpc } = received;
    if (method !== 'POST') return void response.writeHead(405).end();
    const id = (JSON.parse(body) as { id?: number }).id;
    if (id === undefined) return void response.writeHead(202).end();
    if (rpc === 'server/discover') return void response.writeHead(400).end('no');
    if (rpc === 'initialize')
      return json(response, id, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } });
    if (rpc === 'tools/list') return json(response, id, { tools: [{ name: 'do', description: '', inputSchema: { type: 'object' } }] });
    call(response, id, received);
  };
export function json(response: http.ServerResponse, id: number, result: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}
export const answerOf = (id: number, text = 'fine') =>
  `data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } })}\n\n`;
export function stream(response: http.ServerResponse): http.ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' });
}
