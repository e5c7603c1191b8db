import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Listening } from './http/listening.ts';
import { listenModern, listenSessionful, listenSse } from './http/mcpServers.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { makeFolder } from './paths.ts';

let model: ModelServer;
let folder: ReturnType<typeof makeFolder>;
let house: TestHost | undefined;
const servers: Listening[] = [];

async function open(mcpServers: Readonly<Record<string, unknown>>, environment: Readonly<Record<string, string>> = {}): Promise<TestHost> {
  folder = makeFolder(mcpServers);
  house = await openTestHost(folder.dir, {
    OPENAI_API_KEY: 'CANARY-KEY',
    OPENAI_BASE_URL: model.url,
    OPENAI_MODEL: 'scripted',
    ...environment,
  });
  return house;
}
const kept = <L extends Listening>(server: L): L => {
  servers.push(server);
  return server;
};
const stateOf = (h: TestHost, key = 'far') => h.state('servers', {}).find((s) => s.key === key)?.state;
const calls = (server: Listening) => server.received.filter((r) => r.rpc === 'tools/call');

beforeEach(async () => {
  model = await startModelServer();
});
afterEach(async () => {
  await house?.close();
  house = undefined;
  folder.remove();
  await model.close();
  for (const server of servers.splice(0)) await server.close();
});

const kinds = [
  ['modern', 'Streamable HTTP of the newer era', listenModern, { type: 'http' }],
  ['legacy', 'Streamable HTTP of the older era', listenSessionful, {}],
  ['legacy', 'SSE where the entry says http', listenSse, { type: 'http' }],
  ['legacy', 'SSE where the entry says so', listenSse, { type: 'sse' }],
  ['legacy', 'Streamable HTTP where the entry says sse', listenSessionful, { type: 'sse' }],
] as const;
for (const [era, title, start, entry] of kinds) {
  test(`I3 over ${title} nothing is sent before the review, and a call's bytes are those of the decision`, async () => {
    const server = kept(await start());
    const h = await open({ far: { ...entry, url: server.url } });
    const review = await h.waiting('server-trust');
    expect(review).toMatchObject({ command: server.url, place: { kind: 'remote', host: `127.0.0.1:${server.port}` }, dangers: [] });
    expect(server.received).toEqual([]);
    await h.admit('far');
    expect(stateOf(h)).toMatchObject({ status: 'ready', era });
    model.script([{ calls: [{ name: 'far__echo', arguments: { text: '你好' } }] }, { text: 'ok' }]);
    await h.send('echo');
    const call = await h.waiting('tool-call');
    expect(calls(server)).toEqual([]);
    await h.answer(call, 'allow');
    await h.ended();
    expect(h.calls('chat-1')[0]).toMatchObject({ status: 'done' });
    expect(calls(server)).toHaveLength(1);
    expect(calls(server)[0]?.body).toContain(`"arguments":${call.argumentsText}`);
    expect(calls(server)[0]?.body).not.toContain('permit');
  });
}

test('UC1 a restarted server that has forgotten the session gets a new initialise without its id, and the next call works', async () => {
  const server = kept(await listenSessionful({ get: false }));
  const h = await open({ far: { url: server.url } });
  await h.admit('far');
  server.forget();
  model.script((_request, index) => (index % 2 === 0 ? { calls: [{ name: 'far__add', arguments: { a: index, b: 1 } }] } : { text: 'ok' }));
  await h.send('add');
  await h.answer(await h.waiting('tool-call'), 'allow');
  await h.ended();
  expect(h.calls('chat-1')[0]?.status).toBe('not-sent');
  await until(() => server.sessions().length === 1 && stateOf(h)?.status === 'ready', 'a new session');
  const second = server.received.filter((r) => r.rpc === 'initialize')[1];
  expect(second?.headers['mcp-session-id']).toBeUndefined();
  await h.send('add');
  await h.answer(await h.waiting('tool-call'), 'allow');
  await h.ended();
  expect(h.calls('chat-1')[0]?.status).toBe('done');
});

test('UC1 a lost session is noticed when the silent stream breaks, before any call fails', async () => {
  const server = kept(await listenSessionful());
  const h = await open({ far: { url: server.url } });
  await h.admit('far');
  await until(() => server.received.some((r) => r.method === 'GET'), 'the stream');
  server.forget();
  await until(() => server.sessions().length === 1 && stateOf(h)?.status === 'ready', 'a new session');
});

