import { describe, expect, it } from 'vitest';
import { writeMemo } from './anthropicMemo.ts';
import { toMessagesRequest } from './anthropicRequest.ts';
import type { ModelMessage, ModelRequest } from './provider.ts';
import { quirksFor } from './quirks.ts';

const quirks = quirksFor('https://api.anthropic.com');
const ID = 'anthropic/m';
const body = (messages: readonly ModelMessage[], rest: Partial<ModelRequest> = {}, id = ID): ReturnType<typeof toMessagesRequest> =>
  toMessagesRequest({ system: '', messages, tools: [], ...rest }, { id, model: 'm', quirks });

const user = (text: string): ModelMessage => ({ role: 'user', text });
const call = (id: string, argumentsText = '{}', name = 'demo__tool'): { id: string; name: string; argumentsText: string } => ({
  id,
  name,
  argumentsText,
});
const assistant = (
  text: string,
  calls: readonly ReturnType<typeof call>[] = [],
  rest: { reasoning?: string; memo?: string } = {},
): ModelMessage => ({
  role: 'assistant',
  text,
  reasoning: '',
  calls,
  ...rest,
});
const result = (callId: string, text: string): ModelMessage => ({ role: 'tool', callId, text });
const use = (id: string, input: object = {}): object => ({ type: 'tool_use', id, name: 'demo__tool', input });
const answer = (id: string, content: string): object => ({ type: 'tool_result', tool_use_id: id, content });

describe('a request to the messages API', () => {
  it('names the model and a bound, streams, and has no empty member', () => {
    expect(body([user('hi')])).toEqual({
      model: 'm',
      max_tokens: 32_000,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
      cache_control: { type: 'ephemeral' },
      stream: true,
    });
    expect(body([user('hi')], { system: 'be brief' }).system).toBe('be brief');
  });

  it('gives all results of a round in one user message, right after their calls', () => {
    const { messages } = body([
      user('q'),
      assistant('', [call('c0', '{"a":1}'), call('c1')]),
      result('c0', 'one'),
      result('c1', 'two'),
      assistant('done'),
    ]);
    expect(messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'q' }] },
      { role: 'assistant', content: [use('c0', { a: 1 }), use('c1')] },
      { role: 'user', content: [answer('c0', 'one'), answer('c1', 'two')] },
      { role: 'assistant', content: [{ type: 'text', text: 'done' }] },
    ]);
  });

  it('a question after results stands behind them in the same message, since roles take turns', () => {
    const { messages } = body([user('q'), assistant('', [call('c0')]), result('c0', ''), user('again')]);
    expect(messages[2]).toEqual({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c0' },
        { type: 'text', text: 'again' },
      ],
    });
  });

  it.each(['{"a":', '[1]', '"x"', 'null', ''])('F31 arguments that are no JSON object (%s) go back as an object that holds them', (bad) => {
    expect(body([user('q'), assistant('', [call('c0', bad)]), result('c0', 'could not be read')]).messages[1]?.content).toEqual([
      use('c0', { unreadable_arguments: bad }),
    ]);
  });

  it('ids that another provider made are put into the API’s own alphabet and told apart, each with its result', () => {
    const { messages } = body([
      user('q'),
      assistant('', [call('functions.a:0')]),
      result('functions.a:0', 'one'),
      assistant('', [call('call_0'), call('call_0')]),
      result('call_0', 'two'),
      user('r'),
      assistant('', [call('call_0')]),
      result('call_0', 'three'),
    ]);
    const blocks = messages.flatMap((message) => message.content as { type: string; id?: string; tool_use_id?: string }[]);
    const used = blocks.flatMap((block) => block.id ?? []);
    expect(new Set(used).size).toBe(4);
    expect(used.every((id) => /^[a-zA-Z0-9_-]{1,64}$/.test(id))).toBe(true);
    expect(blocks.flatMap((block) => block.tool_use_id ?? [])).toEqual([used[0], used[2], used[3]]);
  });

  it('words of nothing but spaces, which the API refuses, are left out, and a stopped answer with them', () => {
    expect(body([user(' \n'), assistant('  ', [], { reasoning: 'hm' }), user('b')]).messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: '(no words)' },
          { type: 'text', text: 'b' },
        ],
      },
    ]);
  });

  it('a name that a model made up is sent in letters that the API takes', () => {
    expect(body([user('q'), assistant('', [call('c', '{}', 'a.b c')]), result('c', 'x')]).messages[1]?.content).toMatchObject([
      { name: 'a_b_c' },
    ]);
  });

  it('half a surrogate pair is replaced and whole ones stay', () => {
    expect(body([user('😀 \ud83d cut')]).messages[0]?.content).toEqual([{ type: 'text', text: '😀 \ufffd cut' }]);
  });
});

