import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createOpenAiProvider, type OpenAiOptions } from '../electron/models/openai.ts';
import { askerFor, type Asker, kindsOf, KEY, question, textOf } from './askModel.ts';
import { type ModelServer, type Round, startModelServer } from './modelServer.ts';

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(async () => {
  await server.close();
});
const provider = (options: Partial<OpenAiOptions> = {}): Asker => askerFor(server.url, options);

describe('a streamed answer', () => {
  it('has its text as it comes, its calls when it has ended, and stop last', async () => {
    server.script([
      {
        reasoning: ['hm'],
        text: ['Hel', 'lo'],
        calls: [{ id: 'c1', name: 'a__b', arguments: { x: 1 } }],
        usage: { inputTokens: 3, outputTokens: 5 },
      },
    ]);
    const { chunks, error } = await provider().ask();
    expect(error).toBeUndefined();
    expect(chunks).toEqual([
      { kind: 'reasoning', text: 'hm' },
      { kind: 'text', text: 'Hel' },
      { kind: 'text', text: 'lo' },
      { kind: 'calling', name: 'a__b' },
      { kind: 'call', call: { id: 'c1', name: 'a__b', argumentsText: '{"x":1}' } },
      { kind: 'usage', inputTokens: 3, outputTokens: 5 },
      { kind: 'stop', stop: 'end' },
    ]);
  });

  it('F30 comments, unknown events, a missing [DONE], carriage returns and a byte order mark are no trouble', async () => {
    const event = (content: string, finish = 'null'): string =>
      `data: {"choices":[{"delta":{"content":"${content}"},"finish_reason":${finish}}]}`;
    const lines = [
      ': keep-alive',
      '',
      'event: ping',
      'data: {"type":"ping"}',
      '',
      'retry: 10',
      'id: 7',
      event('你'),
      '',
      event('好', '"stop"'),
      '',
      '',
    ];
    server.script(
      ['\n', '\r\n', '\r'].map((ending): Round => ({ raw: lines.join(ending) })).concat({ raw: `\ufeff${event('你好', '"stop"')}\n\n` }),
    );
    for (let at = 0; at < 4; at++) expect(textOf((await provider().ask()).chunks)).toBe('你好');
  });

  it('F30 an endpoint that does not stream is read all the same', async () => {
    server.script([
      {
        type: 'application/json',
        raw: JSON.stringify({ choices: [{ message: { content: 'all\nat once' }, finish_reason: 'stop' }] }, null, 2),
      },
    ]);
    expect(textOf((await provider().ask()).chunks)).toBe('all\nat once');
  });

  it('sends only its own headers and asks nothing of the environment', async () => {
    const variables = {
      OPENAI_ORG_ID: 'org-env',
      OPENAI_PROJECT_ID: 'proj-env',
      OPENAI_API_KEY: 'key-env',
      OPENAI_BASE_URL: 'http://127.0.0.1:9/env',
      OPENAI_CUSTOM_HEADERS: 'x-env: yes',
      OPENAI_LOG: 'debug',
    };
    const before = { ...process.env };
    Object.assign(process.env, variables);
    onTestFinished(() => {
      for (const name of Object.keys(variables)) delete process.env[name];
      Object.assign(process.env, before);
    });
    server.script([{ text: 'x' }, { text: 'x' }]);
    await provider().ask();
    await provider({ apiKey: undefined }).ask();
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(server.requests[1]?.headers).not.toHaveProperty('authorization');
    expect(JSON.stringify(server.requests.map((one) => one.headers))).not.toMatch(/stainless|-env|x-env/i);
  });

  it('an endpoint that refuses stream_options is asked once more without, and never again with', async () => {
    server.script((one) =>
      one.body.stream_options ? { status: 400, body: { error: { message: 'Unknown parameter: stream_options' } } } : { text: 'ok' },
    );
    const { ask } = provider();
    expect([textOf((await ask()).chunks), textOf((await ask()).chunks)]).toEqual(['ok', 'ok']);
    expect(server.requests.map((one) => one.body.stream_options !== undefined)).toEqual([true, false, false]);
  });

  it('UA19 more tools than the endpoint takes are refused before anything is sent', async () => {
    const model = createOpenAiProvider({
      id: 'environment/m',
      baseUrl: 'https://api.openai.com/v1',
      model: 'm',
      fetch: () => Promise.reject(new Error('sent')),
    });
    const tools = Array.from({ length: 222 }, (_, at) => ({ name: `t${at}`, description: '', parameters: {} }));
    const next = model
      .stream({ ...question, tools }, new AbortController().signal)
      [Symbol.asyncIterator]()
      .next();
    await expect(next).rejects.toThrow('at most 128 tools, 222 are switched on; nothing was sent');
  });
});

