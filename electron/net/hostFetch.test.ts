import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expiredCertificate, testAuthority, testCertificate, testKey } from './certificatesForTests.ts';
import { createHostFetch, nodeStack, type NetworkChoice, type NetworkStack } from './hostFetch.ts';

const servers: http.Server[] = [];
let dir: string;
let authority: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'steward-net-'));
  authority = path.join(dir, 'authority.pem');
  writeFileSync(authority, testAuthority);
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
  rmSync(dir, { recursive: true, force: true });
});

interface Started {
  readonly port: number;
  readonly paths: string[];
}
async function start(make: (answer: http.RequestListener) => http.Server): Promise<Started> {
  const paths: string[] = [];
  const server = make((request, response) => {
    paths.push(`${request.method} ${request.url}`);
    request.resume();
    response.writeHead(200, { 'content-type': 'text/plain' }).end('hello');
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, paths };
}
const startTls = (cert = testCertificate): Promise<Started> => start((answer) => https.createServer({ key: testKey, cert }, answer));
/** A proxy that sends every tunnel to one port of this computer, whatever host was asked for. */
async function startProxy(to: number, status = 200): Promise<Started> {
  const proxy = await start((answer) => http.createServer(answer));
  servers.at(-1)?.on('connect', (request: http.IncomingMessage, socket: net.Socket) => {
    proxy.paths.push(`CONNECT ${request.url}`);
    socket.on('error', () => undefined);
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const target = net.connect(to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    target.on('error', () => socket.destroy());
  });
  return proxy;
}

const choice = (change: Partial<NetworkChoice> = {}): NetworkChoice => ({ proxy: 'system', proxyUrl: '', extraCaFile: '', ...change });
async function get(url: string, change: Partial<NetworkChoice> = {}, stack: NetworkStack = nodeStack): Promise<string> {
  const fetch = createHostFetch(stack, () => choice(change));
  return (await fetch(url, { method: 'POST', headers: { 'x-a': '1' }, body: '{}' })).text();
}

test('F23 a certificate of an unknown authority is refused before anything is sent, and accepted once the person has named its authority', async () => {
  const server = await startTls();
  const url = `https://127.0.0.1:${server.port}/`;
  await expect(get(url)).rejects.toMatchObject({ code: 'secure' });
  expect(server.paths).toEqual([]);
  expect(await get(url, { extraCaFile: authority })).toBe('hello');
  expect(server.paths).toEqual(['POST /']);
});

test('F23 a named authority mends neither a wrong name nor an expired certificate', async () => {
  const [good, expired] = [await startTls(), await startTls(expiredCertificate)];
  await expect(get(`https://localhost:${good.port}/`, { extraCaFile: authority })).rejects.toMatchObject({ code: 'secure' });
  await expect(get(`https://127.0.0.1:${expired.port}/`, { extraCaFile: authority })).rejects.toMatchObject({ code: 'secure' });
  expect([good.paths, expired.paths]).toEqual([[], []]);
});

test('a file that holds no certificate, or is not there, opens nothing', async () => {
  const server = await startTls();
  const url = `https://127.0.0.1:${server.port}/`;
  writeFileSync(path.join(dir, 'empty.pem'), 'nothing');
  for (const extraCaFile of [path.join(dir, 'empty.pem'), path.join(dir, 'gone.pem')])
    await expect(get(url, { extraCaFile })).rejects.toMatchObject({ code: 'secure' });
  expect(server.paths).toEqual([]);
});

test('a proxy of the person’s own carries what goes elsewhere, secured from end to end, and is left out for this computer', async () => {
  const server = await startTls();
  const proxy = await startProxy(server.port);
  const manual = { proxy: 'manual', proxyUrl: `http://127.0.0.1:${proxy.port}`, extraCaFile: authority } as const;
  expect(await get('https://far.example/mcp', manual)).toBe('hello');
  expect(proxy.paths).toContain('CONNECT far.example:443');
  expect(server.paths).toEqual(['POST /mcp']);
  await expect(get('https://other.example/mcp', manual)).rejects.toMatchObject({ code: 'secure' });
  expect(await get('http://far.example/plain', manual)).toBe('hello');
  expect(proxy.paths).toContain('POST http://far.example/plain');
  const before = proxy.paths.length;
  expect(await get(`https://127.0.0.1:${server.port}/near`, manual)).toBe('hello');
  expect(proxy.paths).toHaveLength(before);
});

test('F23 a proxy that refuses or is not there is told as the proxy', async () => {
  const proxy = await startProxy(1, 407);
  await expect(get('https://far.example/', { proxy: 'manual', proxyUrl: `http://127.0.0.1:${proxy.port}` })).rejects.toMatchObject({
    code: 'proxy',
    detail: 'the proxy answered with HTTP 407',
  });
  await expect(get('https://far.example/', { proxy: 'manual', proxyUrl: 'http://127.0.0.1:1' })).rejects.toMatchObject({ code: 'proxy' });
});

test('a further authority goes through the proxy that the system names', async () => {
  const server = await startTls();
  const proxy = await startProxy(server.port);
  const stack: NetworkStack = {
    fetch: () => Promise.reject(new Error('net::ERR_CERT_AUTHORITY_INVALID')),
    knowsProxies: true,
    systemProxy: () => Promise.resolve(new URL(`http://127.0.0.1:${proxy.port}`)),
  };
  expect(await get('https://far.example/', { extraCaFile: authority }, stack)).toBe('hello');
  expect(proxy.paths).toEqual(['CONNECT far.example:443']);
});

test('an abort is an abort, not a fault of the network', async () => {
  const server = await startTls();
  const fetch = createHostFetch(nodeStack, () => choice({ extraCaFile: authority }));
  await expect(fetch(`https://127.0.0.1:${server.port}/`, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
});
