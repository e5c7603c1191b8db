import { describe, expect, it } from 'vitest';
import type { ModelChunk } from './provider.ts';
import { createStreamReader } from './streamReader.ts';

const delta = (content: unknown, finish: string | null = null): unknown => ({
  choices: [{ index: 0, delta: content, finish_reason: finish }],
});
const tools = (...calls: unknown[]): unknown => delta({ tool_calls: calls });
const end = (finish = 'stop'): unknown => delta({}, finish);
const part = (id: string | undefined, name: string | undefined, args: unknown, index?: number): unknown => ({
  ...(id === undefined ? {} : { id }),
  ...(index === undefined ? {} : { index }),
  function: { ...(name === undefined ? {} : { name }), ...(args === undefined ? {} : { arguments: args }) },
});

/** All chunks of an answer; ids that the endpoint leaves out become n1, n2, … */
function read(events: readonly unknown[]): ModelChunk[] {
  let made = 0;
  const reader = createStreamReader(() => `n${++made}`);
  return [...events.flatMap((event) => reader.read(event)), ...reader.end()];
}
const callsOf = (events: readonly unknown[]): [string, string, string][] =>
  read(events).flatMap((chunk) =>
    chunk.kind === 'call' ? [[chunk.call.id, chunk.call.name, chunk.call.argumentsText] as [string, string, string]] : [],
  );
const textOf = (events: readonly unknown[], kind: 'text' | 'reasoning'): string =>
  read(events)
    .map((chunk) => (chunk.kind === kind ? chunk.text : ''))
    .join('');

