import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { namesFor, requests, type RequestName } from '#shared/ipc/contract.ts';
import type { Audience } from '#shared/ipc/define.ts';
import { seeded } from '../renderer/testText.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { callsReceived, fixture, makeFolder } from './paths.ts';

const secret = 'CANARY-SECRET-forge';
let folder: ReturnType<typeof makeFolder>;
let model: ModelServer | undefined;
let house: TestHost | undefined;
afterEach(async () => {
  await house?.close();
  house = undefined;
  await model?.close();
  model = undefined;
  folder.remove();
});

/** A random input with the members that the request knows, out of words that mean something here, so that many are valid. */
function fuzzed(name: RequestName, random: () => number, words: readonly unknown[]): unknown {
  const { shape = {} } = requests[name].input as { readonly shape?: object };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const value = (depth: number): unknown => {
    const kind = Math.floor(random() * (depth > 2 ? 7 : 10));
    if (kind < 7) return pick(words);
    if (kind === 7) return [pick(words), pick(words)];
    return Object.fromEntries(
      Array.from({ length: 1 + Math.floor(random() * 4) }, () => [pick(['command', 'args', 'effect', 'id', 'theme']), value(depth + 1)]),
    );
  };
  if (random() < 0.1) return value(0);
  const extra = random() < 0.1 ? { by: 'person' } : {};
  return { ...Object.fromEntries(Object.keys(shape).map((key) => [key, value(1)])), ...extra };
}

test('S2 S3 fuzzed inputs to every request of both pages start nothing, give no secret back and decide nothing', {
  timeout: 60_000,
}, async () => {
  folder = makeFolder({});
  const marker = path.join(folder.dir, 'marker');
  writeFileSync(
    path.join(folder.dir, 'mcp.json'),
    JSON.stringify({
      mcpServers: { evil: { command: process.execPath, args: ['-e', `require('fs').writeFileSync(${JSON.stringify(marker)}, '')`] } },
    }),
  );
  // Whatever a page says, no card takes an answer within this test.
  house = await openTestHost(folder.dir, { OPENAI_API_KEY: secret }, { limits: { armMs: 10 ** 9 }, report: () => undefined });
  await house.chat.request('secret.set', { name: 'token', value: secret });
  const { id } = await house.waiting('server-trust');
  const start = { command: process.execPath, args: ['-e', `require('fs').writeFileSync(${JSON.stringify(marker)}, '')`] };
  const words = [
    id,
    'evil',
    'token',
    'assistant',
    'allow',
    'deny',
    'allow-always',
    true,
    false,
    0,
    -1,
    1e9,
    '',
    null,
    undefined,
    'x'.repeat(5000),
    start,
  ];
  const tricky = [
    path.join(folder.dir, 'steward.db'),
    'file:///etc/passwd',
    'javascript:1',
    '__proto__',
    '../../x',
    '\u202e',
    '{"a":1}',
    [],
    {},
    id.slice(0, -1),
    'chat-1',
  ];
  const random = seeded(11);
  const replies: unknown[] = [];
  const codes = new Set<string>();
  const ask = async (page: Audience, name: RequestName): Promise<void> => {
    const reply = await house?.host.routes[page].request(name, fuzzed(name, random, [...words, ...tricky]));
    replies.push(reply);
    codes.add(reply?.ok ? 'ok' : (reply?.failure.code ?? ''));
  };
  const slow = ['provider.test', 'provider.models', 'provider.discover', 'import.find'];
  for (const page of ['chat', 'decisions'] as const)
    for (const name of namesFor(page).requests.filter((one) => !slow.includes(one))) for (let n = 0; n < 25; n += 1) await ask(page, name);
  expect(codes).toContain('invalid-input');
  expect(codes).toContain('ok');
  expect(JSON.stringify(replies)).not.toContain(secret);
  for (const topic of ['settings', 'servers', 'secrets', 'providers', 'models', 'rules', 'notices'] as const)
    expect(JSON.stringify(house.state(topic, {}))).not.toContain(secret);
  expect(existsSync(marker)).toBe(false);
  expect(house.state('decisions', {}).every((decision) => !decision.armed)).toBe(true);
  expect(house.state('rules', {}).filter((rule) => rule.effect === 'allow')).toEqual([]);
  const journal = await house.chat.request('journal.page', { filter: {}, limit: 500 });
  expect(JSON.stringify(journal.entries)).not.toMatch(/"verdict":"allowed"|"kind":"allowed"/);
});

test('S28 an answer counts once, for the id that was asked, while it is asked, and from the decision page', {
  timeout: 60_000,
}, async () => {
  folder = makeFolder();
  const record = path.join(folder.dir, 'record');
  writeFileSync(path.join(folder.dir, 'mcp.json'), JSON.stringify({ mcpServers: { rec: fixture('recorder', { RECORD_FILE: record }) } }));
  model = await startModelServer();
  house = await openTestHost(folder.dir, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' });
  const { chat, decisions } = house.host.routes;
  await house.admit('rec');
  const script = (): void =>
    model?.script((request) =>
      request.body.messages?.at(-1)?.role === 'user' ? { calls: [{ name: 'rec__echo', arguments: { text: 'x' } }] } : { text: 'ok' },
    );
  script();
  await house.send('go');
  const { id } = await house.waiting('tool-call');
  await house.decisions.request('decision.painted', { ids: [id] });
  await until(() => house?.state('decisions', {}).find((d) => d.id === id)?.armed, 'the card to take answers');
  const code = async (reply: ReturnType<typeof chat.request>): Promise<string> => {
    const answer = await reply;
    return answer.ok ? 'ok' : answer.failure.code;
  };
  for (const name of namesFor('decisions').requests.filter((one) => one.startsWith('decision.')))
    for (const input of [{ id, answer: 'allow' }, { ids: [id] }, { ids: [id, id] }, { id, text: '{}' }])
      expect(await code(chat.request(name, input))).toBe('unknown-request');
  const altered = [id.slice(1), `${id} `, id.toUpperCase(), '', 'd1', `${id}\u0000`, id.replace(/.$/, (c) => (c === '0' ? '1' : '0'))];
  for (const wrong of altered.filter((one) => one !== id))
    expect(await code(decisions.request('decision.settle', { id: wrong, answer: 'allow' }))).toMatch(/^(not-found|invalid-input)$/);
  for (const answer of ['yes', true, 1, null, ['allow'], { allow: true }, 'ALLOW', 'allow '])
    expect(await code(decisions.request('decision.settle', { id, answer }))).toBe('invalid-input');
  expect(await code(decisions.request('decision.settle', { id, answer: 'allow', by: 'person' }))).toBe('invalid-input');
  expect(await code(decisions.request('decision.allowTogether', { ids: [id, id] }))).toBe('invalid-input');
  expect(callsReceived(record)).toEqual([]);
  const both = await Promise.all([1, 2, 3].map(() => code(decisions.request('decision.settle', { id, answer: 'allow' }))));
  expect(both.sort()).toEqual(['not-found', 'not-found', 'ok']);
  await house.ended();
  expect(callsReceived(record)).toHaveLength(1);
  // What was withdrawn takes no answer any more, nor does the old id answer for the next question.
  script();
  await house.send('again');
  const next = await house.waiting('tool-call');
  await house.chat.request('conversation.stop', { conversationId: 'chat-1' });
  await house.ended();
  for (const old of [id, next.id]) expect(await code(decisions.request('decision.settle', { id: old, answer: 'allow' }))).toBe('not-found');
  expect(callsReceived(record)).toHaveLength(1);
});
