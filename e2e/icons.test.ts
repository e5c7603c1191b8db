import { writeFileSync } from 'node:fs';
import type http from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { namesFor } from '#shared/ipc/contract.ts';
import { testAuthority, testCertificate, testKey } from '../electron/net/certificatesForTests.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { listen, type Listening } from './http/listening.ts';
import { listenModern } from './http/mcpServers.ts';
import { fixture, makeFolder } from './paths.ts';

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
/** The same with another size in its head. */
function sized(width: number, height: number): Buffer {
  const copy = Buffer.from(png);
  copy.writeUInt32BE(width, 16);
  copy.writeUInt32BE(height, 20);
  return copy;
}
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="fetch(\'https://canary.example\')"/>';
const dataUri = (type: string, bytes: Buffer | string): string => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const tls = { key: testKey, cert: testCertificate };

let folder: ReturnType<typeof makeFolder>;
let house: TestHost | undefined;
let canary: Listening;
const servers: Listening[] = [];
beforeEach(async () => {
  folder = makeFolder();
  writeFileSync(path.join(folder.dir, 'authority.pem'), testAuthority);
  canary = await listen((_request, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(png), 0, tls);
  servers.push(canary);
});
afterEach(async () => {
  await house?.close();
  house = undefined;
  for (const server of servers.splice(0)) await server.close();
  folder.remove();
});

const files: Readonly<Record<string, (response: http.ServerResponse) => unknown>> = {
  '/good.png': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(png),
  '/drawn.svg': (response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg),
  '/called.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(svg),
  '/away.png': (response) => response.writeHead(302, { location: `${canary.url}/redirected.png` }).end(),
  '/bomb.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(sized(20_000, 20_000)),
  '/long.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.concat([png, Buffer.alloc(300 * 1024)])),
  '/cut.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png.subarray(0, 18)),
};
const toolWith = (name: string, ...sources: readonly string[]) => ({
  name,
  inputSchema: { type: 'object' },
  icons: sources.map((src) => ({ src, mimeType: 'image/png' })),
});
async function open(mcpServers: Readonly<Record<string, unknown>>): Promise<TestHost> {
  writeFileSync(path.join(folder.dir, 'mcp.json'), JSON.stringify({ mcpServers }));
  house = await openTestHost(folder.dir);
  await house.chat.request('settings.change', { change: { extraCaFile: path.join(folder.dir, 'authority.pem') } });
  return house;
}
const iconOf = (h: TestHost, serverKey: string, toolName?: string) =>
  h.chat.request('server.icon', toolName === undefined ? { serverKey } : { serverKey, toolName });

test('S4 TOL-9 of all that a server elsewhere may name as an icon only a small picture of its own origin comes, and no canary is touched', async () => {
  const far = await listenModern({
    tls,
    icons: () => [{ src: 'javascript:alert(1)' }, { src: `${far.url}/good.png` }],
    also: (asked, response) => {
      const file = files[asked];
      file?.(response);
      return file !== undefined;
    },
    tools: () => [
      toolWith('good', `${far.url}/good.png`),
      toolWith('inline', dataUri('image/svg+xml', png)),
      toolWith('svg-inline', dataUri('image/svg+xml', svg), `data:image/svg+xml,${encodeURIComponent(svg)}`),
      toolWith('svg', `${far.url}/drawn.svg`, `${far.url}/called.png`),
      toolWith('file', `file://${path.join(folder.dir, 'authority.pem')}`, 'javascript:alert(1)', 'app://chat/icon.png', 'blob:x'),
      toolWith('elsewhere', `${canary.url}/cross-origin.png`, canary.url.replace('https:', 'http:')),
      toolWith('named', far.url.replace('https://', 'https://user:CANARY@')),
      toolWith('redirect', `${far.url}/away.png`),
      toolWith('bomb', `${far.url}/bomb.png`, dataUri('image/png', sized(20_000, 20_000)), dataUri('image/png', sized(0, 1))),
      toolWith('long', `${far.url}/long.png`),
      toolWith('cut', `${far.url}/cut.png`, dataUri('image/png', png.subarray(0, 10)), dataUri('image/png', '')),
    ],
  });
  servers.push(far);
  const h = await open({ far: { url: far.url, headers: { Authorization: 'Bearer CANARY-TOKEN' } } });
  expect(await iconOf(h, 'far')).toBeNull();
  await h.admit('far');
  await until(() => h.state('servers', {}).find((s) => s.key === 'far')?.state.status === 'ready', 'far to be ready');
  expect(await iconOf(h, 'far')).toEqual({ type: 'image/png', data: Uint8Array.from(png) });
  expect(await iconOf(h, 'far', 'good')).toEqual({ type: 'image/png', data: Uint8Array.from(png) });
  expect((await iconOf(h, 'far', 'inline'))?.type).toBe('image/png');
  for (const name of ['svg-inline', 'svg', 'file', 'elsewhere', 'named', 'redirect', 'bomb', 'long', 'cut'])
    expect(await iconOf(h, 'far', name), name).toBeNull();
  expect(canary.received).toEqual([]);
  const fetched = far.received.filter((r) => files[r.path]);
  expect(fetched.map((r) => r.path).sort()).toEqual(Object.keys(files).sort());
  for (const { method, headers } of fetched) {
    expect(method).toBe('GET');
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('cookie');
  }
});

test('S4 a server on this computer has icons in data: only, a tool nobody has accepted has none, and the decision page can ask for none', async () => {
  const definitions = path.join(folder.dir, 'definitions.json');
  const tools = [toolWith('inline', dataUri('image/png', png)), toolWith('reaches', `${canary.url}/x.png`)];
  writeFileSync(definitions, JSON.stringify(tools));
  const h = await open({ near: fixture('recorder', { DEFS_FILE: definitions }) });
  await h.answer(await h.waiting('server-trust'), 'allow');
  const review = await h.waiting('tools');
  expect(await iconOf(h, 'near', 'inline')).toBeNull();
  await h.answer(review, 'allow');
  expect(await until(() => iconOf(h, 'near', 'inline').then((icon) => icon ?? false), 'the icon')).toMatchObject({ type: 'image/png' });
  expect(await iconOf(h, 'near', 'reaches')).toBeNull();
  expect(canary.received).toEqual([]);
  expect(namesFor('decisions').requests).not.toContain('server.icon');
});