describe('tool calls from pieces', () => {
  it.each<[string, unknown[], [string, string, string][]]>([
    [
      'a call in the usual pieces',
      [tools(part('a', 'get', '', 0)), tools(part(undefined, undefined, '{"x":', 0)), tools(part(undefined, undefined, '1}', 0))],
      [['a', 'get', '{"x":1}']],
    ],
    [
      'two calls that alternate',
      [
        tools(part('a', 'f', '{', 0), part('b', 'g', '{', 1)),
        tools(part(undefined, undefined, '"y":2}', 1)),
        tools(part(undefined, undefined, '}', 0)),
      ],
      [
        ['a', 'f', '{}'],
        ['b', 'g', '{"y":2}'],
      ],
    ],
    [
      'UF1 no index: by id',
      [tools(part('a', 'f', '{"x"')), tools(part('b', 'g', '{}')), tools(part('a', undefined, ':1}'))],
      [
        ['a', 'f', '{"x":1}'],
        ['b', 'g', '{}'],
      ],
    ],
    [
      'UF1 no index, id only at the start: the call spoken of last',
      [
        tools(part('a', 'f', '{')),
        tools(part(undefined, undefined, '}')),
        tools(part('b', 'g', '{"y"')),
        tools(part(undefined, undefined, ':2}')),
      ],
      [
        ['a', 'f', '{}'],
        ['b', 'g', '{"y":2}'],
      ],
    ],
    [
      'UF1 neither index nor id, several at once: by position',
      [
        tools(part(undefined, 'f', '{"a"'), part(undefined, 'g', '{"b"')),
        tools(part(undefined, undefined, ':1}'), part(undefined, undefined, ':2}')),
      ],
      [
        ['n1', 'f', '{"a":1}'],
        ['n2', 'g', '{"b":2}'],
      ],
    ],
    [
      'UF1 neither index nor id, one whole call per event',
      [tools(part(undefined, 'f', '{"a":1}')), tools(part(undefined, 'f', '{"a":2}'))],
      [
        ['n1', 'f', '{"a":1}'],
        ['n2', 'f', '{"a":2}'],
      ],
    ],
    ['UF1 an index of null', [tools({ index: null, id: 'a', function: { name: 'f', arguments: '{}' } })], [['a', 'f', '{}']]],
    [
      'every call numbered 0',
      [tools(part('a', 'f', '{}', 0)), tools(part('b', 'g', '{}', 0))],
      [
        ['a', 'f', '{}'],
        ['b', 'g', '{}'],
      ],
    ],
    ['an index that does not begin at 0', [tools(part('a', 'f', '{}', 3))], [['a', 'f', '{}']]],
    ['UF3 empty arguments', [tools(part('a', 'f', '', 0))], [['a', 'f', '{}']]],
    ['UF3 no arguments at all', [tools(part('a', 'f', undefined, 0))], [['a', 'f', '{}']]],
    [
      'UF4 arguments "null" and an empty JSON string',
      [tools(part('a', 'f', 'null', 0), part('b', 'g', '""', 1))],
      [
        ['a', 'f', '{}'],
        ['b', 'g', '{}'],
      ],
    ],
    ['UF4 arguments that are already an object', [tools(part('a', 'f', { x: [1] }, 0))], [['a', 'f', '{"x":[1]}']]],
    [
      'a name in pieces',
      [tools(part('a', 'get_', '', 0)), tools(part(undefined, 'weather', '', 0)), tools(part(undefined, undefined, '{}', 0))],
      [['a', 'get_weather', '{}']],
    ],
    ['a name repeated with every piece', [tools(part('a', 'f', '{"x"', 0)), tools(part('a', 'f', ':1}', 0))], [['a', 'f', '{"x":1}']]],
    ['a name that grows', [tools(part('a', 'get', '', 0)), tools(part('a', 'get_all', '{}', 0))], [['a', 'get_all', '{}']]],
    ['an empty entry', [tools({ index: 0 }), tools(part('b', 'g', '{}', 1))], [['b', 'g', '{}']]],
    [
      'a whole message instead of deltas',
      [{ choices: [{ message: { content: 'x', tool_calls: [part('a', 'f', '{}')] } }] }],
      [['a', 'f', '{}']],
    ],
    ['F31 arguments that are no JSON come as they are', [tools(part('a', 'f', '{oops', 0))], [['a', 'f', '{oops']]],
    [
      'F31 two calls with one id stay two',
      [tools(part('a', 'f', '{}', 0), part('a', 'f', '{}', 1))],
      [
        ['a', 'f', '{}'],
        ['a', 'f', '{}'],
      ],
    ],
  ])('%s', (_what, events, expected) => {
    expect(callsOf([...events, end('tool_calls')])).toEqual(expected);
  });

  it.each(['stop', 'tool_calls', 'function_call', 'eos', 'STOP'])('UF8 calls count with the finish reason %s', (finish) => {
    expect(callsOf([tools(part('a', 'f', '{}', 0)), end(finish)])).toHaveLength(1);
  });

  it('F31 200 parallel calls keep their order', () => {
    const many = Array.from({ length: 200 }, (_, at) => part(`id${at}`, 'f', `{"at":${at}}`, at));
    expect(callsOf([tools(...many), end()]).map(([id]) => id)).toEqual(many.map((_, at) => `id${at}`));
  });

  it('a call without a name but with arguments is an error, not a call', () => {
    expect(() => read([tools(part('a', undefined, '{"x":1}', 0)), end()])).toThrow('without a name');
  });

  it('names are told while the arguments are still on their way', () => {
    const reader = createStreamReader(() => '');
    expect(reader.read(tools(part('a', 'f', '{"x', 0)))).toEqual([{ kind: 'calling', name: 'f' }]);
  });
});

