// A well-behaved server that keeps what it was sent, for tests that prove what was on the wire.
// RECORD_FILE: where every line of stdin goes, and RECORD_FILE.pid the process id. RECORDER_ERA=legacy: the older SDK instead of the newer.
// DEFS_FILE: a JSON array of tool definitions to serve in place of the built-in ones, read at every tools/list.
import { Server as OlderServer } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { type ListToolsResult, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { recordStdin } from './recorder/recording.ts';
import { callTool, definitionsNow, watchDefinitions } from './recorder/tools.ts';

const { RECORD_FILE, RECORDER_ERA, DEFS_FILE } = process.env;
const info = { name: 'recorder', version: '1.0.0' };
const capabilities = { tools: { listChanged: true } };

/** The part of both SDKs' servers that tells a client of changed tools. */
interface Listing {
  sendToolListChanged(): Promise<void>;
}

/** The file is watched for each server there is: a client that looks for the era may make and drop one first. */
function announceChanges(server: Listing): void {
  if (!DEFS_FILE) return;
  watchDefinitions(DEFS_FILE, () => {
    server.sendToolListChanged().catch((error: unknown) => console.error('no one to tell of changed tools:', String(error)));
  });
}

function createServer(): Server {
  const server = new Server(info, { capabilities });
  server.setRequestHandler('tools/list', () => ({ tools: definitionsNow(DEFS_FILE) as ListToolsResult['tools'] }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => ({
    content: [{ type: 'text', text: await callTool(params.name, params.arguments ?? {}, mcpReq.signal) }],
  }));
  announceChanges(server);
  return server;
}

async function serveOlder(): Promise<void> {
  const server = new OlderServer(info, { capabilities });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: definitionsNow(DEFS_FILE) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => ({
    content: [{ type: 'text', text: await callTool(params.name, params.arguments ?? {}, signal) }],
  }));
  process.stdin.once('end', () => {
    server.close().catch((error: unknown) => console.error('closing failed', error));
  });
  await server.connect(new StdioServerTransport());
  announceChanges(server);
}

if (RECORD_FILE) recordStdin(RECORD_FILE);
if (RECORDER_ERA === 'legacy') await serveOlder();
else serveStdio(createServer);
