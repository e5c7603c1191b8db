import { begin, call, ended, type Scenario } from '../scenario.ts';
import { type Ask, type Peer, text, toolOf } from '../script.ts';
import { idsOf, metaOf } from '../seen.ts';

const both = { modern: ['stdio', 'http'], legacy: ['stdio', 'http'] } as const;
const atRun = (toolName: string, more: object) => ({ turns: [{ parts: [{ call: { toolName, ...more } }] }] });

const progress: Scenario = {
  id: 'progress',
  title: 'progress: tokens of their own, only rising values heeded, late ones ignored',
  runs: both,
  script: () => {
    let slow: Ask | undefined;
    const tell = (peer: Peer, ask: Ask, value: number): void =>
      peer.notify('notifications/progress', { progressToken: ask.meta['progressToken'], progress: value, total: 9 }, ask);
    return {
      calls: {
        slow: (ask, peer) => {
          slow = ask;
          for (const value of [1, 3, 2]) tell(peer, ask, value);
        },
        touch: (ask, peer) => peer.result(ask, text('touched')),
        release: (ask, peer) => {
          if (slow) peer.result(slow, text('released'));
          if (slow) tell(peer, slow, 8);
          peer.result(ask, text('fine'));
        },
      },
    };
  },
  plan: () => ({
    steps: [
      ...begin('slow'),
      { wait: 'playground', for: atRun('slow', { progress: { progress: 3 } }) },
      ...call('touch'),
      { wait: 'playground', for: atRun('slow', { progress: { progress: 3 } }), ms: 0 },
      ...begin('release'),
      ended('slow'),
      ended('release'),
      ...call('touch'),
    ],
  }),
  check: (seen, check) => {
    const tokens = seen.of('tools/call').map((message) => metaOf(message)['progressToken']);
    check('tokens', 'each call has a token of its own', new Set(tokens).size === tokens.length && !tokens.includes(undefined), tokens);
    const waits = seen.lines('waited').filter((line) => line['found'] !== true);
    check('rising', 'a value that falls back is not heeded', waits.length === 0, waits);
    check(
      'late',
      'what comes after the result changes nothing',
      seen.runs.every(({ status }) => status === 'done'),
      seen.runs,
    );
  },
};

const cancellation: Scenario = {
  id: 'cancellation',
  title: 'Stop reaches the server: a notice, or the end of the stream in the newer era over HTTP',
  runs: both,
  script: () => {
    let stopped: Ask | undefined;
    return {
      calls: {
        slow: (ask) => {
          stopped = ask;
        },
        other: (ask, peer) => {
          if (stopped) peer.result(stopped, text('too late'));
          peer.result(ask, text('fine'));
        },
      },
      cancelled: (id, peer) => peer.note('cancelled', id),
    };
  },
  plan: () => ({
    steps: [
      ...begin('slow'),
      { wait: 'playground', for: atRun('slow', { status: 'running' }) },
      { pause: 150 },
      { request: 'tool.stop', input: { turnId: '$slow.turnId' } },
      ended('slow'),
      { pause: 200 },
      ...call('other'),
    ],
  }),
  check: (seen, check) => {
    const [id] = idsOf(seen.calls('slow'));
    const told = seen.noted('cancelled');
    check('told', 'the server hears of it, once, by the id of the call', told.length === 1 && told[0] === id, { told, id });
    const notices = seen.of('notifications/cancelled');
    const byStream = seen.isModern && seen.parts.way === 'http';
    check(
      'how',
      byStream ? 'by the end of its stream alone' : 'by a notice',
      byStream ? notices.length === 0 : notices.length === 1 && notices[0]?.params?.['requestId'] === id,
      notices,
    );
    check('ended', 'the call has no result', seen.run('slow')?.status !== 'done', seen.run('slow'));
    check('late', 'a late answer is no answer to anything else', seen.textOf(seen.run('other')).includes('fine'), seen.run('other'));
  },
};

