import { call, type Scenario } from '../scenario.ts';
import { text } from '../script.ts';
import { isRequest } from '../seen.ts';

const everySecond = { request: 'settings.change', input: { change: { healthCheckSeconds: 1 } } };

const quiet: Scenario = {
  id: 'health',
  title: 'a quiet server is looked at: by ping in the older era, by server/discover in the newer',
  runs: { modern: ['stdio', 'http'], legacy: ['stdio', 'http'] },
  script: () => ({}),
  plan: () => ({ before: [everySecond], steps: [{ pause: 2600 }, ...call('none')] }),
  check: (seen, check) => {
    if (seen.isModern) {
      check('discover', 'it is asked again what it is', seen.count('server/discover') >= 2, seen.count('server/discover'));
      check('no-ping', 'the newer era has no ping', seen.count('ping') === 0);
    } else {
      check('ping', 'it is pinged', seen.count('ping') >= 1, seen.count('ping'));
      check('discover', 'and asked for the newer era only once', seen.count('server/discover') <= 1, seen.count('server/discover'));
    }
  },
};

const dead: Scenario = {
  id: 'health-dead',
  title: 'a server that leaves two looks unanswered is ended and started anew',
  script: ({ era }) => ({
    answers: {
      ping: () => undefined,
      ...(era === 'modern'
        ? {
            'server/discover': (ask, peer) => {
              if (ask.nth > 1) return;
              const result = { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, serverInfo: { name: 'own', version: '1' } };
              peer.result(ask, result);
            },
          }
        : {}),
    },
  }),
  plan: () => ({
    limits: { pingMs: 300, backoffMs: 100 },
    before: [everySecond],
    steps: [
      { wait: 'servers', for: [{ key: 'server', state: { status: { $not: 'ready' } } }] },
      { wait: 'servers', for: [{ key: 'server', state: { status: 'ready' } }] },
    ],
  }),
  check: (seen, check) => {
    const pids = [...new Set(seen.parts.entries.map(({ pid }) => pid))];
    check('again', 'there are two processes, one after the other', pids.length === 2, pids);
    const looks = seen.parts.entries.filter(
      ({ pid, message }) => pid === pids[0] && message?.method === (seen.isModern ? 'server/discover' : 'ping'),
    );
    check('twice', 'one look that is not answered is not enough', looks.length >= (seen.isModern ? 3 : 2), looks);
    check(
      'found',
      'both waits came to an end',
      seen.lines('waited').every((line) => line['found'] === true),
    );
  },
};

const incoming: Scenario = {
  id: 'incoming-ping',
  title: 'a ping of the server is answered in the older era, and no request of a server in the newer',
  script: () => ({
    calls: {
      do: (ask, peer) => {
        void peer.push('ping', {}, ask).then((answer) => peer.note('pong', answer));
        setTimeout(() => peer.result(ask, text('done')), 200);
      },
    },
  }),
  plan: () => ({ steps: [...call('do'), ...call('do')] }),
  check: (seen, check) => {
    check('works', 'calls go on', seen.runs.length === 2 && seen.runs.every(({ status }) => status === 'done'), seen.runs);
    if (seen.isModern) {
      const answers = seen.received.filter((message) => !isRequest(message) && message.method === undefined);
      check('silent', 'no response is written to the server', answers.length === 0, answers);
      return;
    }
    check('pong', 'the answer is an empty result', seen.noted('pong').length === 2, seen.answers);
    check(
      'empty',
      'and nothing else',
      seen.answers.every(({ result }) => JSON.stringify(result) === '{}'),
      seen.answers,
    );
  },
};

export const health: readonly Scenario[] = [quiet, dead, incoming];
