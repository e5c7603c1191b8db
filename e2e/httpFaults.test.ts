import { afterEach, beforeEach, expect, test } from 'vitest';
import { OneServer, settled, stateOf } from './http/oneServer.ts';
import { listen } from './http/listening.ts';
import { json, scripted } from './http/scripted.ts';
import { until } from './harness.ts';

let one: OneServer;
beforeEach(() => {
  one = new OneServer();
});
afterEach(() => one.close());

const statuses: readonly (readonly [number, Record<string, string>, string, string])[] = [
  [401, { 'www-authenticate': 'Bearer' }, 'sign-in', 'needs-sign-in'],
  [403, {}, 'failed', 'http-forbidden'],
  [403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="x"' }, 'sign-in', 'needs-sign-in'],
  [404, {}, 'failed', 'http-not-found'],
  [405, {}, 'failed', 'http-not-found'],
  [406, {}, 'failed', 'http-refused'],
  [409, {}, 'failed', 'http-refused'],
  [429, { 'retry-after': '120' }, 'backoff', 'http-busy'],
  [500, {}, 'backoff', 'http-unavailable'],
  [502, { 'content-type': 'text/html' }, 'backoff', 'http-unavailable'],
  [503, { 'retry-after': '90' }, 'backoff', 'http-unavailable'],
  [504, {}, 'backoff', 'http-unavailable'],
  [200, { 'content-type': 'text/html' }, 'failed', 'http-web-page'],
  [511, { 'content-type': 'text/html' }, 'failed', 'http-web-page'],
  [200, { 'content-type': 'application/pdf' }, 'failed', 'protocol'],
];
for (const [status, headers, expected, code] of statuses) {
  test(`F21 HTTP ${status} ${JSON.stringify(headers)} is told as ${code}, and nothing of its text is kept`, async () => {
    const server = await one.start((_request, response) => void response.writeHead(status, headers).end('<html>CANARY-TEXT</html>'));
    const h = await one.open({ url: server.url });
    const state = await settled(h);
    expect(state).toMatchObject({ status: expected, problem: { code } });
    expect(JSON.stringify(h.state('servers', {}))).not.toContain('CANARY-TEXT');
    if (headers['retry-after'] && state.status === 'backoff')
      expect(state.untilMs - Date.now()).toBeGreaterThan((Number(headers['retry-after']) - 20) * 1000);
  });
}

for (const status of [401, 403]) {
  test(`UC7 ${status} with an Authorization header of the person's own says that it was refused, and no other way in is tried`, async () => {
    const server = await one.start((_request, response) => void response.writeHead(status, { 'www-authenticate': 'Bearer' }).end());
    const h = await one.open({ url: server.url, headers: { Authorization: 'Bearer ${TOKEN}' } }, { TOKEN: 'CANARY-TOKEN' });
    expect(await settled(h)).toMatchObject({ status: 'failed', problem: { code: 'header-refused' } });
    expect(server.received.map((r) => [r.method, r.headers.authorization])).toEqual([['POST', 'Bearer CANARY-TOKEN']]);
    expect(JSON.stringify([h.state('servers', {}), h.state('decisions', {})])).not.toContain('CANARY-TOKEN');
  });
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`S42 HTTP-9 a ${status} to another origin is not followed but named: that one gets no request, and so no header`, async () => {
    const other = await one.start((_request, response) => void response.writeHead(200).end());
    const server = await one.start(
      (_request, response) => void response.writeHead(status, { location: `${other.url}/mcp?key=CANARY-PLACE` }).end(),
    );
    const h = await one.open({ url: server.url, headers: { Authorization: 'Bearer CANARY', 'x-api-key': 'CANARY' } });
    expect(await settled(h)).toMatchObject({
      status: 'failed',
      problem: { code: 'http-redirect', detail: `HTTP ${status} to ${other.url}/mcp` },
    });
    expect(other.received).toEqual([]);
  });
}

