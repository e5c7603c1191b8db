import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { hostInfo } from '../electron/mcp/hostClient.ts';
import { defaultLimits } from '../electron/mcp/limits.ts';
import { until, type TestHost } from './harness.ts';
import type { HttpReceived } from './http/listening.ts';
import { listenModern, listenSessionful } from './http/mcpServers.ts';
import { modern, plainTool, version } from './http/modern.ts';
import { OneServer, stateOf } from './http/oneServer.ts';
import { json, scripted } from './http/scripted.ts';

const one = new OneServer();
afterEach(() => one.close());
const count = (server: { readonly received: readonly HttpReceived[] }, rpc: string): number =>
  server.received.filter((r) => r.rpc === rpc).length;
const paramsOf = (received: HttpReceived | undefined) =>
  (JSON.parse(received?.body ?? '{}') as { params: Record<string, Record<string, unknown>> }).params;
const protocolOf = (h: TestHost) => h.state('servers', {}).find((s) => s.key === 'far')?.protocol;
const limits = { ...defaultLimits, pingMs: 300, backoffMs: 50, probeMs: 800 };
/** The machine may be busy. */
const slowly = { timeout: 90_000 };

test('LIF-1 LIF-2 LIF-3 HTTP-1 HTTP-8 the older era begins with its handshake, then speaks in the version agreed on', slowly, async () => {
  const server = await listenSessionful();
  const h = await one.admit({ url: server.url });
  await until(() => server.received.some((r) => r.method === 'GET'), 'the silent stream');
  const posts = server.received.filter((r) => r.method === 'POST' && r.rpc !== 'server/discover');
  expect(posts.slice(0, 2).map((r) => r.rpc)).toEqual(['initialize', 'notifications/initialized']);
  expect(paramsOf(posts[0])).toMatchObject({ protocolVersion: '2025-11-25', clientInfo: { name: hostInfo.name, title: hostInfo.title } });
  expect(posts.slice(1).every((r) => r.headers['mcp-protocol-version'] === '2025-11-25')).toBe(true);
  expect(posts.every((r) => /application\/json/.test(r.headers.accept ?? '') && /text\/event-stream/.test(r.headers.accept ?? ''))).toBe(
    true,
  );
  expect(server.received.some((r) => r.method === 'GET')).toBe(true);
  expect(stateOf(h)).toMatchObject({ status: 'ready', era: 'legacy', version: '2025-11-25' });
  await one.close();
  await server.close();
});

test(
  'LIF-4 HTTP-2 in the newer era each request says version, identity and abilities, in its body and in its headers',
  slowly,
  async () => {
    const server = await listenModern();
    await one.admit({ url: server.url });
    one.model.script([{ calls: [{ name: 'far__echo', arguments: { text: 'x' } }] }, { text: 'ok' }]);
    const requests = server.received.filter((r) => r.method === 'POST' && r.rpc);
    expect(requests.length).toBeGreaterThan(1);
    for (const request of requests) {
      const meta = paramsOf(request)._meta;
      expect(meta?.['io.modelcontextprotocol/protocolVersion']).toBe(version);
      expect(meta?.['io.modelcontextprotocol/clientCapabilities']).toEqual({});
      expect(meta?.['io.modelcontextprotocol/clientInfo']).toMatchObject({ name: hostInfo.name });
      expect(request.headers['mcp-protocol-version']).toBe(version);
      expect(request.headers['mcp-method']).toBe(request.rpc);
    }
    await one.close();
    await server.close();
  },
);

test('LIF-5 LIF-6 a refusal of the newer question leads to the older handshake, and a modern refusal does not', slowly, async () => {
  const older = await one.start(scripted((response, id) => json(response, id, { content: [] })));
  const first = await one.open({ url: older.url });
  await until(() => stateOf(first)?.status === 'ready', 'the older server');
  expect(
    older.received
      .filter((r) => r.method === 'POST')
      .map((r) => r.rpc)
      .slice(0, 2),
  ).toEqual(['server/discover', 'initialize']);
  const other = await one.start(
    modern(() => ({
      error: { code: -32022, message: 'Unsupported protocol version', data: { supported: ['2099-01-01'], requested: version } },
    })),
  );
  const second = await one.open({ url: other.url });
  const state = await until(() => {
    const now = stateOf(second);
    return now !== undefined && 'problem' in now && now;
  }, 'the refusal');
  expect(JSON.stringify(state)).toContain('2099-01-01');
  expect(count(other, 'initialize')).toBe(0);
});

