// A server that logs while its one tool runs, one message of each level asked for. RECORD_FILE as in recorder.ts.
// TALKER_ERA=legacy: the older SDK instead of the newer.
import { Server as OlderServer } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { recordStdin } from './recorder/recording.ts';

const { RECORD_FILE, TALKER_ERA } = process.env;
const info = { name: 'talker', version: '1.0.0' };
const capabilities = { tools: {}, logging: {} };
const tools = [{ name: 'talk', description: 'Logs at two levels.', inputSchema: { type: 'object' as const } }];
const levels = ['info', 'error'] as const;
const answer = { content: [{ type: 'text' as const, text: 'said' }] };

function createServer(): Server {
  const server = new Server(info, { capabilities });
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', async (_request, { mcpReq }) => {
    for (const level of levels) await mcpReq.log(level, `an ${level}`);
    return answer;
  });
  return server;
}

async function serveOlder(): Promise<void> {
  const server = new OlderServer(info, { capabilities });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async () => {
    for (const level of levels) await server.sendLoggingMessage({ level, data: `an ${level}` });
    return answer;
  });
  process.stdin.once('end', () => {
    server.close().catch((error: unknown) => console.error('closing failed', error));
  });
  await server.connect(new StdioServerTransport());
}

if (RECORD_FILE) recordStdin(RECORD_FILE);
if (TALKER_ERA === 'legacy') await serveOlder();
else serveStdio(createServer);
