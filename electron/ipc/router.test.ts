import { expect, test } from 'vitest';
import { namesFor, requests, topics, type Handlers } from '#shared/ipc/contract.ts';
import type { Frame } from '#shared/ipc/wire.ts';
import { NotSavedError } from '../storage/database.ts';
import { createRoute } from './router.ts';
import { TopicHub } from './topicHub.ts';

const called: string[] = [];
const handlers = Object.fromEntries(Object.keys(requests).map((name) => [name, async () => void called.push(name)])) as unknown as Handlers;
const hub = new TopicHub();
const reported: unknown[] = [];
const chat = createRoute('chat', handlers, hub, (error) => reported.push(error));
const decisions = createRoute('decisions', handlers, hub, (error) => reported.push(error));

test('S2 the closed lists of both pages are these', () => {
  expect(namesFor('decisions')).toEqual({
    requests: [
      'decision.picture',
      'decision.settle',
      'decision.allowTogether',
      'decision.amend',
      'decision.openAgain',
      'decision.painted',
      'surface.height',
      'surface.leave',
    ],
    topics: ['decisions', 'settings'],
  });
  expect(namesFor('chat').requests).toEqual([
    'chat.create',
    'chat.branch',
    'chat.pin',
    'chat.search',
    'chat.rename',
    'chat.delete',
    'chat.restore',
    'conversation.send',
    'conversation.stop',
    'conversation.page',
    'conversation.context',
    'call.media',
    'call.text',
    'resource.list',
    'resource.read',
    'resource.complete',
    'attachment.addResource',
    'attachment.addFile',
    'attachment.pickFile',
    'attachment.addDropped',
    'attachment.remove',
    'attachment.read',
    'attachment.update',
    'attachment.setAuto',
    'resource.setAutoUpdate',
    'resource.setAlways',
    'resource.setModelReads',
    'server.review',
    'server.restart',
    'server.setDisabled',
    'server.save',
    'server.remove',
    'secret.set',
    'secret.remove',
    'vault.kind',
    'server.setToolEnabled',
    'server.setInformation',
    'server.setEraPin',
    'server.test',
    'server.icon',
    'server.relist',
    'server.signIn',
    'server.signOut',
    'server.setSignIn',
    'server.log',
    'server.setLogLevel',
    'traffic.page',
    'traffic.clear',
    'traffic.export',
    'tool.run',
    'tool.stop',
    'tool.definitions',
    'import.find',
    'import.read',
    'import.apply',
    'call.useAnyway',
    'prompt.list',
    'prompt.get',
    'prompt.complete',
    'prompt.insert',
    'chat.folders',
    'chat.addFolder',
    'chat.removeFolder',
    'folder.pick',
    'server.setChatFolders',
    'chat.export',
    'chat.import',
    'chat.origin',
    'settings.change',
    'provider.save',
    'provider.remove',
    'provider.setKey',
    'provider.test',
    'provider.models',
    'provider.discover',
    'rule.revoke',
    'rule.save',
    'rule.preview',
    'server.setSampling',
    'server.addFolder',
    'server.removeFolder',
    'notice.dismiss',
    'link.open',
    'about.read',
    'about.notices',
    'diagnostics.read',
    'diagnostics.copy',
    'logs.open',
    'update.setFeed',
    'update.check',
    'update.download',
    'update.install',
    'journal.page',
    'journal.servers',
    'journal.verify',
    'journal.export',
    'turn.trace',
    'turn.modelRequest',
    'decision.visit',
  ]);
  expect(namesFor('chat').topics).toEqual(Object.keys(topics));
});

test('S28 every name from the wrong page is refused, and nothing behind it runs', async () => {
  called.length = 0;
  for (const [route, mine] of [
    [chat, namesFor('chat')],
    [decisions, namesFor('decisions')],
  ] as const) {
    for (const name of [...Object.keys(requests), '__proto__', 'constructor', 'toString', '', 7, null].filter(
      (n) => !(mine.requests as readonly unknown[]).includes(n),
    )) {
      expect(await route.request(name, {})).toMatchObject({ ok: false, failure: { code: 'unknown-request' } });
    }
    for (const name of [...Object.keys(topics), 'hasOwnProperty'].filter((n) => !(mine.topics as readonly string[]).includes(n)))
      expect(route.watch(name, {}, () => undefined)).toBeUndefined();
  }
  expect(called).toEqual([]);
});

test.each<[string, unknown]>([
  ['conversation.send', { conversationId: 'a', text: '' }],
  ['conversation.send', { conversationId: 'a', text: 'x', extra: 1 }],
  ['conversation.send', null],
  ['conversation.send', { conversationId: 7, text: 'x' }],
  ['settings.change', { change: { maxRounds: 0 } }],
  ['settings.change', { change: { __proto__: null, nope: 1 } }],
  ['server.save', { key: 'a', entry: {} }],
  ['provider.save', { preset: 'nope', name: 'a', baseUrl: 'https://a', api: 'openai', models: [], enabled: true }],
  ['provider.save', { preset: 'custom', name: 'a', baseUrl: 'https://user:pass@a/v1', api: 'openai', models: [], enabled: true }],
  ['provider.save', { preset: 'custom', name: 'a', baseUrl: 'https://a/v1?key=secret', api: 'openai', models: [], enabled: true }],
  ['provider.save', { preset: 'custom', name: 'a', baseUrl: 'file:///etc/passwd', api: 'openai', models: [], enabled: true }],
  ['provider.save', { preset: 'custom', name: 'a', baseUrl: 'https://a', api: 'openai', models: ['x\u202ey'], enabled: true }],
  ['conversation.send', { conversationId: 'a', text: 'x'.repeat(1_000_001) }],
])('S3 %s refuses what the contract does not say', async (name, input) => {
  called.length = 0;
  expect(await chat.request(name, input)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  expect(called).toEqual([]);
});

test('a thrown bug is reported and answered, never rejected; a full disk has a code of its own', async () => {
  const failing = createRoute(
    'chat',
    {
      ...handlers,
      'chat.create': () => Promise.reject(new TypeError('oops')),
      'conversation.stop': () => Promise.reject(new NotSavedError('full')),
    },
    hub,
    (e) => reported.push(e),
  );
  expect(await failing.request('chat.create', {})).toMatchObject({ ok: false, failure: { code: 'internal' } });
  expect(reported).toHaveLength(1);
  expect(await failing.request('conversation.stop', { conversationId: 'a' })).toMatchObject({ ok: false, failure: { code: 'not-saved' } });
});

test('a watcher gets a snapshot and then every event, numbered without a gap, until it ends the watch', () => {
  const frames: Frame[] = [];
  const end = chat.watch('notices', {}, (frame) => frames.push(frame));
  const notice = { id: 'a', code: 'internal' as const, detail: '', dismissible: true };
  hub.publish('notices', {}, { type: 'notice.raised', notice });
  hub.publish('notices', {}, { type: 'notice.cleared', id: 'a' });
  end?.();
  hub.publish('notices', {}, { type: 'notice.raised', notice });
  expect(frames.map((f) => [f.kind, f.seq])).toEqual([
    ['snapshot', 0],
    ['event', 1],
    ['event', 2],
  ]);
});
