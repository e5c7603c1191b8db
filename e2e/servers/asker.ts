// A server that asks its host for things while a call runs: a model's answer, the folders it may use, or more and more.
// RECORD_FILE: where every line of stdin goes. ASKER_ERA=legacy: the older SDK, which pushes requests, instead of the newer one's rounds.
import { Server as OlderServer } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  CreateMessageResultWithToolsSchema,
  ListRootsResultSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { type ListToolsResult, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { afterAnswer, definitions, samplingParams, state, textOf, toolParams, type Arguments } from './asker/tools.ts';
import { recordStdin } from './recorder/recording.ts';

const { RECORD_FILE, ASKER_ERA } = process.env;
const info = { name: 'asker', version: '1.0.0' };
const answer = (text: string) => ({ content: [{ type: 'text' as const, text }] });

/** What one round asks for, by tool; undefined when a tool asks for nothing. */
function wishes(name: string, args: Arguments): Record<string, { method: string; params?: unknown }> {
  const sampling = { method: 'sampling/createMessage', params: samplingParams(args) };
  switch (name) {
    case 'ask_model':
      return { answer: sampling };
    case 'list_folders':
      return { folders: { method: 'roots/list' } };
    case 'ask_both':
      return { answer: sampling, folders: { method: 'roots/list' } };
    case 'ask_form':
      return { form: { method: 'elicitation/create', params: { message: 'who?', requestedSchema: { type: 'object', properties: {} } } } };
    default:
      return {};
  }
}

function createServer(): Server {
  const server = new Server(info, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: [...definitions] as unknown as ListToolsResult['tools'] }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const args: Arguments = params.arguments ?? {};
    const given = mcpReq.requestState<string>();
    const { inputResponses } = mcpReq;
    if (params.name === 'loop') {
      const round = given === undefined ? 0 : Number(given.split(' ', 1)[0]);
      return round >= Number(args.rounds) ? answer(`rounds: ${round}`) : { resultType: 'input_required', requestState: state(round + 1) };
    }
    if (params.name === 'use_tools') return toolRound(args, given, inputResponses);
    if (params.name === 'heavy') return { resultType: 'input_required', requestState: 'x'.repeat(70_000) };
    if (inputResponses) return answer(`${given === state(7) ? '' : 'wrong state! '}${textOf(inputResponses)}`);
    const inputRequests = wishes(params.name, args);
    return Object.keys(inputRequests).length === 0
      ? answer('nothing asked')
      : ({ resultType: 'input_required', inputRequests, requestState: state(7) } as never);
  });
  return server;
}

/** One round of `use_tools`: what was said so far is the state. */
function toolRound(args: Arguments, given: string | undefined, inputResponses: Readonly<Record<string, unknown>> | undefined) {
  const ask = (params: Record<string, unknown>) =>
    ({
      resultType: 'input_required',
      inputRequests: { answer: { method: 'sampling/createMessage', params } },
      requestState: JSON.stringify(params['messages']),
    }) as never;
  if (!inputResponses || given === undefined) return ask(toolParams(args));
  const { messages, isDone } = afterAnswer(JSON.parse(given) as unknown[], inputResponses['answer']);
  return isDone ? answer(JSON.stringify(messages)) : ask(toolParams(args, messages));
}

async function serveOlder(): Promise<void> {
  const server = new OlderServer(info, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...definitions] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    if (params.name === 'use_tools') return useTools(server, params.arguments ?? {});
    const asked = Object.entries(wishes(params.name, params.arguments ?? {}));
    const answers = await Promise.all(
      asked.map(async ([key, { method, params: more }]) => {
        const schema = method === 'roots/list' ? ListRootsResultSchema : CreateMessageResultWithToolsSchema;
        return [key, await server.request({ method, params: more } as never, schema, { timeout: 600_000 })] as const;
      }),
    );
    return answer(asked.length === 0 ? 'nothing asked' : textOf(Object.fromEntries(answers)));
  });
  process.stdin.once('end', () => {
    server.close().catch((error: unknown) => console.error('closing failed', error));
  });
  await server.connect(new StdioServerTransport());
}

async function useTools(server: OlderServer, args: Arguments) {
  for (let params = toolParams(args); ; ) {
    const request = { method: 'sampling/createMessage', params } as never;
    const said = await server.request(request, CreateMessageResultWithToolsSchema, { timeout: 600_000 });
    const { messages, isDone } = afterAnswer(params['messages'] as unknown[], said);
    if (isDone) return answer(JSON.stringify(messages));
    params = toolParams(args, messages);
  }
}

if (RECORD_FILE) recordStdin(RECORD_FILE);
if (ASKER_ERA === 'legacy') await serveOlder();
else serveStdio(createServer);
