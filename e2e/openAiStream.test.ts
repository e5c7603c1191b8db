import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOpenAiProvider, type OpenAiOptions } from '../electron/models/openai.ts';
import type { ModelChunk } from '../electron/models/provider.ts';
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

describe('failures after the first byte', () => {
  const start = 'data: {"choices":[{"delta":{"content":"so far"}}]}\n\n';
  it.each<[string, Round, string]>([
    ['F29 a cut in the middle', { raw: [start, 'data: {"choi'], cutAfterBytes: start.length + 5 }, 'model-cut'],
    ['F29 an end without a finish reason', { raw: start }, 'model-cut'],
    ['F29 a [DONE] without a finish reason', { raw: `${start}data: [DONE]\n\n` }, 'model-cut'],
    ['F30 an error event', { raw: `${start}event: error\ndata: {"error":{"message":"boom ${KEY}"}}\n\n` }, 'model-error'],
    ['F30 an error in data', { raw: `${start}data: {"error":{"message":"${KEY} overloaded","code":529}}\n\n` }, 'model-overloaded'],
    ['F30 invalid JSON', { raw: `${start}data: {"choices": oops}\n\n` }, 'model-error'],
    ['F29 silence', { raw: start, hang: 'body' }, 'model-cut'],
  ])('%s keeps the text and ends as an error without retry or key', async (_what, round, code) => {
    server.script([round]);
    const { chunks, error } = await provider({ limits: { idleMs: 150 } }).ask();
    expect([textOf(chunks), error?.code, server.requests.length]).toEqual(['so far', code, 1]);
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(KEY);
  });

  it('F30 comments alone keep a slow answer alive', async () => {
    server.script([
      {
        raw: [
          start,
          ...Array.from({ length: 12 }, () => ': still here\n\n'),
          'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n',
        ],
        pieceMs: 40,
      },
    ]);
    expect((await provider({ limits: { idleMs: 300 } }).ask()).error).toBeUndefined();
  });

  it('an answer that has said its end is whole, even if the connection then hangs', async () => {
    server.script([{ raw: `${start}data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n`, hang: 'body' }]);
    const { chunks, error } = await provider({ limits: { lingerMs: 50 } }).ask();
    expect([textOf(chunks), kindsOf(chunks).at(-1), error]).toEqual(['so far', 'stop', undefined]);
    expect(await server.requests[0]?.ended).toBe('client-closed');
  });

  it('a line of a stream beyond 8 MB is refused', async () => {
    server.script([{ raw: ['data: ', 'x'.repeat(9 * 1024 * 1024)] }]);
    expect((await provider().ask()).error?.detail).toContain('longer than');
  });
});

describe('stopping', () => {
  it.each<[string, Round]>([
    ['before the head', { hang: 'headers' }],
    ['in the middle of the text', { text: 'x', finish: null, hang: 'body' }],
  ])('%s ends silently at once and closes the connection', async (_what, round) => {
    server.script([round]);
    const controller = new AbortController();
    const running = provider().ask(controller.signal);
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 30));
    controller.abort();
    const { error, chunks } = await running;
    expect([error, kindsOf(chunks).includes('stop')]).toEqual([undefined, false]);
    expect(await server.requests[0]?.ended).toBe('client-closed');
  });

  it('F27 while waiting for a retry ends the wait and asks no more', async () => {
    server.script(() => ({ status: 429, headers: { 'retry-after': '50' } }));
    const controller = new AbortController();
    const model = createOpenAiProvider({ id: 'environment/m', baseUrl: server.url, model: 'm' });
    const chunks: ModelChunk[] = [];
    for await (const chunk of model.stream(question, controller.signal)) {
      chunks.push(chunk);
      controller.abort();
    }
    expect([kindsOf(chunks), server.requests.length]).toEqual([['retrying'], 1]);
  });

  it('between two chunks of one answer gives no call any more', async () => {
    server.script([
      {
        calls: [
          { name: 'a', arguments: {} },
          { name: 'b', arguments: {} },
        ],
      },
    ]);
    const controller = new AbortController();
    const kinds: string[] = [];
    for await (const chunk of createOpenAiProvider({ id: 'environment/m', baseUrl: server.url, model: 'm' }).stream(
      question,
      controller.signal,
    )) {
      kinds.push(chunk.kind);
      if (chunk.kind === 'call') controller.abort();
    }
    expect(kinds).toEqual(['calling', 'calling', 'call']);
  });

  it('before it began asks nothing, and leaving the loop closes the connection too', async () => {
    server.script([{ text: ['a', 'b'], pieceMs: 30, hang: 'body', finish: null }]);
    expect(await provider().ask(AbortSignal.abort())).toEqual({ chunks: [], error: undefined });
    expect(server.requests).toHaveLength(0);
    const model = createOpenAiProvider({ id: 'environment/m', baseUrl: server.url, model: 'm' });
    for await (const chunk of model.stream(question, new AbortController().signal)) if (chunk.kind === 'text') break;
    expect(await server.requests[0]?.ended).toBe('client-closed');
  });
});
