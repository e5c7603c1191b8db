// COUNT servers over HTTP in this one process, each answering after DELAY_MS; PORTS of an earlier run as JSON gives them the same addresses.
// Prints its ports as JSON, and ends with its stdin.
import http from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

const { COUNT = '1', DELAY_MS = '0', PORTS = '[]' } = process.env;
const wanted = JSON.parse(PORTS);
const tool = { name: 'add', description: 'Adds two numbers.', inputSchema: { type: 'object', properties: { a: { type: 'number' } } } };

function createServer() {
  const server = new Server({ name: 'remote', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: [tool] }));
  server.setRequestHandler('tools/call', () => ({ content: [{ type: 'text', text: '1' }] }));
  return server;
}
async function serve(handler, request, response) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  await sleep(Number(DELAY_MS));
  const body = request.method === 'POST' ? { body: Buffer.concat(pieces) } : {};
  const asked = new Request(`http://127.0.0.1${request.url}`, { method: request.method, headers: request.headers, ...body });
  const answer = await handler.fetch(asked);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body)
    Readable.fromWeb(answer.body)
      .on('error', () => response.destroy())
      .pipe(response);
  else response.end();
}
async function listen(port) {
  const handler = createMcpHandler(createServer, { legacy: 'reject' });
  const server = http.createServer((request, response) => void serve(handler, request, response).catch(() => response.destroy()));
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server.address().port;
}

const ports = await Promise.all(Array.from({ length: Number(COUNT) }, (_, n) => listen(wanted[n] ?? 0)));
console.log(JSON.stringify(ports));
process.stdin.on('end', () => process.exit(0)).resume();
