import { describe, expect, it } from 'vitest';
import { type Round, startModelServer } from './modelServer.ts';
import { createOpenAiProvider } from '../electron/models/openai.ts';
import { type ModelChunk, ModelError, type ModelRequest } from '../electron/models/provider.ts';

const request: ModelRequest = { system: '', messages: [{ role: 'user', text: 'hello' }], tools: [] };
const event = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const texts = ['查一', '下 ', '😀.'];
const head = [
  ...texts.map((content) => event({ content })),
  event({ tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'a__b', arguments: '' } }] }),
  event({ tool_calls: [{ index: 0, function: { arguments: '{"city":"北京"}' } }] }),
  event({ tool_calls: [{ index: 1, id: 'c2', type: 'function', function: { name: 'a__c', arguments: '{}' } }] }),
].join('');
const finish = event({}, 'tool_calls');
const recording = new TextEncoder().encode(`${head}${finish}data: [DONE]\n\n`);
/** From here on the finish reason has come whole: its line is complete JSON, and the empty line ends the event. */
const finishedAt = new TextEncoder().encode(head + finish).length;

async function run(
  fetch: (() => Promise<Response>) | undefined,
  baseUrl = 'http://model.test/v1',
): Promise<{ chunks: ModelChunk[]; code: string | undefined }> {
  const chunks: ModelChunk[] = [];
  try {
    const model = createOpenAiProvider({ id: 'test/m', baseUrl, model: 'm', ...(fetch ? { fetch } : {}) });
    for await (const chunk of model.stream(request, new AbortController().signal)) chunks.push(chunk);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { chunks, code: error.code };
  }
  return { chunks, code: undefined };
}

/** The answer up to `offset`, then the end: a clean one, or a broken connection. `step` bytes come at a time. */
function cutResponse(offset: number, step: number, clean: boolean): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (at < offset) controller.enqueue(recording.slice(at, (at = Math.min(offset, at + step))));
      else if (clean) controller.close();
      else controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function check({ chunks, code }: Awaited<ReturnType<typeof run>>, offset: number): void {
  const calls = chunks.filter((chunk) => chunk.kind === 'call');
  const text = chunks.map((chunk) => (chunk.kind === 'text' ? chunk.text : '')).join('');
  const whole = texts.filter(
    (_, at) =>
      offset >=
      new TextEncoder().encode(
        texts
          .slice(0, at + 1)
          .map((content) => event({ content }))
          .join(''),
      ).length,
  );
  expect(text.startsWith(whole.join('')), `text kept at ${offset}`).toBe(true);
  expect(texts.join('').startsWith(text), `nothing invented at ${offset}`).toBe(true);
  if (offset >= finishedAt) expect([calls.length, code], `whole at ${offset}`).toEqual([2, undefined]);
  // Between the last brace and the empty line the event may or may not count; but never half of the calls.
  else if (code === undefined) expect([calls.length, offset >= finishedAt - 2], `whole at ${offset}`).toEqual([2, true]);
  else expect([calls, ['model-cut', 'model-error'].includes(code)], `cut at ${offset}`).toEqual([[], true]);
}

describe('an answer cut at every byte', () => {
  it.each([
    ['a broken connection', false],
    ['a clean end', true],
  ])(
    'F29 by %s never gives a call before its end, and keeps the text',
    async (_how, clean) => {
      for (let offset = 0; offset <= recording.length; offset++)
        check(await run(() => Promise.resolve(cutResponse(offset, 400, clean))), offset);
    },
    60_000,
  );

  it('F29 the whole answer is the same in whatever pieces it comes', async () => {
    const whole = await run(() => Promise.resolve(cutResponse(recording.length, recording.length, true)));
    expect(whole.code).toBeUndefined();
    for (const step of [1, 2, 3, 5, 7, 97])
      expect(await run(() => Promise.resolve(cutResponse(recording.length, step, true)))).toEqual(whole);
  }, 60_000);

  it('F29 the same holds over a real connection', async () => {
    const server = await startModelServer();
    const round: Round = { raw: new TextDecoder().decode(recording) };
    for (let offset = 1; offset < finishedAt; offset += 61) {
      server.script([{ ...round, cutAfterBytes: offset }]);
      check(await run(undefined, server.url), offset);
    }
    await server.close();
  }, 60_000);
});
