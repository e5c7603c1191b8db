import { deserializeMessage as deserializeOlder } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport as OlderTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { deserializeMessage } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type PortLike, PortTransport } from '../electron/mcp/portTransport.ts';
import { createAssistantServer } from './assistant.ts';
import { type DemoServerKey, isDemoServerKey } from './demoServers.ts';
import { createShopServer } from './shop.ts';

/** What a utility process gets from its parent: messages, each with the ports that were handed over. */
export interface ParentPortLike {
  on(event: 'message', listener: (event: { data: unknown; ports: readonly PortLike[] }) => void): unknown;
}

/**
 * Serves the demo servers to a parent process. The parent sends the key of a server with one port; a fresh instance then speaks MCP
 * over that port until it closes. Anything else that the parent sends is ignored.
 */
export function servePorts(parent: ParentPortLike, onError: (error: unknown) => void): void {
  parent.on('message', ({ data, ports: [port] }) => {
    if (port && isDemoServerKey(data)) serve[data](port, onError);
  });
}

const serve: Readonly<Record<DemoServerKey, (port: PortLike, onError: (error: unknown) => void) => void>> = {
  assistant: (port, onError) =>
    void serveStdio(createAssistantServer, { transport: new PortTransport(port, deserializeMessage), onerror: onError }),
  shop: (port, onError) => {
    // One transport serves both SDKs; their types differ only in how they write optional members.
    const transport = new PortTransport(port, deserializeOlder) as OlderTransport;
    createShopServer().connect(transport).catch(onError);
  },
};
