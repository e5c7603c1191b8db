import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { defaultQuirks, quirksFor } from '../electron/models/quirks.ts';
import { anthropicAsker } from './askAnthropic.ts';
import { KEY, kindsOf, question, textOf } from './askModel.ts';
import { type ModelServer, startModelServer } from './modelServer.ts';

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(async () => {
  await server.close();
});
const asker = (options: Parameters<typeof anthropicAsker>[1] = {}): ReturnType<typeof anthropicAsker> =>
  anthropicAsker(server.url, options);

describe('a message over a real connection', () => {
  it('has thinking and text as they come, its calls when it has ended, and stop last', async () => {
    server.script([
      {
        reasoning: ['hm', '.'],
        text: ['Hel', 'lo'],
        calls: [{ name: 'a__b', arguments: { x: 1 } }],
        usage: { inputTokens: 3, outputTokens: 5 },
      },
    ]);
    const { chunks, error } = await asker().ask();
    expect(error).toBeUndefined();
    expect(kindsOf(chunks)).toEqual(['reasoning', 'reasoning', 'text', 'text', 'calling', 'call', 'memo', 'usage', 'stop']);
    expect(chunks).toContainEqual({ kind: 'call', call: { id: 'toolu_0', name: 'a__b', argumentsText: '{"x":1}' } });
    expect(chunks).toContainEqual({ kind: 'usage', inputTokens: 3, outputTokens: 5 });
  });

  it('UF7 thinking returned with its signature lets the round go on; the endpoint refuses it changed or left out', async () => {
    server.script([{ reasoning: ['let me ', 'see'], text: 'One moment.', calls: [{ name: 'a__b' }] }, { text: 'done' }, { text: 'done' }]);
    const { ask } = asker();
    const { chunks } = await ask();
    const memo = chunks.flatMap((chunk) => (chunk.kind === 'memo' ? [chunk.memo] : []))[0];
    const calls = chunks.flatMap((chunk) => (chunk.kind === 'call' ? [chunk.call] : []));
    const history = (rest: object): typeof question => ({
      ...question,
      messages: [
        ...question.messages,
        { role: 'assistant', text: 'One moment.', reasoning: 'let me see', calls, ...rest },
        { role: 'tool', callId: 'toolu_0', text: 'x' },
      ],
    });
    expect(textOf((await ask(history({ memo }))).chunks)).toBe('done');
    const { error } = await ask(history({}));
    expect(error?.detail).toContain('Expected `thinking`');
  });

  it('sends only its own headers and asks nothing of the environment', async () => {
    const variables = {
      ANTHROPIC_API_KEY: 'key-env',
      ANTHROPIC_AUTH_TOKEN: 'token-env',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9/env',
      ANTHROPIC_CUSTOM_HEADERS: 'x-env: yes',
      ANTHROPIC_LOG: 'debug',
      ANTHROPIC_PROFILE: 'env',
    };
    const before = { ...process.env };
    Object.assign(process.env, variables);
    onTestFinished(() => {
      for (const name of Object.keys(variables)) delete process.env[name];
      Object.assign(process.env, before);
    });
    server.script([{ text: 'x' }, { text: 'x' }]);
    expect((await asker().ask()).error).toBeUndefined();
    await asker({ apiKey: undefined }).ask();
    expect(server.requests[0]?.headers).toMatchObject({ 'x-api-key': KEY, 'anthropic-version': '2023-06-01' });
    expect(server.requests[1]?.headers).not.toHaveProperty('x-api-key');
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(JSON.stringify(server.requests.map((one) => one.headers))).not.toMatch(/stainless|-env|x-env|added-by/i);
  });

  it('F30 an endpoint that does not stream is read all the same', async () => {
    const content = [{ type: 'text', text: 'all\nat once' }];
    server.script([{ type: 'application/json', raw: JSON.stringify({ type: 'message', content, stop_reason: 'end_turn' }, null, 2) }]);
    expect(textOf((await asker().ask()).chunks)).toBe('all\nat once');
  });

  it('an endpoint that takes shorter answers is asked again at once for what it takes, and from then on', async () => {
    server.script((one) =>
      (one.body['max_tokens'] as number) > 8192
        ? {
            status: 400,
            body: {
              type: 'error',
              error: {
                type: 'invalid_request_error',
                message: 'max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for m',
              },
            },
          }
        : { text: 'ok' },
    );
    const { ask, waits } = asker({ quirks: defaultQuirks });
    expect([textOf((await ask()).chunks), textOf((await ask()).chunks), waits]).toEqual(['ok', 'ok', []]);
    expect(server.requests.map((one) => one.body['max_tokens'])).toEqual([32_000, 8192, 8192]);
  });

  it('an endpoint that knows no cache is asked without', async () => {
    const body = { error: { type: 'invalid_request_error', message: 'cache_control: Extra inputs are not permitted' } };
    server.script((one) => (one.body['cache_control'] ? { status: 400, body } : { text: 'ok' }));
    expect(textOf((await asker({ quirks: quirksFor('', 'anthropic') }).ask()).chunks)).toBe('ok');
    expect(server.requests.map((one) => 'cache_control' in one.body)).toEqual([true, false]);
  });
});