describe('how an answer ends', () => {
  it('F29 an answer without a finish reason is cut, and its calls never come', () => {
    expect(() => read([delta({ content: 'x' }), tools(part('a', 'f', '{}', 0))])).toThrow('model-cut');
    expect(() => read([])).toThrow('model-cut');
    expect(() => read([delta({ content: 'x' }, '')])).toThrow('model-cut');
  });

  it.each<[string, unknown[], number]>([
    ['whole', [part('a', 'f', '{"x":1}', 0)], 1],
    ['broken', [part('a', 'f', '{"x":1', 0)], 0],
    ['not begun', [part('a', 'f', '', 0)], 0],
    ['a bare value that may go on', [part('a', 'f', '12', 0)], 0],
    ['whole in one and broken in the other', [part('a', 'f', '{}', 0), part('b', 'f', '{"', 1)], 0],
  ])('F31 at the length limit, with arguments %s', (_what, calls, expected) => {
    const events = [tools(...calls), end('length')];
    expect(callsOf(events)).toHaveLength(expected);
    expect(read(events).at(-1)).toEqual({ kind: 'stop', stop: 'length' });
  });

  it('F32 a content filter is a refusal and runs no call', () => {
    const events = [delta({ content: 'so' }), tools(part('a', 'f', '{}', 0)), end('content_filter')];
    expect(read(events)).toEqual([
      { kind: 'text', text: 'so' },
      { kind: 'calling', name: 'f' },
      { kind: 'stop', stop: 'refusal' },
    ]);
  });

  it('F32 a refusal in words is shown and is a refusal', () => {
    expect(read([delta({ refusal: 'I will not.' }), end()])).toEqual([
      { kind: 'text', text: 'I will not.' },
      { kind: 'stop', stop: 'refusal' },
    ]);
  });

  it('F31 an empty answer is an end and nothing else', () => {
    expect(read([delta({ role: 'assistant', content: '' }), end()])).toEqual([{ kind: 'stop', stop: 'end' }]);
  });

  it('F30 the last usage counts, wherever it comes, and missing usage is no error', () => {
    const usage = { kind: 'usage', inputTokens: 7, outputTokens: 2 };
    expect(
      read([
        { choices: [], usage: { prompt_tokens: 7, completion_tokens: 1 } },
        end(),
        { choices: [], usage: { prompt_tokens: 7, completion_tokens: 2 } },
      ]),
    ).toContainEqual(usage);
    expect(read([end(), { choices: [], x_groq: { usage: { prompt_tokens: 7, completion_tokens: 2 } } }])).toContainEqual(usage);
    expect(read([end(), { usage: null }, { usage: { prompt_tokens: 'many' } }])).toEqual([{ kind: 'stop', stop: 'end' }]);
  });
});

describe('what an endpoint may send besides', () => {
  it.each([
    null,
    1,
    'text',
    [],
    {},
    { choices: null },
    { choices: [] },
    { choices: [null] },
    { choices: [{}] },
    { choices: [{ delta: null }] },
    { type: 'ping' },
    { error: null },
    delta({ content: null, tool_calls: null }),
    delta({ content: 5, tool_calls: 'x', reasoning_content: {} }),
    tools(null, 3),
  ])('F30 %j is skipped', (event) => {
    expect(read([delta({ content: 'a' }), event, delta({ content: 'b' }), end()])).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'text', text: 'b' },
      { kind: 'stop', stop: 'end' },
    ]);
  });

  it.each([
    ['F30 an error object', { error: { message: 'boom' } }, 'model-error: boom'],
    ['F30 an error in words', { error: 'boom' }, 'model-error: boom'],
    ['F30 an error as the event itself', { object: 'error', message: 'boom', code: 503 }, 'model-overloaded: boom (503)'],
    ['F30 an overload', { error: { type: 'overloaded_error', message: 'Overloaded' } }, 'model-overloaded'],
    ['F30 a rate limit', { error: { code: 429, message: 'slow' } }, 'model-rate'],
    ['F30 the finish reason error', delta({}, 'error'), 'model-error'],
  ])('%s ends the answer', (_what, event, message) => {
    expect(() => read([delta({ content: 'a' }), event])).toThrow(message);
  });

  it('UF7 thinking comes in its own kind, from either member, once', () => {
    expect(
      textOf([delta({ reasoning_content: 'a', reasoning: 'a' }), delta({ reasoning: 'b' }), delta({ content: 'c' }), end()], 'reasoning'),
    ).toBe('ab');
  });

  it('content may be a list of parts', () => {
    const events = [
      delta({
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
          { type: 'text', text: 'yes' },
        ],
      }),
      end(),
    ];
    expect([textOf(events, 'reasoning'), textOf(events, 'text')]).toEqual(['hm', 'yes']);
  });

  it('an answer without bound is ended', () => {
    const piece = delta({ content: 'x'.repeat(1_000_000) });
    expect(() => read(Array.from({ length: 17 }, () => piece))).toThrow('longer than');
  });
});