test('S42 a 307 within the origin is followed with the same bytes', async () => {
  const answer = scripted((response, id) => json(response, id, { content: [] }));
  const server = await one.start((request, response, received) =>
    received.path === '/old' ? void response.writeHead(307, { location: '/new' }).end() : answer(request, response, received),
  );
  const h = await one.open({ url: `${server.url}/old` });
  expect(await settled(h)).toMatchObject({ status: 'ready' });
});

const refusals: readonly (readonly [number, string])[] = [
  [400, 'protocol-error'],
  [403, 'protocol-error'],
  [404, 'protocol-error'],
  [429, 'protocol-error'],
  [500, 'unknown'],
  [503, 'unknown'],
];
for (const [status, end] of refusals) {
  test(`F21 HTTP ${status} to a call ends it as ${end}, sent once`, async () => {
    const server = await one.start(scripted((response) => void response.writeHead(status).end('CANARY-TEXT')));
    await one.admit({ url: server.url });
    const call = await one.callDo();
    expect(call.status).toBe(end);
    expect(call.text).toContain(`HTTP ${status}`);
    expect(call.text).not.toContain('CANARY-TEXT');
    expect(server.received.filter((r) => r.rpc === 'tools/call')).toHaveLength(1);
  });
}

test('UC5 a 401 at a call where nobody can sign in says so, the call counts as refused, and the rest of the server goes on', async () => {
  const server = await one.start(scripted((response) => void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()));
  const h = await one.admit({ url: server.url });
  expect((await one.callDo()).status).toBe('protocol-error');
  expect(stateOf(h)?.status).toBe('ready');
  expect(h.state('servers', {}).find((s) => s.key === 'far')?.signIn).toMatchObject({ state: 'needed', problem: { code: 'metadata' } });
});

test('F23 nothing listens: told plainly, tried again by itself, and well again when the server is back', async () => {
  const gone = await listen((_request, response) => void response.end());
  await gone.close();
  const h = await one.open({ url: gone.url });
  expect(await settled(h)).toMatchObject({ status: 'backoff', problem: { code: 'net-refused' } });
  await one.start(
    scripted((response, id) => json(response, id, { content: [] })),
    gone.port,
  );
  await until(() => stateOf(h)?.status === 'ready', 'the server to be found again', 40_000);
}, 60_000);

test('F23 a server that goes away while connected is noticed at the next call, which was not sent', async () => {
  const server = await one.start(scripted((response, id) => json(response, id, { content: [] })));
  const h = await one.admit({ url: server.url });
  await server.close();
  const call = await one.callDo();
  expect(call.status).toBe('not-sent');
  await until(() => stateOf(h)?.status === 'backoff', 'the backoff');
  expect(stateOf(h)).toMatchObject({ problem: { code: 'net-refused' } });
});

const addresses: readonly (readonly [string, string])[] = [
  ['http://no-such-host.invalid/mcp', 'net-unknown-host'],
  ['http://user:pass@127.0.0.1:9/mcp', 'bad-address'],
  ['ftp://127.0.0.1/mcp', 'bad-address'],
  ['not an address', 'bad-address'],
  ['https://${HOST}/mcp', 'bad-address'],
];
for (const [url, code] of addresses) {
  test(`F23 ${url} is told as ${code}`, async () => {
    const h = await one.open({ url }, { HOST: 'evil.example' });
    expect(await settled(h)).toMatchObject({ problem: { code } });
  });
}

test('F23 a cut without an answer and plain HTTP where TLS is expected are told apart', async () => {
  const server = await one.start((_request, response) => void response.destroy());
  const h = await one.open({ url: server.url });
  expect(await settled(h)).toMatchObject({ status: 'backoff', problem: { code: 'net-cut' } });
  const again = await one.open({ url: server.url.replace('http:', 'https:') });
  expect(await settled(again)).toMatchObject({ problem: { code: 'net-secure' } });
});