describe('failures of a messages endpoint', () => {
  const said = (type: string, message: string): object => ({ type: 'error', error: { type, message } });
  it.each<[number, string, string, string]>([
    [401, 'authentication_error', 'invalid x-api-key', 'model-key'],
    [403, 'permission_error', 'no', 'model-key'],
    [400, 'invalid_request_error', 'Your credit balance is too low to access the API', 'model-key'],
    [404, 'not_found_error', 'model: m', 'model-missing'],
    [413, 'request_too_large', 'no', 'model-context'],
    [400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum', 'model-context'],
    [400, 'invalid_request_error', 'tools.0: bad', 'model-error'],
  ])('F32 status %i %s "%s" is %s, at once, with the endpoint’s words and without the key', async (status, type, message, code) => {
    server.script(() => ({ status, body: said(type, `${message} ${KEY}`) }));
    const { ask, waits } = asker();
    const { error, chunks } = await ask();
    expect([error?.code, waits, chunks, server.requests.length]).toEqual([code, [], [], 1]);
    expect(error?.detail).toContain(`HTTP ${status}: ${message}`);
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(KEY);
  });

  it('F27 a 429 is tried twice more, Retry-After honoured, each wait announced', async () => {
    server.script([
      { status: 429, headers: { 'retry-after': '7' }, body: said('rate_limit_error', 'slow') },
      { status: 429 },
      { text: 'at last' },
    ]);
    const { ask, waits } = asker();
    const { chunks } = await ask();
    expect(waits).toEqual([7000, 1000]);
    expect(chunks[0]).toEqual({ kind: 'retrying', untilMs: 1_007_000, code: 'model-rate' });
    expect(textOf(chunks)).toBe('at last');
  });

  it.each([529, 500, 503])('F28 status %i three times is an error, after two retries', async (status) => {
    server.script(() => ({ status, body: said('overloaded_error', 'Overloaded') }));
    const { error, chunks } = await asker().ask();
    expect([error?.code, kindsOf(chunks), server.requests.length]).toEqual(['model-overloaded', ['retrying', 'retrying'], 3]);
  });

  it('F28 an overload in the middle of an answer keeps the text and is not tried again', async () => {
    const events = [
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'half' } },
      { type: 'error', error: { type: 'overloaded_error', message: `Overloaded ${KEY}` } },
    ];
    server.script([{ raw: events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('') }]);
    const { error, chunks } = await asker().ask();
    expect([textOf(chunks), error?.code, server.requests.length]).toEqual(['half', 'model-overloaded', 1]);
    expect(inspect(error, { depth: 10 })).not.toContain(KEY);
  });

  it('F28 an endpoint that never answers is given up after its time, and one that falls silent is cut', async () => {
    server.script([{ hang: 'headers' }, { text: 'x', finish: null, hang: 'body' }]);
    const { error, chunks } = await asker({ limits: { headersMs: 100, idleMs: 100 } }).ask();
    expect([kindsOf(chunks), error?.code]).toEqual([['retrying', 'text'], 'model-cut']);
  });

  it('a stop ends the stream without a word, and the exchange with it', async () => {
    server.script([{ text: ['a', 'b', 'c'], pieceMs: 50, hang: 'body' }]);
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 80);
    const { error } = await asker().ask(question, abort.signal);
    expect([error, await server.requests[0]?.ended]).toEqual([undefined, 'client-closed']);
  });

  it('S46 the key goes to the endpoint’s own origin alone: a redirect is not followed', async () => {
    const other = await startModelServer();
    onTestFinished(() => other.close());
    server.script(() => ({ status: 307, headers: { location: `${other.url}/messages` } }));
    const { error } = await asker().ask();
    expect([error?.code, other.arrivals.length]).toEqual(['model-error', 0]);
  });
});

describe('a message cut at every byte', () => {
  it('F29 never gives a call before its end, and keeps the text', async () => {
    const texts = ['查一', '下 ', '😀.'];
    const round = {
      text: texts,
      calls: [
        { id: 'c1', name: 'a__b', arguments: { city: '北京' } },
        { id: 'c2', name: 'a__c' },
      ],
    };
    server.script([round]);
    const whole = await fetch(`${server.url}/messages`, {
      method: 'POST',
      headers: { 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({ model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'x' }] }),
    });
    const recording = new Uint8Array(await whole.arrayBuffer());
    const marker = new TextDecoder('latin1').decode(recording);
    /** From here on the stop reason has come whole. */
    const finishedAt = marker.indexOf('\n\n', marker.indexOf('event: message_delta')) + 2;
    for (let offset = 0; offset <= recording.length; offset++) {
      const clean = offset % 2 === 0;
      const { chunks, error } = await asker({ fetch: () => Promise.resolve(cut(recording, offset, clean)) }).ask();
      const calls = chunks.filter((chunk) => chunk.kind === 'call').length;
      expect(texts.join('').startsWith(textOf(chunks)), `nothing invented at ${offset}`).toBe(true);
      if (offset >= finishedAt) expect([calls, error], `whole at ${offset}`).toEqual([2, undefined]);
      else if (error === undefined) expect([calls, offset >= finishedAt - 2], `at ${offset}`).toEqual([2, true]);
      else expect([calls, ['model-cut', 'model-error'].includes(error.code)], `cut at ${offset}`).toEqual([0, true]);
    }
  }, 60_000);
});

function cut(recording: Uint8Array, offset: number, clean: boolean): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (at < offset) controller.enqueue(recording.slice(at, (at = Math.min(offset, at + 400))));
      else if (clean) controller.close();
      else controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