test('UC9 every page of the list is read, in both eras', async () => {
  const tools = () => Array.from({ length: 23 }, (_, i) => ({ name: `t${i}`, description: '', inputSchema: { type: 'object' } }));
  const [modern, older] = [kept(await listenModern({ tools, pageSize: 5 })), kept(await listenSessionful({ tools, pageSize: 5 }))];
  const h = await open({ far: { url: modern.url }, old: { url: older.url } });
  await h.admit('far');
  await h.admit('old');
  expect(
    h
      .state('servers', {})
      .filter((s) => !s.bundled)
      .map((s) => s.tools.length),
  ).toEqual([23, 23]);
});

test('UC8 a list that changes is read again over HTTP, in both eras and over SSE', async () => {
  let names = ['one'];
  const tools = () => names.map((name) => ({ name, description: '', inputSchema: { type: 'object' } }));
  const started = {
    far: kept(await listenModern({ tools })),
    old: kept(await listenSessionful({ tools })),
    sse: kept(await listenSse({ tools })),
  };
  const h = await open(Object.fromEntries(Object.entries(started).map(([key, { url }]) => [key, { url }])));
  for (const key of Object.keys(started)) await h.admit(key);
  await until(() => started.old.received.some((r) => r.method === 'GET'), 'the stream of the older era');
  names = ['one', 'two'];
  for (const [key, server] of Object.entries(started)) {
    await server.toolsChanged();
    expect(await h.waiting('tools', `"serverKey":"${key}"`)).toMatchObject({ change: 'changed', tools: [{ name: 'two', change: 'new' }] });
  }
});

test('HTTP-6 leaving ends the session on the server', async () => {
  const server = kept(await listenSessionful());
  const h = await open({ far: { url: server.url } });
  await h.admit('far');
  expect(server.sessions()).toHaveLength(1);
  await h.chat.request('server.setDisabled', { key: 'far', disabled: true });
  await until(() => server.sessions().length === 0 && stateOf(h)?.status === 'off', 'the session to end');
  expect(server.received.at(-1)?.method).toBe('DELETE');
});

test('a broken SSE stream begins a new session by itself', async () => {
  const server = kept(await listenSse());
  const h = await open({ far: { type: 'sse', url: server.url } });
  await h.admit('far');
  server.drop();
  await until(() => server.received.filter((r) => r.rpc === 'initialize').length === 2 && stateOf(h)?.status === 'ready', 'a new session');
});

test('HTTP-3 the newer era gets arguments in headers too where the tool wants it, and a tool that wants it wrongly is named and left out', async () => {
  const properties = {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    n: { type: 'integer', 'x-mcp-header': 'N' },
    free: { type: 'string' },
  };
  const tools = () => [
    { name: 'query', description: '', inputSchema: { type: 'object', properties } },
    {
      name: 'wrong',
      description: '',
      inputSchema: { type: 'object', properties: { a: { type: 'array', items: { 'x-mcp-header': 'A', type: 'string' } } } },
    },
  ];
  const server = kept(await listenModern({ tools }));
  const h = await open({ far: { url: server.url } });
  await h.admit('far');
  expect(
    h
      .state('servers', {})
      .find((s) => s.key === 'far')
      ?.tools.map((t) => [t.name, t.unusable]),
  ).toEqual([
    ['query', undefined],
    ['wrong', 'x-mcp-header at a is not on a plain property'],
  ]);
  model.script([{ calls: [{ name: 'far__query', arguments: { region: '北京', n: 7, free: 'x' } }] }, { text: 'ok' }]);
  await h.send('query');
  await h.answer(await h.waiting('tool-call'), 'allow');
  await h.ended();
  expect(h.calls('chat-1')[0]?.status).toBe('done');
  const { headers = {} } = calls(server)[0] ?? {};
  expect(headers['mcp-param-region']).toBe(`=?base64?${Buffer.from('北京').toString('base64')}?=`);
  expect(headers['mcp-param-n']).toBe('7');
  expect(headers['mcp-name']).toBe('query');
  expect(Object.keys(headers).filter((name) => name.startsWith('mcp-param-'))).toHaveLength(2);
});

test('SUB-5 the subscription of the newer era is opened again after a restart of the server, and what was missed is read', async () => {
  let names = ['one'];
  const tools = () => names.map((name) => ({ name, description: '', inputSchema: { type: 'object' } }));
  const first = await listenModern({ tools });
  const h = await open({ far: { url: first.url } });
  await h.admit('far');
  await first.close();
  names = ['one', 'two'];
  const second = kept(await listenModern({ tools, port: first.port }));
  expect(await h.waiting('tools')).toMatchObject({ change: 'changed', tools: [{ name: 'two', change: 'new' }] });
  expect(second.received.some((r) => r.rpc === 'subscriptions/listen')).toBe(true);
  expect(second.received.some((r) => r.rpc === 'initialize')).toBe(false);
});
