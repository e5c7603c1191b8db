// A server that asks its person for things while it works: forms, links, in a call and in a reading. The tool `ask` asks for exactly what its
// argument says: {"rounds": [{"key": elicitation params}, …], "required": [links of an error -32042]}.
// RECORD_FILE: where every line of stdin goes. INQUIRER_ERA=legacy: the older SDK, which pushes requests.
import { Server as OlderServer } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ElicitResultSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { type ListToolsResult, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { recordStdin } from './recorder/recording.ts';

type Params = Record<string, unknown>;
interface Plan {
  readonly rounds?: readonly Readonly<Record<string, Params>>[];
  readonly required?: readonly Params[];
  /** Milliseconds after which the server says that every required link is done, and of an unknown one before. */
  readonly completesAfter?: number;
}
const { RECORD_FILE, INQUIRER_ERA } = process.env;
const info = { name: 'inquirer', version: '1.0.0' };
const definitions = [
  {
    name: 'ask',
    description: 'Asks the person for what the plan says and returns the answers.',
    inputSchema: { type: 'object', properties: { plan: { type: 'string', description: 'JSON.' } }, required: ['plan'] },
  },
  { name: 'other', description: 'Asks for nothing.', inputSchema: { type: 'object', properties: {} } },
] as const;
const resource = { uri: 'inquirer://note', name: 'note', mimeType: 'text/plain' };
const readingForm = {
  message: 'Which part?',
  requestedSchema: { type: 'object', properties: { part: { type: 'string' } }, required: ['part'] },
};
const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
const planOf = (args: Params | undefined): Plan => JSON.parse(typeof args?.['plan'] === 'string' ? args['plan'] : '{}') as Plan;

function createServer(): Server {
  const server = new Server(info, { capabilities: { tools: {}, resources: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: [...definitions] as unknown as ListToolsResult['tools'] }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const { rounds = [] } = planOf(params.arguments);
    const state = JSON.parse(mcpReq.requestState<string>() ?? '[]') as unknown[];
    const answers = mcpReq.inputResponses ? [...state, mcpReq.inputResponses] : state;
    const next = rounds[answers.length];
    if (!next) return text(`answers: ${JSON.stringify(answers)}`);
    const inputRequests = Object.fromEntries(
      Object.entries(next).map(([key, more]) => [key, { method: 'elicitation/create', params: more }]),
    );
    return { resultType: 'input_required', inputRequests, requestState: JSON.stringify(answers) } as never;
  });
  server.setRequestHandler('resources/list', () => ({ resources: [resource] }));
  server.setRequestHandler('resources/read', ({ params }, { mcpReq }) => {
    const { inputResponses } = mcpReq;
    if (inputResponses) return { contents: [{ uri: params.uri, text: `note: ${JSON.stringify(inputResponses)}` }] };
    return { resultType: 'input_required', inputRequests: { part: { method: 'elicitation/create', params: readingForm } } } as never;
  });
  return server;
}

async function serveOlder(): Promise<void> {
  const server = new OlderServer(info, { capabilities: { tools: {}, resources: {} } });
  let isDone = false;
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...definitions] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { rounds = [], required, completesAfter } = planOf(params.arguments);
    if (required && !isDone) {
      isDone = true;
      if (completesAfter !== undefined) setTimeout(() => void complete(server, required), completesAfter);
      throw Object.assign(new Error('links first'), {
        code: -32042,
        data: { elicitations: required.map((one) => ({ mode: 'url', ...one })) },
      });
    }
    isDone = false;
    const answers: unknown[] = [];
    for (const round of rounds) {
      const asked = Object.entries(round).map(async ([key, more]) => {
        const request = { method: 'elicitation/create', params: more } as never;
        return [key, await server.request(request, ElicitResultSchema, { timeout: 600_000 })] as const;
      });
      answers.push(Object.fromEntries(await Promise.all(asked)));
    }
    return text(`answers: ${JSON.stringify(answers)}`);
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [resource] }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    const answer = await server.request({ method: 'elicitation/create', params: readingForm }, ElicitResultSchema, {
      timeout: 600_000,
    });
    return { contents: [{ uri: params.uri, text: `note: ${JSON.stringify({ part: answer })}` }] };
  });
  process.stdin.once('end', () => {
    server.close().catch((error: unknown) => console.error('closing failed', error));
  });
  await server.connect(new StdioServerTransport());
}
async function complete(server: OlderServer, links: readonly Params[]): Promise<void> {
  for (const elicitationId of ['nobody-knows-it', ...links.map((link) => link['elicitationId'])])
    await server.notification({ method: 'notifications/elicitation/complete', params: { elicitationId } });
}

if (RECORD_FILE) recordStdin(RECORD_FILE);
if (INQUIRER_ERA === 'legacy') await serveOlder();
else serveStdio(createServer);
