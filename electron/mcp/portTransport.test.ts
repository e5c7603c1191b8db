import { MessageChannel } from 'node:worker_threads';
import { Client, deserializeMessage } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { expect, test } from 'vitest';
import { createAssistantServer } from '../../servers/assistant.ts';
import { electronPort } from '../../servers/testClient.ts';
import { PortTransport } from './portTransport.ts';

test('CUS-1 a client and a modern server meet over one port, and a closed port ends both', async () => {
  const { port1, port2 } = new MessageChannel();
  serveStdio(createAssistantServer, { transport: new PortTransport(electronPort(port2), deserializeMessage) });
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  await client.connect(new PortTransport(electronPort(port1), deserializeMessage));
  expect(client.getProtocolEra()).toBe('modern');
  const { content } = await client.callTool({ name: 'run_python', arguments: { code: '6 * 7' } });
  expect(content).toEqual([{ type: 'text', text: '6 * 7 = 42' }]);
  port2.close();
  await closed;
});

test('a frame that is no JSON-RPC is an error, not a crash', async () => {
  const { port1, port2 } = new MessageChannel();
  const transport = new PortTransport(electronPort(port1), deserializeMessage);
  const errors: string[] = [];
  transport.onerror = (error) => errors.push(error.name);
  await transport.start();
  for (const bad of [{ jsonrpc: '2.0' }, 'not json', '{"jsonrpc":"1.0"}', '[]']) port2.postMessage(bad);
  await expect.poll(() => errors.length).toBe(4);
  await transport.close();
  await expect(transport.send({ jsonrpc: '2.0', method: 'x' })).rejects.toThrow('not open');
});
