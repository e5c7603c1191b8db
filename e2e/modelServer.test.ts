import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from './modelServer.ts';

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(async () => {
  await server.close();
});

const question = { model: 'scripted', messages: [{ role: 'user', content: 'hello' }], stream: true };
const ask = (body: unknown = question, signal: AbortSignal | null = null): Promise<Response> =>
  fetch(`${server.url}/chat/completions`, { method: 'POST', body: JSON.stringify(body), signal });

describe('the scripted model server', () => {
  it('streams text, calls and usage so that the official client reads them', async () => {
    server.script([
      { text: ['Hel', 'lo'], calls: [{ name: 'a__b', arguments: { city: '北京' } }], usage: { inputTokens: 3, outputTokens: 5 } },
    ]);
    const client = new OpenAI({ baseURL: server.url, apiKey: 'x', maxRetries: 0 });
    const stream = client.chat.completions.stream({
      model: 'm',
      messages: [{ role: 'user', content: 'hi' }],
      stream_options: { include_usage: true },
    });
    const final = await stream.finalChatCompletion();
    expect(final.choices[0]?.message.content).toBe('Hello');
    expect(final.choices[0]?.message.tool_calls).toMatchObject([
      { id: 'call_0', function: { name: 'a__b', arguments: '{"city":"北京"}' } },
    ]);
    expect(final.choices[0]?.finish_reason).toBe('tool_calls');
    expect(final.usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 5 });
    expect((await client.models.list()).data.map((model) => model.id)).toEqual(['scripted']);
  });

  it('answers rounds in order, records the requests, and refuses what is beyond the script', async () => {
    server.script([{ text: 'one' }, { status: 429, headers: { 'retry-after': '7' }, body: { error: { message: 'slow down' } } }]);
    expect(await (await ask()).text()).toContain('"content":"one"');
    const second = await ask();
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await ask()).status).toBe(400);
    expect(server.requests.map((request) => request.body.messages?.[0]?.content)).toEqual(['hello', 'hello', 'hello']);
    expect(await server.requests[0]?.ended).toBe('answered');
  });

  it('answers by a function of the request', async () => {
    server.script((request, index) => ({ text: `${index}:${request.body.messages?.at(-1)?.content}` }));
    expect(await (await ask()).text()).toContain('"content":"0:hello"');
  });

  it('cuts the connection after the bytes that were asked for', async () => {
    server.script([{ raw: 'data: 0123456789\n\n', cutAfterBytes: 9 }]);
    const reader = (await ask()).body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe('data: 012');
    await expect(reader?.read()).rejects.toThrow('terminated');
    expect(await server.requests[0]?.ended).toBe('cut');
  });

  it('hangs until the other side gives up, and says so', async () => {
    server.script([{ text: 'x', hang: 'body' }]);
    const controller = new AbortController();
    const response = await ask(question, controller.signal);
    controller.abort();
    await expect(response.text()).rejects.toThrow('aborted');
    expect(await server.requests[0]?.ended).toBe('client-closed');
  });

  const call = { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: { name: 'a', arguments: '{}' } }] };
  const user = { role: 'user', content: 'hello' };
  const tool = (name: string, parameters: unknown): unknown => ({ type: 'function', function: { name, parameters } });
  it.each([
    ['a call without its result', { messages: [user, call, user] }],
    ['a last call without its result', { messages: [user, call] }],
    ['a result without a call', { messages: [user, { role: 'tool', tool_call_id: 'c1', content: '' }] }],
    ['no messages', { messages: [] }],
    ['an empty list of tools', { messages: [user], tools: [] }],
    ['a tool name with a dot', { messages: [user], tools: [tool('a.b', { type: 'object', properties: {} })] }],
    [
      'two tools of one name',
      { messages: [user], tools: [tool('a', { type: 'object', properties: {} }), tool('a', { type: 'object', properties: {} })] },
    ],
    ['a schema without properties', { messages: [user], tools: [tool('a', { type: 'object' })] }],
  ])('refuses %s with 400, as a strict endpoint does', async (_what, body) => {
    server.script(() => ({ text: 'never' }));
    expect((await ask({ model: 'm', ...body })).status).toBe(400);
  });
});
