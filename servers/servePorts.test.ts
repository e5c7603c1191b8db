import { EventEmitter } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { deserializeMessage } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { PortTransport } from '../electron/mcp/portTransport.ts';
import { servePorts } from './servePorts.ts';
import { callForText, connect, electronPort } from './testClient.ts';

/** A parent process that hands over one port per message, and what it was told of errors. */
function utilityProcess() {
  const parent = new EventEmitter();
  const errors: unknown[] = [];
  servePorts(parent, (error) => errors.push(error));
  const hand = (data: unknown) => {
    const { port1, port2 } = new MessageChannel();
    parent.emit('message', { data, ports: [electronPort(port2)] });
    return { transport: new PortTransport(electronPort(port1), deserializeMessage), theirs: port2, ours: port1 };
  };
  return { parent, hand, errors };
}

test('one process serves both demo servers at once, each in its own era over its own port', async () => {
  const { hand, errors } = utilityProcess();
  const [assistant, shop] = await Promise.all([connect(hand('assistant').transport), connect(hand('shop').transport)]);
  expect([assistant.getProtocolEra(), shop.getProtocolEra()]).toEqual(['modern', 'legacy']);
  const [weather, commits] = await Promise.all([
    callForText(assistant, 'get_weather', { city: '成都' }),
    callForText(shop, 'search_commits', { keyword: 'orders table' }),
  ]);
  expect(weather.text).toBe('成都: 阴天, 20°C, 湿度75%');
  expect(commits.text).toContain('DROP INDEX');
  await Promise.all([assistant.close(), shop.close()]);
  expect(errors).toEqual([]);
});

test('a server whose port was closed can be opened again over a new one', async () => {
  const { hand } = utilityProcess();
  for (const round of [1, 2]) {
    const client = await connect(hand('shop').transport);
    expect((await callForText(client, 'get_alerts', { time_range: '3d' })).text, `round ${round}`).toMatch(/^15 alerts/);
    await client.close();
  }
});

test('closing the port aborts a slow_report that runs', async () => {
  const { hand } = utilityProcess();
  const { transport, theirs } = hand('assistant');
  const client = await connect(transport);
  const call = client.callTool({ name: 'slow_report', arguments: { seconds: 600, steps: 1 } });
  const ended = expect(call).rejects.toThrow('Connection closed');
  theirs.close();
  await ended;
});

test('a message without a port, or with a key that is none, is ignored', () => {
  const { parent, hand, errors } = utilityProcess();
  parent.emit('message', { data: 'assistant', ports: [] });
  for (const data of ['constructor', '', undefined, 3]) hand(data).ours.close();
  expect(errors).toEqual([]);
});
