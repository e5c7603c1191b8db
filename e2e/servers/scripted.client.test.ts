import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { callForText } from '../../servers/testClient.ts';
import { scriptedServers } from './scripted/scriptedServers.ts';

// What the fixture does, not what the app does about it: no title here begins with the id of a fault.
const { program } = scriptedServers();

async function connect(env: Record<string, string>): Promise<{ client: Client; changes: () => number }> {
  let count = 0;
  const onChanged = () => {
    count += 1;
  };
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: 'auto' }, listChanged: { tools: { onChanged, autoRefresh: false, debounceMs: 0 } } },
  );
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program()], env: { LIFE_MS: '20000', ...env } }));
  return { client, changes: () => count };
}

test.each([
  ['legacy', 'well'],
  ['modern', 'well'],
  ['legacy', 'banner'],
  ['modern', 'banner'],
])('a real client gets on with a %s server in mode %s', async (MODE_ERA, MODE) => {
  const { client } = await connect({ MODE, MODE_ERA });
  expect(client.getProtocolEra()).toBe(MODE_ERA);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo', 'calm']);
  expect(await callForText(client, 'echo', { text: 'hello' })).toEqual({ text: 'hello', isError: false });
  await client.close();
});

test.each(['legacy', 'modern'])('a real client hears of changed lists from a %s server', async (MODE_ERA) => {
  const { client, changes } = await connect({ MODE: 'list-changing', MODE_ERA });
  await client.request({ method: 'tools/list' });
  await expect.poll(changes, { timeout: 5000 }).toBe(1);
  await client.close();
});

test('a modern client goes round and round with a server that always asks for more', async () => {
  const { client } = await connect({ MODE: 'input-required-forever', MODE_ERA: 'modern' });
  const call = { name: 'echo', arguments: { text: 'x' } };
  const first = await client.callTool(call, { allowInputRequired: true });
  expect(first).toMatchObject({
    resultType: 'input_required',
    requestState: '1',
    inputRequests: { again: { method: 'elicitation/create' } },
  });
  await client.close();
});
