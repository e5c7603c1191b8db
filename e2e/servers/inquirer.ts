// A server that asks its person for things while it works: forms, links, in a call and in a reading. The tool `ask` asks for exactly what its
// argument says: {"rounds": [{"key": elicitation params}, …], "required": [links of an error -32042]}. The prompt `letter` asks for a name.
// RECORD_FILE: where every line of stdin goes. INQUIRER_ERA=legacy: the older SDK, which pushes requests.
import { Server as OlderServer } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ElicitResultSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
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
  /** Milliseconds after which the server says of an unknown link that it is done. */
  readonly unknownAfter?: number;
  /** Milliseconds that the older server works on after its last round, before it answers. */
  readonly holds?: number;
  /** Milliseconds into that work after which it says that the links of its rounds are done. */
  readonly doneAfter?: number;
  /** Does not tell in its result what it was told. */
  readonly quiet?: boolean;
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
const prompt = { name: 'letter', description: 'A letter to somebody.' };
const promptForm = {
  message: 'To whom?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};
const letterTo = (answer: unknown) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: `Write to ${JSON.stringify(answer)}` } }],
});
const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
const planOf = (args: Params | undefined): Plan => JSON.parse(typeof args?.['plan'] === 'string' ? args['plan'] : '{}') as Plan;

function createServer(): Server {
  const server = new Server(info, { capabilities: { tools: {}, resources: {}, prompts: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: [...definitions] as unknown as ListToolsResult['tools'] }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const { rounds = [], quiet } = planOf(params.arguments);
    const state = JSON.parse(mcpReq.requestState<string>() ?? '[]') as unknown[];
    const answers = mcpReq.inputResponses ? [...state, mcpReq.inputResponses] : state;
    const next = rounds[answers.length];
    if (!next) return text(quiet ? 'thanks' : `answers: ${JSON.stringify(answers)}`);
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
  server.setRequestHandler('prompts/list', () => ({ prompts: [prompt] }));
  server.setRequestHandler('prompts/get', (_request, { mcpReq }) => {
    if (mcpReq.inputResponses) return letterTo(mcpReq.inputResponses['name']);
    return { resultType: 'input_required', inputRequests: { name: { method: 'elicitation/create', params: promptForm } } } as never;
  });
  return server;
}

async function serveOlder(): Promise<void> {
  const server = new OlderServer(info, { capabilities: { tools: {}, resources: {}, prompts: {} } });
  let isDone = false;
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...definitions] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { rounds = [], required, completesAfter, unknownAfter, holds = 0, doneAfter, quiet } = planOf(params.arguments);
    if (required && !isDone) {
      isDone = true;
      if (unknownAfter !== undefined) setTimeout(() => void complete(server, []), unknownAfter);
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
    const links = rounds.flatMap((round) => Object.values(round));
    if (doneAfter !== undefined) setTimeout(() => void complete(server, links), doneAfter);
    if (holds > 0) await new Promise((resolve) => setTimeout(resolve, holds));
    return text(quiet ? 'thanks' : `answers: ${JSON.stringify(answers)}`);
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [prompt] }));
  server.setRequestHandler(GetPromptRequestSchema, async () =>
    letterTo(await server.request({ method: 'elicitation/create', params: promptForm }, ElicitResultSchema, { timeout: 600_000 })),
  );
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
