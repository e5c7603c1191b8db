import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { requests, topics, type TopicName } from '#shared/ipc/contract.ts';
import { listenModern } from './http/mcpServers.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { fixture, makeFolder } from './paths.ts';

const canary = 'CANARY-a1b2c3d4';
let folder: ReturnType<typeof makeFolder>;
let house: TestHost;
let far: Awaited<ReturnType<typeof listenModern>>;

beforeEach(async () => {
  far = await listenModern();
  folder = makeFolder({
    far: { url: `${far.url}/mcp?k=\${secret:QUERY}&t=\${secret:TOKEN}`, headers: { Authorization: 'Bearer ${secret:TOKEN}' } },
    near: fixture('recorder', { GIVEN: '${secret:TOKEN}' }),
  });
  house = await openTestHost(folder.dir);
});
afterEach(async () => {
  await house.close();
  await far.close();
  folder.remove();
});
const stateOf = (key: string) => house.state('servers', {}).find((s) => s.key === key)?.state;

/** Some input that a request takes, made of its schema; every text names the secret. */
function sample(schema: z.core.JSONSchema._JSONSchema): unknown {
  if (typeof schema === 'boolean') return 'TOKEN';
  const first = (schema.anyOf ?? schema.oneOf)?.[0];
  if (first) return sample(first);
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object')
    return Object.fromEntries((schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {})]));
  if (schema.type === 'array') return [];
  if (schema.type === 'number' || schema.type === 'integer') return 1;
  return schema.type === 'boolean' ? false : 'TOKEN';
}

test('UB8 S44 a secret starts what waits for it, reaches the server whole, and neither a request nor a topic nor a file ever holds it', async () => {
  for (const key of ['far', 'near']) await house.answer(await house.waiting('server-trust', `"serverKey":"${key}"`), 'allow');
  for (const key of ['far', 'near'])
    expect(await until(() => stateOf(key)?.status === 'failed' && stateOf(key), 'the want of the secret')).toMatchObject({
      problem: { code: 'secret-missing' },
    });
  expect(far.received).toEqual([]);

  await house.chat.request('secret.set', { name: 'QUERY', value: 'a&b=/../' });
  await house.chat.request('secret.set', { name: 'TOKEN', value: canary });
  for (const key of ['far', 'near']) await until(() => stateOf(key)?.status === 'ready', `${key} to be ready`);
  expect(far.received[0]?.headers.authorization).toBe(`Bearer ${canary}`);
  expect(far.received[0]?.path).toBe(`/mcp?k=a%26b%3D%2F..%2F&t=${canary}`);
  expect(house.state('secrets', {})).toEqual({ names: ['QUERY', 'TOKEN'], keptIn: 'memory' });

  const told: unknown[] = [];
  for (const [name, { input, audience }] of Object.entries(requests)) {
    if (name.startsWith('secret.') || name === 'server.save' || name === 'server.remove') continue;
    const route = house.host.routes[audience.includes('chat') ? 'chat' : 'decisions'];
    told.push(await route.request(name, sample(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))));
  }
  expect(told.length).toBeGreaterThan(15);
  for (const name of Object.keys(topics) as TopicName[]) told.push(house.host.hub.state(name, { conversationId: 'TOKEN' }));
  expect(JSON.stringify(told)).not.toContain(canary);
  for (const file of readdirSync(folder.dir)) expect(readFileSync(path.join(folder.dir, file)).includes(canary), file).toBe(false);

  await house.chat.request('secret.remove', { name: 'TOKEN' });
  expect(house.state('secrets', {}).names).toEqual(['QUERY']);
});

test('S44 what takes a secret gives nothing back, and a secret has no page but the chat’s', () => {
  const about = Object.entries(requests).filter(([name]) => name.startsWith('secret.'));
  expect(about.map(([name]) => name)).toEqual(['secret.set', 'secret.remove']);
  for (const [, { output, audience }] of about) {
    expect(output.safeParse(undefined).success).toBe(true);
    for (const value of ['x', {}, { value: 'x' }, ['x'], 1, true]) expect(output.safeParse(value).success).toBe(false);
    expect(audience).toEqual(['chat']);
  }
  expect(Object.keys(topics.secrets.event.shape).sort()).toEqual(['keptIn', 'names', 'type']);
});