for (const era of ['legacy', 'modern'] as const) {
  test(
    `LIF-16 a quiet server that no longer answers is connected to anew, and one that answers with an error is well (${era})`,
    slowly,
    async () => {
      let mode: 'error' | 'silent' | 'well' = 'error';
      const [rpc, start] = era === 'legacy' ? ['ping', 'initialize'] : ['server/discover', 'server/discover'];
      let isUp = false;
      const answer =
        era === 'modern'
          ? modern(({ method }) => {
              if (method !== 'server/discover' || !isUp || mode === 'well') return 'well';
              return mode === 'error' ? { error: { code: -32601, message: 'no' } } : undefined;
            })
          : scripted((response, id, { rpc: asked }) => {
              if (asked !== 'ping' || mode === 'well') return json(response, id, {});
              if (mode === 'error')
                response
                  .writeHead(200, { 'content-type': 'application/json' })
                  .end(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"no"}}`);
            });
      const server = await one.start(answer);
      const h = await one.admit({ url: server.url }, {}, { limits });
      isUp = true;
      await h.chat.request('settings.change', { change: { healthCheckSeconds: 1 } });
      const seen = await until(() => protocolOf(h)?.health, 'a first look', 30_000);
      expect(seen).toMatchObject({ isWell: true, how: era === 'legacy' ? 'ping' : 'discover', detail: 'error -32601' });
      const starts = count(server, start);
      mode = 'silent';
      const problem = await until(
        () => {
          const state = stateOf(h);
          return state && 'problem' in state && state.problem;
        },
        'its silence to be noticed',
        30_000,
      );
      expect(problem.code).toBe('not-responding');
      mode = 'well';
      await until(() => stateOf(h)?.status === 'ready', 'a new connection');
      expect(count(server, start)).toBeGreaterThan(starts);
      expect(count(server, rpc)).toBeGreaterThan(2);
    },
  );
}

test('LIF-16 nothing is asked while a call runs, however long it is silent, and nothing at all when the check is off', slowly, async () => {
  let release = (): void => undefined;
  const server = await one.start(
    scripted((response, id, { rpc }) => {
      if (rpc === 'ping') return json(response, id, {});
      release = () => json(response, id, { content: [{ type: 'text', text: 'slow' }] });
    }),
  );
  const h = await one.admit({ url: server.url }, {}, { limits });
  await h.chat.request('settings.change', { change: { healthCheckSeconds: 1 } });
  const call = one.callDo();
  await until(() => count(server, 'tools/call') === 1, 'the call');
  const before = count(server, 'ping');
  await sleep(2500);
  expect(count(server, 'ping') - before).toBeLessThanOrEqual(1); // one may have been on its way
  release();
  expect(await call).toMatchObject({ status: 'done' });
  await h.chat.request('settings.change', { change: { healthCheckSeconds: 0 } });
  await sleep(1200);
  const after = count(server, 'ping');
  await sleep(2500);
  expect(count(server, 'ping')).toBe(after);
});

test('LIF-8 an older verdict is remembered with its date, shown, and dropped when it no longer holds', slowly, async () => {
  const server = await one.start(
    modern(({ method }) => (method === 'initialize' ? { error: { code: -32022, message: 'no', data: { supported: [version] } } } : 'well')),
  );
  const h = await one.admit({ url: server.url }, {}, { limits });
  const hash = h.host.database.prepare("SELECT launch_hash AS hash FROM trust WHERE server_key = 'far'").get() as { hash: string };
  h.host.database.prepare("INSERT INTO era (launch_hash, verdict, at) VALUES (?, 'legacy', ?)").run(hash.hash, Date.now());
  await h.chat.request('server.restart', { key: 'far' });
  await until(() => count(server, 'initialize') > 0, 'the older handshake');
  await until(() => {
    const state = stateOf(h);
    return state?.status === 'ready' && state.era === 'modern';
  }, 'the newer era again');
  expect(protocolOf(h)?.olderUntil).toBeUndefined();
  const stale = h.host.database.prepare('SELECT count(*) AS n FROM era').get() as { n: number };
  expect(stale.n).toBe(0);
});

test(
  'DIS-1 CAC-1 CAC-2 the page tells how fresh a list is; nothing is read because time ran out, and a refresh is heeded at once',
  slowly,
  async () => {
    let description = 'one';
    const server = await one.start(
      modern(({ method }) =>
        method === 'tools/list'
          ? { result: { resultType: 'complete', tools: [{ ...plainTool, description }], ttlMs: 600, cacheScope: 'public' } }
          : 'well',
      ),
    );
    const h = await one.admit({ url: server.url });
    const first = await until(() => protocolOf(h)?.lists[0], 'the list to be told of');
    expect(first).toMatchObject({ name: 'tools', items: 1, pages: 1, scope: 'public' });
    expect((first.freshUntil ?? 0) - first.fetchedAt).toBe(600);
    expect(protocolOf(h)?.offers).toEqual(['tools']);
    const reads = count(server, 'tools/list');
    await sleep(1500);
    expect(count(server, 'tools/list')).toBe(reads);
    description = 'two';
    await h.chat.request('server.relist', { serverKey: 'far' });
    expect(count(server, 'tools/list')).toBe(reads + 1);
    expect(JSON.stringify(await h.waiting('tools'))).toContain('two');
  },
);

test('PAG-1 what one server promised is kept of that server alone, and pages count as one list', slowly, async () => {
  const tools = () => Array.from({ length: 5 }, (_, n) => ({ ...plainTool, name: `t${n}` }));
  const server = await listenModern({ tools, pageSize: 2 });
  const h = await one.admit({ url: server.url });
  expect(await until(() => protocolOf(h)?.lists[0]?.pages === 3 && protocolOf(h)?.lists[0], 'three pages')).toMatchObject({
    items: 5,
    pages: 3,
  });
  expect(
    h
      .state('servers', {})
      .filter((s) => s.key !== 'far')
      .every((s) => !s.protocol || s.protocol.lists.every((l) => l.pages < 3)),
  ).toBe(true);
  await one.close();
  await server.close();
});

test('SUB-3 what a server of the newer era agrees to tell of is shown beside what was asked for', slowly, async () => {
  const server = await listenModern();
  const h = await one.admit({ url: server.url });
  expect(await until(() => protocolOf(h)?.listening, 'the subscription')).toEqual({
    asked: ['toolsListChanged'],
    honoured: ['toolsListChanged'],
  });
  await one.close();
  await server.close();
});