const neverInitialize: Scenario = {
  id: 'cancel-never-initialize',
  title: 'a handshake that is not answered is given up without a notice',
  runs: { legacy: ['stdio'] },
  fails: true,
  script: () => ({ answers: { initialize: () => undefined } }),
  plan: () => ({ limits: { startMs: 700, backoffMs: 50 } }),
  check: (seen, check) => {
    check('asked', 'initialize was sent', seen.count('initialize') > 0);
    check('no-notice', 'and is never cancelled', seen.count('notifications/cancelled') === 0, seen.of('notifications/cancelled'));
    check('said', 'the host says that the start took too long', seen.lines('server')[0]?.['state'] !== 'ready', seen.lines('server'));
  },
};

const timeout: Scenario = {
  id: 'timeout',
  title: 'a call that is not answered in time ends, and the server hears of it',
  runs: both,
  script: () => ({
    calls: { mute: () => undefined, other: (ask, peer) => peer.result(ask, text('fine')) },
    cancelled: (id, peer) => peer.note('cancelled', id),
  }),
  plan: () => ({
    before: [{ request: 'settings.change', input: { change: { callTimeoutSeconds: 1 } } }],
    steps: [...call('mute'), { pause: 100 }, ...call('other')],
  }),
  check: (seen, check) => {
    check('timed-out', 'the call has timed out', seen.run('mute')?.status === 'timed-out', seen.run('mute'));
    check('told', 'the server hears of it', seen.noted('cancelled')[0] === idsOf(seen.calls('mute'))[0], seen.noted('cancelled'));
    check('once', 'it is not sent again', seen.calls('mute').length === 1);
    check('on', 'the connection goes on', seen.run('other')?.status === 'done', seen.run('other'));
  },
};

const timeoutHeld: Scenario = {
  id: 'timeout-held',
  title: 'the time of a call stands still while a person is asked',
  script: ({ era }) => ({
    calls: {
      ask: async (ask, peer) => {
        const wish = {
          message: 'Take your time',
          requestedSchema: { type: 'object', properties: { a: { type: 'string', default: 'x' } } },
        };
        if (era === 'modern' && ask.params['inputResponses'] === undefined) {
          peer.bareResult(ask, { resultType: 'input_required', inputRequests: { a: { method: 'elicitation/create', params: wish } } });
          return;
        }
        if (era === 'legacy') await peer.push('elicitation/create', wish, ask);
        peer.result(ask, text('done'));
      },
    },
    cancelled: (id, peer) => peer.note('cancelled', id),
  }),
  plan: () => ({
    answers: [{ to: { kind: 'elicitation' }, answer: 'wait' }],
    before: [
      { request: 'settings.change', input: { change: { callTimeoutSeconds: 1 } } },
      { request: 'server.setInformation', input: { serverKey: 'server', on: true } },
    ],
    steps: [
      ...begin('ask'),
      { wait: 'decisions', for: [{ kind: 'elicitation' }] },
      { pause: 1600 },
      { wait: 'decisions', for: [{ kind: 'elicitation' }], ms: 0 },
      { wait: 'playground', for: atRun('ask', { status: 'running' }), ms: 0 },
      { request: 'tool.stop', input: { turnId: '$ask.turnId' } },
      ended('ask'),
    ],
  }),
  check: (seen, check) => {
    const waits = seen.lines('waited');
    check(
      'open',
      'the question is still there when the time would have been over',
      waits.every((line) => line['found'] === true),
      waits,
    );
    check('stopped', 'then Stop ends it', seen.run('ask')?.status !== 'timed-out', seen.run('ask'));
  },
};

