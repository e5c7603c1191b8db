import { call, type Scenario } from '../scenario.ts';
import { type Json, text, toolOf } from '../script.ts';
import { idsOf, metaOf } from '../seen.ts';
import { Subscribers } from '../subscribers.ts';
import { same } from './elicitation.ts';

const both = { modern: ['stdio', 'http'], legacy: ['stdio', 'http'] } as const;
const note = 'own://note';
const mute = 'own://mute';
const resources = [note, mute].map((uri) => ({ uri, name: uri }));
const read = (uri: string) => ({ request: 'resource.read', input: { serverKey: 'server', uri } });
const list = { request: 'resource.list', input: { refresh: false } };
const listed = { wait: 'resources', for: [{ serverKey: 'server', state: 'listed' }] };
const watching = (uris: readonly string[]) => ({ wait: 'resources', for: [{ serverKey: 'server', watched: uris }] });
const filterOf = (listen: { readonly params?: Json } | undefined): Json => (listen?.params?.['notifications'] ?? {}) as Json;

const subscriptions: Scenario = {
  id: 'subscriptions',
  title: 'what is read is watched; only what the server agreed to counts, and its news reach the person',
  runs: both,
  script: () => {
    const subscribers = new Subscribers(mute);
    return {
      capabilities: { tools: {}, resources: { subscribe: true } },
      resources,
      ...subscribers.parts,
      calls: {
        change: (ask, peer) => {
          subscribers.tell(peer, 'notifications/resources/updated', 'resourceSubscriptions', note);
          peer.result(ask, text('changed'));
        },
      },
    };
  },
  plan: () => ({
    steps: [
      list,
      listed,
      read(note),
      read(mute),
      watching([note]),
      { wait: 'resources', for: [{ serverKey: 'server', unwatched: [mute] }] },
      ...call('change'),
      { wait: 'resources', for: [{ serverKey: 'server', changed: [note] }] },
      read(note),
      { wait: 'resources', for: [{ serverKey: 'server', changed: { $not: [note] } }] },
    ],
  }),
  check: (seen, check) => {
    const waits = seen.lines('waited').filter((line) => line['found'] !== true);
    check('news', 'watched, refused, changed and read again are told apart', waits.length === 0, waits);
    const listens = seen.of('subscriptions/listen');
    if (!seen.isModern) {
      const asked = seen.of('resources/subscribe').map(({ params }) => params?.['uri']);
      check('subscribe', 'each address is subscribed to once', same(asked, [note, mute]), asked);
      check('no-listen', 'nothing of the newer era is sent', listens.length === 0, listens);
      return;
    }
    check('listen', 'one filter asks for both', same(filterOf(listens.at(-1)), { resourceSubscriptions: [note, mute] }), listens);
    check('no-subscribe', 'nothing of the older era is sent', seen.count('resources/subscribe') === 0);
    check(
      'envelope',
      'it carries what every request does',
      metaOf(listens[0])['io.modelcontextprotocol/protocolVersion'] !== undefined,
      listens[0],
    );
    const atLast = seen.at(({ message }) => message?.method === 'subscriptions/listen' && message.id === listens.at(-1)?.id);
    const ended = seen.at(
      ({ message, event, detail }) =>
        (message?.method === 'notifications/cancelled' && message.params?.['requestId'] === listens[0]?.id) ||
        (event === 'stream-closed' && detail === listens[0]?.id),
    );
    check('gapless', 'a filter is replaced before the older one ends', listens.length < 2 || ended > atLast, { atLast, ended });
  },
};

const most = 50;
const addresses = Array.from({ length: most + 1 }, (_, n) => `own://page/${n}`);
const many: Scenario = {
  id: 'subscriptions-many',
  title: `at most ${most} addresses are watched: the oldest is given up`,
  script: () => ({
    capabilities: { tools: {}, resources: { subscribe: true } },
    ...new Subscribers().parts,
  }),
  plan: () => ({ steps: [...addresses.map(read), watching([addresses[most] ?? '']), { pause: 200 }] }),
  check: (seen, check) => {
    if (seen.isModern) {
      const uris = filterOf(seen.of('subscriptions/listen').at(-1))['resourceSubscriptions'] as readonly string[];
      check('filter', 'the last filter has the latest alone', same([...uris].toSorted(), addresses.slice(1).toSorted()), uris);
      return;
    }
    check('subscribe', 'each is subscribed to', seen.count('resources/subscribe') === addresses.length, seen.count('resources/subscribe'));
    const gone = seen.of('resources/unsubscribe').map(({ params }) => params?.['uri']);
    check('unsubscribe', 'the first is unsubscribed from', same(gone, [addresses[0]]), gone);
  },
};

