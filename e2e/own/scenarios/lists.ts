import { call, type Scenario } from '../scenario.ts';
import { type Json, toolOf } from '../script.ts';
import { same } from './elicitation.ts';

/** Has everything listed that is listed when somebody looks. */
export const listAll = [
  { request: 'resource.list', input: { refresh: false } },
  { request: 'prompt.list', input: { refresh: false } },
  { wait: 'resources', for: [{ serverKey: 'server', state: { $not: 'loading' } }] },
  { wait: 'prompts', for: [{ serverKey: 'server', state: { $not: 'loading' } }] },
];

const odd = 'ü%2F+ =\n"🙂"';
const pagination: Scenario = {
  id: 'pagination',
  title: 'cursors go back as they came, an empty one is one, an absent one ends; circles and endless lists end too',
  script: () => ({
    capabilities: { tools: {}, resources: {}, prompts: {} },
    answers: {
      'tools/list': (ask, peer) => {
        const next = new Map<unknown, Json>([
          [undefined, { tools: [toolOf('one')], nextCursor: '' }],
          ['', { tools: [toolOf('two')], nextCursor: odd }],
          [odd, { tools: [toolOf('three')] }],
        ]);
        peer.result(ask, next.get(ask.params['cursor']) ?? { tools: [] });
      },
      'resources/list': (ask, peer) => peer.result(ask, { resources: [{ uri: `own://${ask.nth}`, name: 'r' }], nextCursor: 'again' }),
      'prompts/list': (ask, peer) => peer.result(ask, { prompts: [{ name: `p${ask.nth}` }], nextCursor: `page ${ask.nth}` }),
      'resources/templates/list': (ask, peer) => peer.error(ask, { code: -32601, message: 'no templates here' }),
    },
  }),
  plan: () => ({ steps: listAll }),
  check: (seen, check) => {
    const cursors = seen.of('tools/list').map(({ params }) => params?.['cursor'] ?? null);
    check('cursors', 'each page is asked for by its cursor, byte for byte', same(cursors, [null, '', odd]), cursors);
    check('whole', 'all pages count', seen.lines('server')[0]?.['tools'] === 3, seen.lines('server'));
    check('circle', 'a cursor that comes again ends the list', seen.count('resources/list') === 2, seen.count('resources/list'));
    check('endless', 'an endless list is read for a hundred pages', seen.count('prompts/list') === 100, seen.count('prompts/list'));
    const mine = (topic: string): Json | undefined =>
      (seen.topic(topic) as readonly Json[]).find(({ serverKey }) => serverKey === 'server');
    const resources = mine('resources');
    check('one-missing', 'that one of two lists is missing loses nothing', resources?.['state'] === 'listed', resources);
    const prompts = mine('prompts');
    check('said', 'and it is said that there is more', prompts?.['truncated'] === true, prompts);
  },
};

const hour = { ttlMs: 3_600_000, cacheScope: 'private' };
const blink = { ttlMs: 50, cacheScope: 'private' };
const caching: Scenario = {
  id: 'caching',
  title: 'nothing is read anew because its time ran out, and what the person asks for is, though its time has not',
  runs: { modern: ['stdio', 'http'] },
  script: () => ({
    capabilities: { tools: {}, resources: {}, prompts: {} },
    answers: {
      'tools/list': (ask, peer) => peer.result(ask, { tools: [toolOf('do')], ...hour }),
      'resources/list': (ask, peer) => peer.result(ask, { resources: [], ...blink }),
      'prompts/list': (ask, peer) => peer.result(ask, { prompts: [], ttlMs: -5, cacheScope: 'public' }),
    },
  }),
  plan: () => ({ steps: [...listAll, { pause: 800 }, ...call('do'), { request: 'server.relist', input: { serverKey: 'server' } }] }),
  check: (seen, check) => {
    check('no-polling', 'a lifetime that ran out starts nothing', seen.count('resources/list') === 1 && seen.count('prompts/list') === 1);
    const relisted = seen.of('tools/list').length;
    check('refresh', 'a list that still holds is read when that is asked for, and only then', relisted === 2, relisted);
    const at = seen.at(({ message }) => message?.method === 'tools/call');
    const before = seen.parts.entries.slice(0, at).filter(({ message, what }) => what === 'in' && message?.method === 'tools/list').length;
    check('held', 'and was not before', before === 1, before);
  },
};

const shared: Scenario = {
  id: 'caching-private',
  title: 'what one server entry was told is never used for another, though both lead to the same address',
  runs: { modern: ['http'] },
  script: () => ({
    capabilities: { tools: {}, resources: {} },
    answers: {
      'tools/list': (ask, peer) => peer.result(ask, { tools: [toolOf('do')], ...hour }),
      'resources/read': (ask, peer) => peer.result(ask, { contents: [{ uri: ask.params['uri'], text: `answer ${ask.nth}` }], ...hour }),
    },
  }),
  plan: ({ url }) => {
    const read = (serverKey: string) => ({ request: 'resource.read', input: { serverKey, uri: 'own://mine' } });
    const entry = { type: 'http', url, headers: { 'X-Account': 'second' } };
    return {
      steps: [
        read('server'),
        { request: 'server.save', input: { key: 'second', entry } },
        { wait: 'servers', for: [{ key: 'second', state: { status: 'ready' }, tools: [{ accepted: true }] }] },
        read('second'),
      ],
    };
  },
  check: (seen, check) => {
    const accounts = (method: string) => seen.headersOf(method).map((headers) => headers['x-account'] ?? 'first');
    check('lists', 'each asks for its own list', same(accounts('tools/list'), ['first', 'second']), accounts('tools/list'));
    check('reads', 'and reads for itself', same(accounts('resources/read'), ['first', 'second']), accounts('resources/read'));
    const told = seen.replies('resource.read').map((reply) => JSON.stringify(reply['value']));
    check('own', 'and gets its own answer', told[0]?.includes('answer 1') === true && told[1]?.includes('answer 2') === true, told);
  },
};

export const lists: readonly Scenario[] = [pagination, caching, shared];