describe('thinking in a request', () => {
  const memo = writeMemo(ID, [
    { type: 'thinking', length: 3, signature: 'S1' },
    { type: 'text', length: 2 },
    { type: 'redacted_thinking', data: 'R' },
    { type: 'thinking', length: 3, signature: 'S2' },
    { type: 'tool_use', id: 'c0' },
  ]) as string;
  const thought = assistant('hi', [call('c0')], { reasoning: 'onetwo', memo });
  const whole = [
    { type: 'thinking', thinking: 'one', signature: 'S1' },
    { type: 'text', text: 'hi' },
    { type: 'redacted_thinking', data: 'R' },
    { type: 'thinking', thinking: 'two', signature: 'S2' },
    use('c0'),
  ];
  const plain = [{ type: 'text', text: 'hi' }, use('c0')];

  it('UF7 goes back block by block with its signatures, in its own order, while its tools are answered', () => {
    expect(body([user('q'), thought, result('c0', 'x')]).messages[1]?.content).toEqual(whole);
  });
  it('UF7 is left out once the person has asked something new', () => {
    expect(body([user('q'), thought, result('c0', 'x'), assistant('done'), user('r')]).messages[1]?.content).toEqual(plain);
  });
  it('UF7 is never sent to another model, and not when history and memo no longer agree', () => {
    expect(body([user('q'), thought, result('c0', 'x')], {}, 'anthropic/other').messages[1]?.content).toEqual(plain);
    const changed = { ...thought, reasoning: 'onetwo!' } as ModelMessage;
    expect(body([user('q'), changed, result('c0', 'x')]).messages[1]?.content).toEqual(plain);
    for (const broken of ['', '{', '{"api":"anthropic"}', 'null'])
      expect(body([user('q'), { ...thought, memo: broken } as ModelMessage, result('c0', 'x')]).messages[1]?.content).toEqual(plain);
  });
});

describe('tools in a request', () => {
  it('have an input schema without combinators at its root', () => {
    const tools = [
      { name: 'a__b', description: '', parameters: {} },
      { name: 'a__c', description: 'does c', parameters: { type: 'object', anyOf: [{ properties: { x: { type: 'string' } } }] } },
    ];
    expect(body([user('q')], { tools }).tools).toEqual([
      { name: 'a__b', input_schema: { type: 'object', properties: {} } },
      { name: 'a__c', description: 'does c', input_schema: { type: 'object', properties: { x: { type: 'string' } } } },
    ]);
    expect(body([user('q')])).not.toHaveProperty('tools');
  });
  it('a parameter whose name the API refuses is told in words, so that one tool does not spoil the whole request', () => {
    const parameters = { type: 'object', properties: { 'größe (cm)': { type: 'number' }, ok: {} }, required: ['größe (cm)', 'ok'] };
    const [tool] = body([user('q')], { tools: [{ name: 't', description: 'Measures.', parameters }] }).tools ?? [];
    expect(tool).toEqual({
      name: 't',
      description: 'Measures.\nIt takes these members as well: "größe (cm)": {"type":"number"}',
      input_schema: { type: 'object', properties: { ok: {} }, required: ['ok'] },
    });
  });
});
