import type { MessagePort } from 'node:worker_threads';
import { Client, InMemoryTransport, type Transport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { PortLike } from '../electron/mcp/portTransport.ts';
import { createAssistantServer } from './assistant.ts';
import { createShopServer } from './shop.ts';

/** A client as the app makes it: it finds the era by itself. */
export async function connect(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  return client;
}

/** A client of the assistant server in this process. */
export async function connectToAssistant(): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  serveStdio(createAssistantServer, { transport: theirs });
  return connect(ours);
}

/** A client of the shop server in this process. */
export async function connectToShop(now: () => Date): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await createShopServer(now).connect(theirs);
  return connect(ours);
}

/** Calls a tool and gives the text of its only block, and whether it is an error. */
export async function callForText(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<{ text: string; isError: boolean }> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [block] = content;
  if (content.length !== 1 || block?.type !== 'text') throw new Error(`expected one text block, got ${JSON.stringify(content)}`);
  return { text: block.text, isError: isError ?? false };
}

/** A port of Node with the events that Electron's ports have. */
export function electronPort(port: MessagePort): PortLike {
  return {
    postMessage: (message) => port.postMessage(message),
    on: (event: string, listener: (event: { data: unknown }) => void) => port.on(event as 'message', (data: unknown) => listener({ data })),
    start: () => port.start(),
    close: () => port.close(),
  };
}
