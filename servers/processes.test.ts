import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bundles, bundleEntries } from './bundleEntries.ts';
import { type DemoServerKey, demoServerKeys } from './demoServers.ts';
import { type Catalogue, readEntry } from './readCatalogue.ts';

let bundles: Bundles;
beforeAll(async () => {
  bundles = await bundleEntries(['servers/assistant.stdio.ts', 'servers/shop.stdio.ts', 'servers/catalogue.ts', 'servers/demo.utility.ts']);
}, 60_000);
afterAll(() => bundles.remove());

const run = promisify(execFile);
const catalogueText = async () => (await run(process.execPath, [bundles.program('catalogue')])).stdout;

/** JSON with sorted members, so that texts are equal exactly when the values are. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** Keeps every message that arrives, as it was on the wire. */
function keepMessages(transport: StdioClientTransport): JSONRPCMessage[] {
  const messages: JSONRPCMessage[] = [];
  const start = transport.start.bind(transport);
  transport.start = async () => {
    const { onmessage } = transport as Transport;
    transport.onmessage = (message: JSONRPCMessage) => {
      messages.push(message);
      onmessage?.(message);
    };
    await start();
  };
  return messages;
}

describe('the catalogue that is pinned at build time', () => {
  test('is the same, byte for byte, each time it is made', async () => {
    const [once, again] = [await catalogueText(), await catalogueText()];
    expect(again).toBe(once);
    expect(Object.keys(JSON.parse(once) as object)).toEqual([...demoServerKeys]);
  });

  test.each(demoServerKeys)('tells of %s exactly what the server itself tells a client over stdio', async (key) => {
    const catalogue = JSON.parse(await catalogueText()) as Catalogue;
    const transport = new StdioClientTransport({ command: process.execPath, args: [bundles.program(`${key}.stdio`)] });
    const messages = keepMessages(transport);
    const live = await readEntry(transport);
    expect(canonical(catalogue[key])).toBe(canonical(live));
    const listed = messages.map((message) => ('result' in message ? message.result : {})).find((result) => 'tools' in result);
    expect(canonical(catalogue[key].tools)).toBe(canonical(listed?.tools));
  });

  test('has the eight tools, each with title, annotations and a description on every field, three levels deep at most', async () => {
    const catalogue = JSON.parse(await catalogueText()) as Catalogue;
    expect(catalogue.assistant.tools.map(({ name }) => name)).toEqual(['get_weather', 'search_news', 'run_python', 'slow_report']);
    expect(catalogue.shop.tools.map(({ name }) => name)).toEqual(['create_order', 'get_alerts', 'get_metrics', 'search_commits']);
    expect([catalogue.assistant, catalogue.shop].map(({ era, version }) => [era, version])).toEqual([
      ['modern', '2026-07-28'],
      ['legacy', '2025-11-25'],
    ]);
    for (const tool of [...catalogue.assistant.tools, ...catalogue.shop.tools]) {
      expect(tool.title).toBeTruthy();
      expect(tool.description?.length).toBeGreaterThan(60);
      expect(tool.annotations?.readOnlyHint).toBe(tool.name !== 'create_order');
      for (const schema of [tool.inputSchema, tool.outputSchema ?? {}]) {
        const fields = fieldsOf(schema as Schema, 1);
        expect(fields.filter(({ described }) => !described)).toEqual([]);
        expect(Math.max(...fields.map(({ depth }) => depth), 0)).toBeLessThanOrEqual(3);
      }
    }
  });

  test('asks for the fields of the seed and no more', async () => {
    const { assistant, shop } = JSON.parse(await catalogueText()) as Catalogue;
    const required = [...assistant.tools, ...shop.tools].map(({ name, inputSchema }) => [name, inputSchema.required ?? []]);
    expect(Object.fromEntries(required)).toEqual({
      get_weather: ['city'],
      search_news: ['query'],
      run_python: ['code'],
      slow_report: [],
      create_order: ['customer', 'items', 'shipping_address'],
      get_alerts: ['time_range'],
      get_metrics: ['table', 'metric'],
      search_commits: ['keyword'],
    });
  });
});

interface Schema {
  readonly properties?: Record<string, Schema & { readonly description?: string }>;
  readonly items?: Schema & { readonly description?: string };
}
/** Every field below a schema with its depth; an array's element counts with the array. */
function fieldsOf(schema: Schema, depth: number): { name: string; depth: number; described: boolean }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    { name, depth, described: Boolean(field.description) },
    ...(field.items
      ? [{ name: `${name}[]`, depth, described: Boolean(field.items.description) }, ...fieldsOf(field.items, depth + 1)]
      : []),
    ...fieldsOf(field, depth + 1),
  ]);
}

describe('a demo server ends when stdin closes', () => {
  const started: ChildProcess[] = [];
  afterAll(() => started.forEach((child) => child.kill('SIGKILL')));

  /** Starts a server, sends lines, waits for an answer that contains `awaited`, and closes stdin. */
  async function lifetimeAfterClose(
    key: DemoServerKey,
    messages: readonly object[],
    awaited: string,
  ): Promise<{ ms: number; code: number | null }> {
    const child = spawn(process.execPath, [bundles.program(`${key}.stdio`)], { stdio: ['pipe', 'pipe', 'inherit'] });
    started.push(child);
    const exited = once(child, 'exit');
    for (const message of messages) child.stdin.write(`${JSON.stringify(message)}\n`);
    for await (const line of createInterface(child.stdout)) if (line.includes(awaited)) break;
    const began = performance.now();
    child.stdin.end();
    const [code] = (await exited) as [number | null];
    return { ms: performance.now() - began, code };
  }

  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };

  const slow = { name: 'slow_report', arguments: { seconds: 100, steps: 100 } };

  test('the assistant within a second, even while slow_report runs', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...slow, _meta: { ...meta, progressToken: 'p' } } };
    const { ms, code } = await lifetimeAfterClose('assistant', [call], 'notifications/progress');
    expect(code).toBe(0);
    expect(ms).toBeLessThan(1000);
  });

  test('the assistant within a second for an older client too', async () => {
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { ...slow, _meta: { progressToken: 'p' } } };
    const { ms, code } = await lifetimeAfterClose('assistant', [initialize, call], 'notifications/progress');
    expect(code).toBe(0);
    expect(ms).toBeLessThan(1000);
  });

  test('the shop within a second', async () => {
    const { ms, code } = await lifetimeAfterClose('shop', [initialize], '"protocolVersion"');
    expect(code).toBe(0);
    expect(ms).toBeLessThan(1000);
  });

  test('the utility entry says where it belongs when it is started as a program', async () => {
    const failure = run(process.execPath, [bundles.program('demo.utility')]);
    await expect(failure).rejects.toThrow('over stdio run assistant.stdio or shop.stdio');
  });
});
