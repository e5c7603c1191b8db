import { describe, expect, it } from 'vitest';
import { createMessageReader } from './anthropicReader.ts';
import { type ModelChunk, ModelError } from './provider.ts';

const read = (events: readonly unknown[]): ModelChunk[] => {
  const reader = createMessageReader('p/m', () => 'made');
  return [...events.flatMap((event) => reader.read(event)), ...reader.end()];
};
const failing = (events: readonly unknown[]): ModelError => {
  try {
    read(events);
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
  throw new Error('nothing failed');
};
const start = (index: number, content_block: object): object => ({ type: 'content_block_start', index, content_block });
const delta = (index: number, change: object): object => ({ type: 'content_block_delta', index, delta: change });
const json = (index: number, partial_json: string): object => delta(index, { type: 'input_json_delta', partial_json });
const stop = (stop_reason: string, usage: object = { output_tokens: 7 }): object => ({
  type: 'message_delta',
  delta: { stop_reason },
  usage,
});
const tool = (index: number, id = `t${index}`, name = 'a__b'): object => start(index, { type: 'tool_use', id, name, input: {} });
const kinds = (chunks: readonly ModelChunk[]): string[] => chunks.map((chunk) => chunk.kind);

describe('a streamed message', () => {
  it('has thinking, text and calls in the port’s terms, and a memo of how it was made', () => {
    const chunks = read([
      {
        type: 'message_start',
        message: { usage: { input_tokens: 3, cache_read_input_tokens: 10, cache_creation_input_tokens: 2, output_tokens: 1 } },
      },
      start(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'hm' }),
      delta(0, { type: 'signature_delta', signature: 'SIG' }),
      { type: 'content_block_stop', index: 0 },
      start(1, { type: 'text', text: '' }),
      delta(1, { type: 'text_delta', text: 'Hel' }),
      delta(1, { type: 'text_delta', text: 'lo' }),
      tool(2),
      json(2, '{"x"'),
      { type: 'ping' },
      json(2, ':1}'),
      tool(3, 't3', 'a__c'),
      stop('tool_use'),
      { type: 'message_stop' },
    ]);
    const blocks = [
      { type: 'thinking', length: 2, signature: 'SIG' },
      { type: 'text', length: 5 },
      { type: 'tool_use', id: 't2' },
      { type: 'tool_use', id: 't3' },
    ];
    expect(chunks).toEqual([
      { kind: 'reasoning', text: 'hm' },
      { kind: 'text', text: 'Hel' },
      { kind: 'text', text: 'lo' },
      { kind: 'calling', name: 'a__b' },
      { kind: 'calling', name: 'a__c' },
      { kind: 'call', call: { id: 't2', name: 'a__b', argumentsText: '{"x":1}' } },
      { kind: 'call', call: { id: 't3', name: 'a__c', argumentsText: '{}' } },
      { kind: 'memo', memo: JSON.stringify({ api: 'anthropic', model: 'p/m', blocks }) },
      { kind: 'usage', inputTokens: 15, outputTokens: 7 },
      { kind: 'stop', stop: 'end' },
    ]);
  });

  it('F30 a message that came whole reads the same', () => {
    const content = [
      { type: 'text', text: 'all at once' },
      { type: 'tool_use', id: 't', name: 'a__b', input: { x: 1 } },
      { type: 'from_the_future' },
    ];
    expect(read([{ type: 'message', content, stop_reason: 'tool_use', usage: { input_tokens: 1, output_tokens: 2 } }])).toEqual([
      { kind: 'text', text: 'all at once' },
      { kind: 'calling', name: 'a__b' },
      { kind: 'call', call: { id: 't', name: 'a__b', argumentsText: '{"x":1}' } },
      { kind: 'usage', inputTokens: 1, outputTokens: 2 },
      { kind: 'stop', stop: 'end' },
    ]);
  });

  it.each<[string, string, string[]]>([
    ['end_turn', '{}', ['calling', 'call', 'usage', 'stop']],
    ['stop_sequence', '{}', ['calling', 'call', 'usage', 'stop']],
    ['max_tokens', '{"x":1}', ['calling', 'call', 'usage', 'stop']],
    ['max_tokens', '{"x":', ['calling', 'usage', 'stop']],
    ['model_context_window_exceeded', '{"x":', ['calling', 'usage', 'stop']],
    ['refusal', '{"x":1}', ['calling', 'usage', 'stop']],
  ])('F31 stop reason %s with arguments %s gives %j', (reason, args, expected) => {
    const chunks = read([tool(0), json(0, args), stop(reason)]);
    expect(kinds(chunks)).toEqual(expected);
    const ends: Readonly<Record<string, string>> = { max_tokens: 'length', model_context_window_exceeded: 'length', refusal: 'refusal' };
    expect(chunks.at(-1)).toEqual({ kind: 'stop', stop: ends[reason] ?? 'end' });
  });

  it('F29 without a stop reason nothing is called', () => {
    expect(failing([tool(0), json(0, '{"x":1}'), { type: 'content_block_stop', index: 0 }]).code).toBe('model-cut');
    expect(failing([]).code).toBe('model-cut');
  });

  it('F30 events that are no part of a message are skipped', () => {
    const odd = [
      null,
      7,
      'x',
      [],
      {},
      { type: 'ping' },
      delta(9, { type: 'text_delta', text: 'lost' }),
      start(1, { type: 'server_tool_use' }),
      json(1, '{'),
    ];
    expect(kinds(read([...odd, start(0, { type: 'text', text: 'a' }), stop('end_turn', {})]))).toEqual(['text', 'usage', 'stop']);
  });

  it('a call without a name is the provider’s error, and one without an id gets one', () => {
    expect(failing([start(0, { type: 'tool_use', input: {} }), stop('tool_use')]).code).toBe('model-error');
    expect(read([start(0, { type: 'tool_use', name: 'a', input: {} }), stop('tool_use')])).toContainEqual({
      kind: 'call',
      call: { id: 'made', name: 'a', argumentsText: '{}' },
    });
  });

  it.each([
    ['overloaded_error', 'model-overloaded'],
    ['rate_limit_error', 'model-rate'],
    ['authentication_error', 'model-key'],
    ['api_error', 'model-error'],
  ])('F28 an error event of type %s is %s', (type, code) => {
    expect(failing([{ type: 'error', error: { type, message: 'no' } }]).code).toBe(code);
  });

  it('an answer without bound is given up', () => {
    const reader = createMessageReader('p/m', () => 'made');
    reader.read(start(0, { type: 'text', text: '' }));
    const much = delta(0, { type: 'text_delta', text: 'x'.repeat(4_000_000) });
    expect(() => {
      for (let at = 0; at < 20; at++) reader.read(much);
    }).toThrow('longer than');
  });
});