describe('failures before the first byte', () => {
  it.each([
    [401, 'model-key'],
    [403, 'model-key'],
    [402, 'model-key'],
    [404, 'model-missing'],
    [413, 'model-context'],
    [400, 'model-error'],
    [307, 'model-error'],
  ])('F32 status %i is %s, at once, with the endpoint’s words and without the key', async (status, code) => {
    server.script(() => ({ status, headers: { location: '/elsewhere' }, body: { error: { message: `no, ${KEY} is bad` } } }));
    const { ask, waits } = provider();
    const { error, chunks } = await ask();
    expect([error?.code, waits, chunks, server.requests.length]).toEqual([code, [], [], 1]);
    expect(error?.detail).toContain(`HTTP ${status}: `);
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(KEY);
  });

  it('F27 a 429 is tried twice more, Retry-After honoured, each wait announced', async () => {
    server.script([{ status: 429, headers: { 'retry-after': '7' } }, { status: 429 }, { text: 'at last' }]);
    const { ask, waits } = provider();
    const { chunks } = await ask();
    expect(waits).toEqual([7000, 1000]);
    expect(chunks.slice(0, 2)).toEqual([
      { kind: 'retrying', untilMs: 1_007_000, code: 'model-rate' },
      { kind: 'retrying', untilMs: 1_001_000, code: 'model-rate' },
    ]);
    expect(textOf(chunks)).toBe('at last');
  });

  it('F27 a provider that wants an hour is not waited for; the detail says until when', async () => {
    server.script([{ status: 429, headers: { 'retry-after': '3600' } }]);
    const { ask, waits } = provider();
    const { error } = await ask();
    expect([error?.code, waits]).toEqual(['model-rate', []]);
    expect(error?.detail).toContain('3600 seconds, until 1970-01-01T01:16:40.000Z');
  });

  it.each([500, 502, 503, 529, 429])('F28 status %i three times is an error, after two retries', async (status) => {
    server.script(() => ({ status }));
    const { error, chunks } = await provider().ask();
    expect([error?.code, kindsOf(chunks), server.requests.length]).toEqual([
      status === 429 ? 'model-rate' : 'model-overloaded',
      ['retrying', 'retrying'],
      3,
    ]);
  });

  it('F28 a refused connection is tried twice more, then named', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const { error, chunks } = await provider({ baseUrl: `http://127.0.0.1:${port}/v1` }).ask();
    expect([error?.code, kindsOf(chunks)]).toEqual(['model-unreachable', ['retrying', 'retrying']]);
    expect(error?.detail).toContain('ECONNREFUSED');
  });

  it('F28 an endpoint that never answers is given up after its time, and tried again', async () => {
    server.script([{ hang: 'headers' }, { text: 'ok' }]);
    const { chunks } = await provider({ limits: { headersMs: 100 } }).ask();
    expect([kindsOf(chunks)[0], textOf(chunks)]).toEqual(['retrying', 'ok']);
    expect(await server.requests[0]?.ended).toBe('client-closed');
  });

  it.each(['not an address', 'file:///etc/passwd', 'http://'])('an address that is none (%s) is an error in words', async (baseUrl) => {
    const { error } = await provider({ baseUrl }).ask();
    expect([error?.code, error?.detail]).toEqual(['model-unreachable', `${baseUrl} is not an http or https address`]);
  });

  it('S46 the key goes to the endpoint’s own origin alone: a redirect is not followed', async () => {
    const other = await startModelServer();
    onTestFinished(() => other.close());
    server.script(() => ({ status: 307, headers: { location: `${other.url}/chat/completions` } }));
    const { error } = await provider().ask();
    expect([error?.code, other.requests.length]).toEqual(['model-error', 0]);
    expect(error?.detail).toContain('redirect');
  });

  it('a web page instead of an answer is said to be one', async () => {
    server.script([{ type: 'text/html', raw: '<!doctype html><p>hello' }]);
    const { error } = await provider().ask();
    expect([error?.code, error?.detail]).toEqual(['model-error', 'the address answered with a web page; it may lack a part such as /v1']);
  });

  it('an error text without end is cut', async () => {
    server.script([{ status: 400, body: 'x'.repeat(5_000_000) }]);
    expect((await provider().ask()).error?.detail.length).toBeLessThanOrEqual(2000);
  });
});
