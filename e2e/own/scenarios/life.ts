import { spawn } from 'node:child_process';
import { call, type Scenario } from '../scenario.ts';
import { type Message, type Peer, text } from '../script.ts';
import { newestVersion, olderVersion } from '../scriptedServer.ts';
import { idsOf, isRequest, metaOf } from '../seen.ts';

const meta = (name: string): string => `io.modelcontextprotocol/${name}`;
const isFramed = (message: Message): boolean => message.jsonrpc === '2.0' && !Array.isArray(message);

/** How a connection begins. */
const start: Scenario = {
  id: 'stdio-start',
  title: 'the first messages of a connection, and nothing else on stdin',
  script: () => ({ calls: { do: (ask, peer) => peer.result(ask, text('done')) } }),
  plan: () => ({ steps: call('do') }),
  check: (seen, check) => {
    const { received, isModern } = seen;
    const raw = seen.parts.entries.filter((entry) => entry.raw !== undefined);
    check('framed', 'every line on stdin is one JSON-RPC message', raw.length === 0 && received.every(isFramed), raw);
    const ids = idsOf(received.filter(isRequest));
    check('ids', 'ids are unique and never null', new Set(ids).size === ids.length && !ids.includes(null), ids);
    check(
      'undeclared',
      'what the server does not declare is not asked for',
      seen.count('resources/list') + seen.count('prompts/list') === 0,
    );
    check('called', 'the call is answered', seen.run('do')?.status === 'done', seen.runs);
    if (isModern) {
      check('first', 'the first message is server/discover', received[0]?.method === 'server/discover', received[0]);
      check(
        'no-initialize',
        'nothing of the older handshake is sent',
        seen.count('initialize') + seen.count('notifications/initialized') === 0,
      );
      const bare = received.filter(isRequest).filter((message) => {
        const it = metaOf(message);
        return it[meta('protocolVersion')] !== newestVersion || typeof it[meta('clientCapabilities')] !== 'object';
      });
      check('envelope', 'every request carries version and capabilities', bare.length === 0, bare);
      check('who', 'and says who the client is', metaOf(received[0])[meta('clientInfo')] !== undefined, received[0]);
      return;
    }
    const initialize = seen.of('initialize');
    check('initialize', 'there is one initialize, with version, capabilities and client', initialize.length === 1, initialize);
    const { protocolVersion, capabilities, clientInfo } = initialize[0]?.params ?? {};
    check('newest', 'it offers the newest version of the era', protocolVersion === olderVersion, protocolVersion);
    check('about', 'it says who the client is', typeof capabilities === 'object' && typeof clientInfo === 'object', initialize[0]);
    const methods = received.map(({ method }) => method).filter((method) => method !== 'server/discover');
    check(
      'order',
      'initialize, then notifications/initialized, then the rest',
      methods[0] === 'initialize' && methods[1] === 'notifications/initialized',
      methods,
    );
    const late = received.slice(received.findIndex(({ method }) => method === 'initialize'));
    check('no-envelope', 'nothing of the newer envelope comes with it', !JSON.stringify(late).includes(meta('protocolVersion')), late);
  },
};

/** Starts a helper in the group of the server, as npx and uvx do. */
const withHelper = (peer: Peer): void => {
  const helper = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 60_000)'], { stdio: 'ignore' });
  peer.note('helper', helper.pid);
};
const stop: Scenario = {
  id: 'stdio-stop',
  title: 'a polite server ends with its stdin, and its helpers with it',
  script: () => ({ start: withHelper, calls: { do: (ask, peer) => peer.result(ask, text('done')) } }),
  plan: () => ({ steps: call('do') }),
  check: (seen, check) => {
    check('closed', 'stdin is closed', seen.noted('stdin-end').length > 0);
    check('no-signal', 'who ends by that gets no signal', seen.atEvent('sigterm') < 0, seen.parts.entries.slice(-4));
    const last = seen.parts.entries.findLastIndex(({ what }) => what === 'in');
    check('quiet', 'nothing comes after it', last < seen.atEvent('stdin-end'), seen.parts.entries.slice(-4));
    check('helper', 'there was a helper to be ended', seen.noted('helper').length > 0);
  },
};
const stubborn: Scenario = {
  id: 'stdio-stop-stubborn',
  title: 'a server that stays is told by a signal, then ended, in this order',
  isStubborn: true,
  script: () => ({ start: withHelper, calls: { do: (ask, peer) => peer.result(ask, text('done')) } }),
  plan: () => ({ limits: { graceMs: 300 }, steps: call('do') }),
  check: (seen, check) => {
    const [end, term] = [seen.atEvent('stdin-end'), seen.atEvent('sigterm')];
    check('order', 'stdin is closed first, then comes SIGTERM', end >= 0 && term > end, [end, term]);
    check('ended', 'it did not end by itself', seen.atEvent('exit') < 0);
  },
};

