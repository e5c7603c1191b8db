// A server with resources in both eras: many pages, templates with completion, several contents in one read, pictures, mislabelled
// files, addresses of other places, and changes. RECORD_FILE as in recorder.ts. LIBRARY_ERA=legacy: the older SDK instead of the newer.
// CHANGE_FILE: library://changing holds its text, and whoever watches it is told when it changes.
import { Server as OlderServer } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CompleteRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { complete, listPage, NotThere, readEntry, templates } from './library/shelf.ts';
import { watchDefinitions as watchFile } from './recorder/tools.ts';
import { recordStdin } from './recorder/recording.ts';

const { RECORD_FILE, LIBRARY_ERA, CHANGE_FILE } = process.env;
const info = { name: 'library', version: '1.0.0' };
const capabilities = { resources: { subscribe: true, listChanged: true }, completions: {} };
const changing = 'library://changing';

function announce(tell: (uri: string) => Promise<void>): void {
  if (!CHANGE_FILE) return;
  watchFile(CHANGE_FILE, () => {
    tell(changing).catch((error: unknown) => console.error('no one to tell of a change:', String(error)));
  });
}
/** The same refusal with the code of the era. */
function read(uri: string, code: number): ReturnType<typeof readEntry> {
  try {
    return readEntry(uri, CHANGE_FILE);
  } catch (error) {
    throw error instanceof NotThere ? Object.assign(new Error(error.message), { code }) : error;
  }
}

function createServer(): Server {
  const server = new Server(info, { capabilities });
  server.setRequestHandler('resources/list', ({ params }) => listPage(params?.cursor));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templates }));
  server.setRequestHandler('resources/read', ({ params }) => read(params.uri, -32602));
  server.setRequestHandler('completion/complete', ({ params }) => complete(params));
  announce((uri) => server.sendResourceUpdated({ uri }));
  return server;
}

async function serveOlder(): Promise<void> {
  const server = new OlderServer(info, { capabilities });
  const watched = new Set<string>();
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => listPage(params?.cursor));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: templates }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => read(params.uri, -32002));
  server.setRequestHandler(CompleteRequestSchema, ({ params }) => complete(params));
  server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
    watched.add(params.uri);
    return {};
  });
  process.stdin.once('end', () => {
    server.close().catch((error: unknown) => console.error('closing failed', error));
  });
  await server.connect(new StdioServerTransport());
  announce(async (uri) => {
    if (watched.has(uri)) await server.sendResourceUpdated({ uri });
  });
}

if (RECORD_FILE) recordStdin(RECORD_FILE);
if (LIBRARY_ERA === 'legacy') await serveOlder();
else serveStdio(createServer);
