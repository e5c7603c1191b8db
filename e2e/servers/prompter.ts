// A server with prompts in both eras: two pages, odd names, every kind of content, completion with context, faults and changes of its list.
// RECORD_FILE as in recorder.ts. PROMPTER_ERA=legacy: the older SDK instead of the newer. CHANGE_FILE: the list changes when it is written.
import { Server as OlderServer } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CompleteRequestSchema, GetPromptRequestSchema, ListPromptsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { complete, listPage, makePrompt } from './prompter/prompts.ts';
import { recordStdin } from './recorder/recording.ts';
import { watchDefinitions as watchFile } from './recorder/tools.ts';

const { RECORD_FILE, PROMPTER_ERA, CHANGE_FILE } = process.env;
const info = { name: 'prompter', version: '1.0.0' };
const capabilities = { prompts: { listChanged: true }, completions: {} };
/** What it answers is meant to be odd: it is no result of the types. */
const odd = (result: unknown) => result as never;

function announce(tell: () => Promise<void>): void {
  if (!CHANGE_FILE) return;
  watchFile(CHANGE_FILE, () => {
    tell().catch((error: unknown) => console.error('no one to tell of a change:', String(error)));
  });
}

function createServer(): Server {
  const server = new Server(info, { capabilities });
  server.setRequestHandler('prompts/list', ({ params }) => odd(listPage(params?.cursor, CHANGE_FILE)));
  server.setRequestHandler('prompts/get', async ({ params }) => odd(await makePrompt(params.name, params.arguments)));
  server.setRequestHandler('completion/complete', ({ params }) => complete(params));
  announce(() => server.sendPromptListChanged());
  return server;
}

async function serveOlder(): Promise<void> {
  const server = new OlderServer(info, { capabilities });
  server.setRequestHandler(ListPromptsRequestSchema, ({ params }) => odd(listPage(params?.cursor, CHANGE_FILE)));
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => odd(await makePrompt(params.name, params.arguments)));
  server.setRequestHandler(CompleteRequestSchema, ({ params }) => complete(params));
  process.stdin.once('end', () => {
    server.close().catch((error: unknown) => console.error('closing failed', error));
  });
  await server.connect(new StdioServerTransport());
  announce(() => server.sendPromptListChanged());
}

if (RECORD_FILE) recordStdin(RECORD_FILE);
if (PROMPTER_ERA === 'legacy') await serveOlder();
else serveStdio(createServer);