const tracing: Scenario = {
  id: 'tracing',
  title: 'each call has a trace context of its own, and none when it is turned off',
  runs: both,
  script: () => ({ calls: { do: (ask, peer) => peer.result(ask, text('done')) } }),
  plan: () => ({
    steps: [...call('do'), ...call('do'), { request: 'settings.change', input: { change: { traceContext: false } } }, ...call('do')],
  }),
  check: (seen, check) => {
    const contexts = seen.calls('do').map((message) => metaOf(message)['traceparent']);
    const [first, second, off] = contexts;
    const isOne = (value: unknown): boolean => typeof value === 'string' && /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/.test(value);
    check('syntax', 'it is a W3C trace context', isOne(first) && isOne(second), contexts);
    check('own', 'no two calls have the same', first !== second, contexts);
    check('off', 'none is sent when it is turned off', contexts.length === 3 && off === undefined, contexts);
    if (seen.parts.way === 'http') {
      const headers = seen.headersOf('tools/call').map((one) => one['traceparent']);
      check('header', 'the header says the same', JSON.stringify(headers) === JSON.stringify(contexts), headers);
    }
  },
};

const results: Scenario = {
  id: 'result-types',
  title: 'an absent kind of result counts as complete, an unknown one is no result; unknown blocks lose nothing else',
  script: () => ({
    calls: {
      absent: (ask, peer) => peer.bareResult(ask, text('absent but fine')),
      unknown: (ask, peer) => peer.bareResult(ask, { resultType: 'surprise', ...text('surprise') }),
      required: (ask, peer) =>
        peer.bareResult(ask, { resultType: 'input_required', inputRequests: { a: { method: 'surprise/ask', params: {} } } }),
      block: (ask, peer) =>
        peer.result(ask, {
          content: [
            { type: 'hologram', shape: 'cube' },
            { type: 'text', text: 'and text' },
          ],
        }),
    },
  }),
  plan: () => ({ steps: ['absent', 'unknown', 'required', 'block', 'absent'].flatMap((name) => call(name)) }),
  check: (seen, check) => {
    check('absent', 'no kind counts as complete', seen.textOf(seen.run('absent')).includes('absent but fine'), seen.run('absent'));
    if (seen.isModern)
      check('unknown', 'an unknown kind is an error', seen.run('unknown')?.status === 'protocol-error', seen.run('unknown'));
    check('required', 'what can’t be answered is not sent again', seen.calls('required').length === 1, seen.calls('required'));
    if (seen.isModern)
      check('refused', 'and ends as an error of the protocol', seen.run('required')?.status === 'protocol-error', seen.run('required'));
    check('block', 'text beside an unknown block stays', seen.textOf(seen.run('block')).includes('and text'), seen.run('block'));
    check('on', 'the connection goes on', seen.run('absent', 1)?.status === 'done', seen.run('absent', 1));
  },
};

const errors: Scenario = {
  id: 'errors',
  title: 'errors of a tool and of the protocol are told apart, and nothing is sent twice',
  runs: both,
  script: () => ({
    calls: {
      bad: (ask, peer) => peer.result(ask, { ...text('no such city'), isError: true }),
      wrong: (ask, peer) => peer.error(ask, { code: -32602, message: 'invalid' }),
      odd: (ask, peer) => peer.error(ask, { code: -32017, message: 'one of the server’s own' }),
    },
    tools: () => ['bad', 'wrong', 'odd'].map((name) => toolOf(name)),
  }),
  plan: () => ({ steps: ['bad', 'wrong', 'odd'].flatMap((name) => call(name)) }),
  check: (seen, check) => {
    check('tool', 'a result that is an error is an error of the tool', seen.run('bad')?.status === 'tool-error', seen.run('bad'));
    for (const name of ['wrong', 'odd'])
      check(name, 'an error is one of the protocol', seen.run(name)?.status === 'protocol-error', seen.run(name));
    check('once', 'each was sent once', seen.count('tools/call') === 3, seen.of('tools/call'));
  },
};

export const calls: readonly Scenario[] = [progress, cancellation, neverInitialize, timeout, timeoutHeld, tracing, results, errors];
