import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Bundles, bundleEntries } from '../../servers/bundleEntries.ts';
import { callForText } from '../../servers/testClient.ts';
import { StartedServer } from './scripted/startedServer.ts';

let bundles: Bundles;
let folder: string;
beforeAll(async () => {
  bundles = await bundleEntries(['e2e/servers/recorder.ts']);
}, 60_000);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'steward-recorder-'));
  return () => rmSync(folder, { recursive: true, force: true });
});
afterAll(() => bundles.remove());

/** A client that finds the era by itself and counts how often it was told of changed tools. */
async function connect(env: Record<string, string>): Promise<{ client: Client; changes: () => number }> {
  let count = 0;
  const onChanged = () => {
    count += 1;
  };
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: 'auto' }, listChanged: { tools: { onChanged, autoRefresh: false } } },
  );
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [bundles.program('recorder')], env }));
  return { client, changes: () => count };
}

describe.each([
  ['modern', {}],
  ['legacy', { RECORDER_ERA: 'legacy' }],
] as const)('the recorder in the %s era', (era, env) => {
  test('serves its four tools', async () => {
    const { client } = await connect(env);
    expect(client.getProtocolEra()).toBe(era);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo', 'add', 'nested', 'slow']);
    expect(await callForText(client, 'echo', { text: '你好' })).toEqual({ text: '你好', isError: false });
    expect(await callForText(client, 'add', { a: 2, b: 3 })).toEqual({ text: '5', isError: false });
    const order = { customer: { name: 'Ann', phone: '1' }, items: [{ product_id: 'P1', quantity: 1, unit_price: 2.5 }] };
    expect(JSON.parse((await callForText(client, 'nested', order)).text)).toEqual(order);
    expect((await callForText(client, 'slow', { ms: 10 })).text).toBe('waited 10 ms');
    await client.close();
  });

  test('serves the definitions in a file as they are now, and tells when they change', async () => {
    const DEFS_FILE = path.join(folder, 'defs.json');
    const define = (...names: string[]) =>
      writeFileSync(DEFS_FILE, JSON.stringify(names.map((name) => ({ name, inputSchema: { type: 'object' } }))));
    define('first');
    const { client, changes } = await connect({ ...env, DEFS_FILE });
    const names = async () => (await client.request({ method: 'tools/list' })).tools.map(({ name }) => name);
    expect(await names()).toEqual(['first']);
    expect((await callForText(client, 'first', { any: ['thing'] })).text).toBe('{"any":["thing"]}');
    define('first', 'second');
    expect(await names()).toEqual(['first', 'second']);
    await expect.poll(changes, { timeout: 5000 }).toBe(1);
    rmSync(DEFS_FILE);
    await expect.poll(changes, { timeout: 5000 }).toBe(2);
    expect(await names()).toContain('echo');
    await client.close();
  });

  test('keeps every line of stdin byte for byte, and its process id', async () => {
    const RECORD_FILE = path.join(folder, 'record');
    const server = new StartedServer(bundles.program('recorder'), { ...env, RECORD_FILE });
    const lines = [
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n',
      '{"jsonrpc": "2.0",  "id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"\\u4f60 你 🌍","n":1.0}}}\r\n',
      '\n',
      'no JSON\n',
    ];
    server.child.stdin.write(lines.join(''));
    await expect.poll(() => server.answersTo(2).length, { timeout: 5000 }).toBe(1);
    expect(readFileSync(RECORD_FILE, 'utf8')).toBe(lines.join(''));
    expect(readFileSync(`${RECORD_FILE}.pid`, 'utf8')).toBe(String(server.child.pid));
    server.child.stdin.end('half a li');
    expect((await server.exited).code).toBe(0);
    expect(readFileSync(RECORD_FILE, 'utf8')).toBe(`${lines.join('')}half a li`);
  });

  test('ends when stdin closes although slow runs', async () => {
    const server = new StartedServer(bundles.program('recorder'), env);
    server.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } });
    const slow = server.ask('tools/call', { name: 'slow', arguments: { ms: 60_000 } });
    const echo = server.ask('tools/call', { name: 'echo', arguments: { text: 'x' } });
    await expect.poll(() => server.answersTo(echo).length, { timeout: 5000 }).toBe(1);
    server.child.stdin.end();
    expect((await server.exited).code).toBe(0);
    expect(server.answersTo(slow)).toEqual([]);
  });
});

test('a cancelled slow call ends at once', async () => {
  const { client } = await connect({});
  const signal = AbortSignal.timeout(100);
  await expect(client.callTool({ name: 'slow', arguments: { ms: 60_000 } }, { signal })).rejects.toThrow();
  expect((await callForText(client, 'echo', { text: 'alive' })).text).toBe('alive');
  await client.close();
});