const stderr: Scenario = {
  id: 'stdio-stderr',
  title: 'what a server writes to stderr is kept, and is no failure',
  script: () => ({
    start: () => process.stderr.write('Error: fatal, or so it says\n'),
    calls: {
      do: (ask, peer) => {
        process.stderr.write('Traceback: also in a call\n');
        setTimeout(() => peer.result(ask, text('done')), 50);
      },
    },
  }),
  plan: () => ({ steps: [...call('do'), { request: 'server.log', input: { serverKey: 'server' } }] }),
  check: (seen, check) => {
    check('started', 'the server is ready, at its first start', seen.noted('started').length === 1, seen.noted('started'));
    check('called', 'the call is done', seen.run('do')?.status === 'done', seen.runs);
    const log = JSON.stringify(seen.value('server.log'));
    check('kept', 'both lines can be looked at', log.includes('fatal, or so it says') && log.includes('also in a call'), log);
  },
};

const dual: Scenario = {
  id: 'dual-era',
  title: 'of a server of both eras the newer one is taken',
  runs: { modern: ['stdio', 'http'] },
  script: () => ({
    answers: {
      initialize: (ask, peer) =>
        peer.bareResult(ask, { protocolVersion: olderVersion, capabilities: { tools: {} }, serverInfo: { name: 'both', version: '1' } }),
    },
    calls: { do: (ask, peer) => peer.result(ask, text('done')) },
  }),
  plan: () => ({ steps: call('do') }),
  check: (seen, check) => {
    check('newer', 'no initialize is sent', seen.count('initialize') === 0);
    check('called', 'the call is done', seen.run('do')?.status === 'done', seen.runs);
  },
};

/** An older server meets the question for the newer era in different ways; none of them keeps the host from the older handshake. */
const fallback = (id: string, title: string, discover: (peer: Peer, id: Message['id']) => void, processes = 1): Scenario => ({
  id: `fallback-${id}`,
  title,
  runs: { legacy: ['stdio'] },
  script: () => ({
    answers: { 'server/discover': (ask, peer) => discover(peer, ask.id) },
    calls: { do: (ask, peer) => peer.result(ask, text('done')) },
  }),
  plan: () => ({ limits: { probeMs: 400 }, steps: call('do') }),
  check: (seen, check) => {
    check('asked', 'the newer era is looked for first', seen.received[0]?.method === 'server/discover', seen.received[0]);
    check('handshake', 'then comes the handshake of the older, once', seen.count('initialize') === 1, seen.received);
    check('called', 'the call is done', seen.run('do')?.status === 'done', seen.runs);
    const pids = new Set(seen.parts.entries.map(({ pid }) => pid));
    check('processes', `it takes ${processes} of the server's processes`, pids.size === processes, [...pids]);
  },
});
const errorOf =
  (code: number) =>
  (peer: Peer, id: Message['id']): void =>
    peer.raw({ jsonrpc: '2.0', id: id ?? null, error: { code, message: 'what?' } });

export const life: readonly Scenario[] = [
  start,
  stop,
  stubborn,
  stderr,
  dual,
  fallback('unknown', 'the older handshake after -32601', errorOf(-32601)),
  fallback('other-code', 'the older handshake after any other error', errorOf(-32600)),
  fallback('silence', 'the older handshake after silence', () => undefined),
  fallback('exit', 'the older handshake with a new process, where the question ended the first', () => process.exit(3), 2),
];
