import { describe, expect, it } from 'vitest';
import type { ModelMessage, ModelRequest } from './provider.ts';
import { defaultQuirks, quirksFor } from './quirks.ts';
import { toRequest } from './request.ts';

const user = (text: string): ModelMessage => ({ role: 'user', text });
const assistant = (text: string, argumentsTexts: readonly string[] = [], reasoning = ''): ModelMessage => ({
  role: 'assistant',
  text,
  reasoning,
  calls: argumentsTexts.map((argumentsText, at) => ({ id: `c${at}`, name: 'demo__tool', argumentsText })),
});
const result = (callId: string, text: string): ModelMessage => ({ role: 'tool', callId, text });
const request = (messages: readonly ModelMessage[], rest: Partial<ModelRequest> = {}): ModelRequest => ({
  system: '',
  messages,
  tools: [],
  ...rest,
});
const messagesOf = (...args: Parameters<typeof toRequest>): unknown => toRequest(...args).messages;

describe('a request to a chat completions endpoint', () => {
  it('names the model, streams, and asks for usage unless the endpoint refused that', () => {
    const body = toRequest(request([user('hi')]), 'm');
    expect(body).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(toRequest(request([user('hi')]), 'm', { ...defaultQuirks, streamUsage: false })).not.toHaveProperty('stream_options');
  });

  it('has a system message only when there is something to say', () => {
    expect(messagesOf(request([user('hi')], { system: 'be brief' }), 'm')).toEqual([
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'hi' },
    ]);
  });

  it('gives every call its result in the order of the history, with null for an answer without text', () => {
    const body = toRequest(
      request([user('q'), assistant('', ['{"a":1}', '{}']), result('c0', 'one'), result('c1', 'two'), assistant('done')]),
      'm',
    );
    const call = (id: string, text: string): unknown => ({ id, type: 'function', function: { name: 'demo__tool', arguments: text } });
    expect(body.messages).toEqual([
      { role: 'user', content: 'q' },
      { role: 'assistant', content: null, tool_calls: [call('c0', '{"a":1}'), call('c1', '{}')] },
      { role: 'tool', tool_call_id: 'c0', content: 'one' },
      { role: 'tool', tool_call_id: 'c1', content: 'two' },
      { role: 'assistant', content: 'done' },
    ]);
  });

  it.each(['{"a":', '[1]', '"x"', 'null', ''])(
    'F31 arguments that are no JSON object (%s) go back as an object that holds them, since endpoints parse the history',
    (bad) => {
      const body = toRequest(request([user('q'), assistant('', [bad]), result('c0', 'could not be read')]), 'm');
      expect(body.messages[1]).toMatchObject({ tool_calls: [{ function: { arguments: JSON.stringify({ unreadable_arguments: bad }) } }] });
    },
  );

  it('a name that a model made up in letters that endpoints refuse does not spoil every later request', () => {
    const made: ModelMessage = { role: 'assistant', text: '', reasoning: '', calls: [{ id: 'c0', name: 'a.b c', argumentsText: '{}' }] };
    expect(messagesOf(request([user('q'), made, result('c0', 'unknown')]), 'm')).toMatchObject([
      {},
      { tool_calls: [{ function: { name: 'a_b_c' } }] },
      {},
    ]);
  });

  it('leaves out an answer that was stopped before its first word', () => {
    expect(messagesOf(request([user('a'), assistant('', [], 'thinking'), user('b')]), 'm')).toEqual([
      { role: 'user', content: 'a' },
      { role: 'user', content: 'b' },
    ]);
  });

  it('UF7 sends thinking back only where the endpoint wants it, and only for the rounds since the last question', () => {
    const history = [
      user('a'),
      assistant('', ['{}'], 'old'),
      result('c0', ''),
      assistant('x', [], 'old too'),
      user('b'),
      assistant('', ['{}'], 'new'),
      result('c0', ''),
    ];
    expect(JSON.stringify(messagesOf(request(history), 'm'))).not.toContain('reasoning_content');
    const sent = JSON.stringify(messagesOf(request(history), 'm', quirksFor('https://api.deepseek.com/v1')));
    expect(sent).toContain('"reasoning_content":"new"');
    expect(sent).not.toContain('old');
  });

  it('describes tools with normalised schemas, and has no member for none', () => {
    const tools = [
      { name: 'a__b', description: '', parameters: {} },
      { name: 'a__c', description: 'does c', parameters: { type: 'object', properties: { x: {} }, required: ['x'] } },
    ];
    expect(toRequest(request([user('q')], { tools }), 'm').tools).toEqual([
      { type: 'function', function: { name: 'a__b', parameters: { type: 'object', properties: {} } } },
      {
        type: 'function',
        function: { name: 'a__c', description: 'does c', parameters: { type: 'object', properties: { x: {} }, required: ['x'] } },
      },
    ]);
    expect(toRequest(request([user('q')]), 'm')).not.toHaveProperty('tools');
  });

  it('half a surrogate pair is replaced and whole ones stay', () => {
    expect(messagesOf(request([user('😀 \ud83d cut')]), 'm')).toEqual([{ role: 'user', content: '😀 \ufffd cut' }]);
  });
});

describe('the quirks of an endpoint', () => {
  it.each([
    ['https://api.openai.com/v1', { maxTools: 128, rootCombinators: 'merge', returnReasoning: 'no' }],
    ['https://api.deepseek.com', { returnReasoning: 'this-turn' }],
    ['https://openai.com.evil.example/v1', { maxTools: Number.POSITIVE_INFINITY, rootCombinators: 'keep' }],
    ['http://127.0.0.1:11434/v1', defaultQuirks],
    ['not an address', defaultQuirks],
  ])('UA19 are chosen by the host of %s', (baseUrl, expected) => {
    expect(quirksFor(baseUrl)).toMatchObject(expected);
  });
});