const again: Scenario = {
  id: 'relisten',
  title: 'a subscription that the server ends is opened again, and what was missed is read once',
  runs: { modern: ['stdio', 'http'] },
  script: () => {
    const subscribers = new Subscribers();
    let isLater = false;
    return {
      capabilities: { tools: { listChanged: true } },
      ...subscribers.parts,
      tools: () => ['drop', ...(isLater ? ['later'] : [])].map((name) => toolOf(name)),
      calls: {
        drop: (ask, peer) => {
          peer.result(ask, text('dropped'));
          isLater = true;
          subscribers.drop(peer);
        },
      },
    };
  },
  plan: () => ({
    steps: [...call('drop'), { wait: 'servers', for: [{ key: 'server', tools: [{ name: 'later' }] }] }],
  }),
  check: (seen, check) => {
    const listens = seen.of('subscriptions/listen');
    check('again', 'there is a second one', listens.length === 2, listens);
    check('id', 'with an id of its own', new Set(idsOf(listens)).size === listens.length, idsOf(listens));
    check(
      'filter',
      'and the same filter',
      same(filterOf(listens[0]), filterOf(listens[1])) && filterOf(listens[0])['toolsListChanged'] === true,
      listens,
    );
    check('missed', 'the list is read once more', seen.count('tools/list') === 2, seen.count('tools/list'));
    check(
      'found',
      'what was missed is there',
      seen.lines('waited').every((line) => line['found'] === true),
    );
  },
};

const restart: Scenario = {
  id: 'subscriptions-restart',
  title: 'after a crash of the server what was watched is watched again, and looked at once',
  script: () => ({
    capabilities: { tools: {}, resources: { subscribe: true } },
    resources,
    ...new Subscribers().parts,
    calls: { crash: () => process.exit(7) },
  }),
  plan: () => ({
    limits: { backoffMs: 100 },
    steps: [
      list,
      listed,
      read(note),
      watching([note]),
      ...call('crash'),
      { wait: 'servers', for: [{ key: 'server', state: { status: 'ready' } }] },
      watching([note]),
      { pause: 300 },
    ],
  }),
  check: (seen, check) => {
    const pids = [...new Set(seen.parts.entries.map(({ pid }) => pid))];
    check('again', 'there are two processes', pids.length === 2, pids);
    const second = seen.parts.entries.flatMap(({ pid, what, message }) => (pid === pids[1] && what === 'in' && message ? [message] : []));
    const method = seen.isModern ? 'subscriptions/listen' : 'resources/subscribe';
    check(
      'watched',
      'the second is asked to tell of the same address',
      JSON.stringify(second.filter((one) => one.method === method)).includes(note),
      second,
    );
    const reads = second.filter((one) => one.method === 'resources/read');
    check('looked', 'and the address is read once', reads.length === 1, reads);
    check('unrepeated', 'the call is not sent again', seen.calls('crash').length === 1, seen.calls('crash'));
    check('unknown', 'its outcome is not known', seen.run('crash')?.status === 'unknown', seen.run('crash')?.status);
  },
};

const changes = [
  ['notifications/tools/list_changed', 'toolsListChanged', 'tools/list'],
  ['notifications/prompts/list_changed', 'promptsListChanged', 'prompts/list'],
  ['notifications/resources/list_changed', 'resourcesListChanged', 'resources/list'],
] as const;
const hour = { ttlMs: 3_600_000, cacheScope: 'public' };
const listChanged: Scenario = {
  id: 'list-changed',
  title: 'a burst of notices of a changed list is one reading, also where the list was promised to hold for an hour',
  runs: both,
  script: ({ era }) => {
    const subscribers = new Subscribers();
    let isLater = false;
    const life = era === 'modern' ? hour : {};
    return {
      capabilities: { tools: { listChanged: true }, prompts: { listChanged: true }, resources: { listChanged: true } },
      ...subscribers.parts,
      answers: {
        ...subscribers.parts.answers,
        'tools/list': (ask, peer) =>
          peer.result(ask, { tools: ['burst', ...(isLater ? ['later'] : [])].map((name) => toolOf(name)), ...life }),
        'prompts/list': (ask, peer) => peer.result(ask, { prompts: isLater ? [{ name: 'later' }] : [], ...life }),
        'resources/list': (ask, peer) => peer.result(ask, { resources: isLater ? [{ uri: note, name: 'later' }] : [], ...life }),
      },
      calls: {
        burst: (ask, peer) => {
          isLater = true;
          for (let times = 0; times < 7; times++) for (const [method, member] of changes) subscribers.tell(peer, method, member);
          peer.result(ask, text('told'));
        },
      },
    };
  },
  plan: () => ({
    limits: { rereadMs: 300 },
    steps: [
      list,
      listed,
      { request: 'prompt.list', input: { refresh: false } },
      { wait: 'prompts', for: [{ serverKey: 'server', state: 'listed' }] },
      { pause: 200 },
      ...call('burst'),
      { wait: 'servers', for: [{ key: 'server', tools: [{ name: 'later' }] }] },
      { wait: 'prompts', for: [{ serverKey: 'server', prompts: [{ name: 'later' }] }] },
      { wait: 'resources', for: [{ serverKey: 'server', resources: [{ name: 'later' }] }] },
      { pause: 800 },
    ],
  }),
  check: (seen, check) => {
    for (const [, , method] of changes) check(method, `${method}: read twice in all`, seen.count(method) === 2, seen.count(method));
    const filters = seen.of('subscriptions/listen').map(filterOf);
    const asked = Object.assign({}, ...filters) as Json;
    if (seen.isModern)
      check(
        'filter',
        'all three are asked for',
        changes.every(([, member]) => asked[member] === true),
        filters,
      );
    else check('filter', 'nothing is subscribed to', filters.length === 0, filters);
  },
};

export const watched: readonly Scenario[] = [subscriptions, many, again, restart, listChanged];
