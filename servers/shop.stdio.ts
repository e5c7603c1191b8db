import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createShopServer } from './shop.ts';

const server = createShopServer();
// This SDK's transport does not watch for the end of stdin itself.
process.stdin.once('end', () => {
  server.close().catch((error: unknown) => console.error('closing failed', error));
});
await server.connect(new StdioServerTransport());
