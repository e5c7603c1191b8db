import { expect, test } from 'vitest';
import type { ModelView } from '#shared/models/models.ts';
import { chooseModel } from './samplingModel.ts';
import { InboundRefusedError, maxAnswerTokens, maxToolRounds, readSampling } from './samplingRequest.ts';

const text = (said: string) => ({ role: 'user', content: { type: 'text', text: said } });
const models: readonly ModelView[] = [
  { id: 'environment/gpt-big', provider: 'environment', name: 'gpt-big', sendsOut: true },
  { id: 'environment/Small', provider: 'environment', name: 'Small', sendsOut: true },
  { id: 'demo/demo', provider: 'demo', name: 'Demo', sendsOut: false },
];
const use = (id: string, name = 'x') => ({ type: 'tool_use', id, name, input: { a: 1 } });
const result = (toolUseId: string) => ({ type: 'tool_result', toolUseId, content: [{ type: 'text', text: 'r' }] });
const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('SAM-2 the first hint that is part of a name decides, in the order of the hints, and otherwise the person', () => {
  expect(chooseModel(['claude', 'SMALL', 'gpt'], models, 'demo/demo')).toMatchObject({
    model: { id: 'environment/Small' },
    chosenBy: 'hint',
    matchedHint: 'SMALL',
  });
  expect(chooseModel(['nothing'], models, 'demo/demo')).toMatchObject({ model: { id: 'demo/demo' }, chosenBy: 'default' });
  expect(chooseModel([], models, 'gone')?.model.id).toBe('environment/gpt-big');
  expect(chooseModel(['x'], [], 'gone')).toBeUndefined();
});

test('SAM-3 the answer is held to what was asked for, and to what this host gives at most', () => {
  expect(readSampling({ messages: [text('a')], maxTokens: 5 })).toMatchObject({ askedTokens: 5, maxTokens: 5 });
  expect(readSampling({ messages: [text('a')], maxTokens: 1e9 })).toMatchObject({ askedTokens: 1e9, maxTokens: maxAnswerTokens });
});

test('SAM-5 wishes for the answer are taken over, metadata is not, and context that was asked for is told of, never given', () => {
  const blocks = { role: 'assistant', content: [text('a').content, text('b').content] };
  const ask = readSampling({
    messages: [text('q'), blocks],
    maxTokens: 5,
    systemPrompt: 's',
    temperature: 2,
    stopSequences: ['', 'END'],
    includeContext: 'allServers',
    metadata: { a: 1 },
  });
  expect(ask).toEqual({
    system: 's',
    messages: [
      { role: 'user', blocks: [{ type: 'text', text: 'q' }] },
      {
        role: 'assistant',
        blocks: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
    ],
    pictures: new Map(),
    tools: [],
    toolChoice: undefined,
    withTools: false,
    temperature: 2,
    stopSequences: ['END'],
    askedTokens: 5,
    maxTokens: 5,
    hints: [],
    contextIgnored: true,
    toolRounds: 0,
  });
  expect(readSampling({ messages: [text('q')], maxTokens: 5, includeContext: 'none' }).contextIgnored).toBe(false);
});

test('SAM-4 tools, their uses and results are read, in parallel too, and the rounds are counted', () => {
  const ask = readSampling({
    messages: [text('q'), { role: 'assistant', content: [use('1'), use('2')] }, { role: 'user', content: [result('2'), result('1')] }],
    maxTokens: 5,
    tools: [tool('x')],
    toolChoice: { mode: 'required' },
  });
  expect(ask).toMatchObject({ toolChoice: 'required', withTools: true, toolRounds: 1, tools: [{ name: 'x', description: '' }] });
  expect(ask.messages[1]?.blocks[0]).toEqual({ type: 'tool_use', id: '1', name: 'x', inputText: '{"a":1}' });
  expect(ask.messages[2]?.blocks[0]).toEqual({ type: 'tool_result', id: '2', isError: false, text: 'r' });
});

test('a picture is taken by what its bytes are, and stays apart from the question', () => {
  const ask = readSampling({ messages: [{ role: 'user', content: { type: 'image', data: png, mimeType: 'text/html' } }], maxTokens: 5 });
  const [block] = ask.messages[0]?.blocks ?? [];
  expect(block).toMatchObject({ type: 'image', mimeType: 'image/png', bytes: 70 });
  expect(block?.type === 'image' && ask.pictures.has(block.digest)).toBe(true);
});

const rounds = (count: number) =>
  Array.from({ length: count }, (_, at) => [
    { role: 'assistant', content: use(String(at)) },
    { role: 'user', content: [result(String(at))] },
  ]).flat();
test.each<[string, unknown]>([
  ['nothing', undefined],
  ['no messages', { messages: [], maxTokens: 5 }],
  ['no limit', { messages: [text('a')] }],
  ['another role', { messages: [{ ...text('a'), role: 'system' }], maxTokens: 5 }],
  ['sound', { messages: [{ role: 'user', content: { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' } }], maxTokens: 5 }],
  [
    'a picture that is none',
    { messages: [{ role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } }], maxTokens: 5 },
  ],
  ['a block of no known kind', { messages: [{ role: 'user', content: { type: 'thought', text: 'a' } }], maxTokens: 5 }],
  ['two tools of one name', { messages: [text('a')], maxTokens: 5, tools: [tool('x'), tool('x')] }],
  ['a tool that takes no object', { messages: [text('a')], maxTokens: 5, tools: [{ name: 'x', inputSchema: { type: 'string' } }] }],
  ['a demand for a tool, and none', { messages: [text('a')], maxTokens: 5, tools: [], toolChoice: { mode: 'required' } }],
  ['too many messages', { messages: Array(101).fill(text('a')), maxTokens: 5 }],
  ['too much text', { messages: [text('a'.repeat(200_001))], maxTokens: 5 }],
  ['too much text in a schema', { messages: [text('a')], maxTokens: 5, tools: [{ ...tool('x'), description: 'a'.repeat(200_001) }] }],
  ['too many rounds of tools', { messages: [text('a'), ...rounds(maxToolRounds + 1)], maxTokens: 5 }],
])('S33 a request with %s is refused', (_title, params) => {
  expect(() => readSampling(params)).toThrow(InboundRefusedError);
});

test.each<[string, readonly unknown[]]>([
  ['an unanswered use', [text('q'), { role: 'assistant', content: use('1') }]],
  ['a use answered too late', [text('q'), { role: 'assistant', content: use('1') }, text('wait'), { role: 'user', content: result('1') }]],
  ['one of two unanswered', [text('q'), { role: 'assistant', content: [use('1'), use('2')] }, { role: 'user', content: [result('1')] }]],
  ['a result of nothing', [text('q'), { role: 'user', content: result('1') }]],
  ['a use answered twice', [text('q'), { role: 'assistant', content: use('1') }, { role: 'user', content: [result('1'), result('1')] }]],
  [
    'a result beside text',
    [text('q'), { role: 'assistant', content: use('1') }, { role: 'user', content: [result('1'), text('and').content] }],
  ],
  [
    'a use by the user',
    [
      { role: 'user', content: use('1') },
      { role: 'user', content: result('1') },
    ],
  ],
  ['a result by the assistant', [text('q'), { role: 'assistant', content: use('1') }, { role: 'assistant', content: result('1') }]],
  ['two uses of one id', [text('q'), { role: 'assistant', content: [use('1'), use('1')] }, { role: 'user', content: result('1') }]],
])('SAM-4 messages with %s are refused', (_title, messages) => {
  expect(() => readSampling({ messages, maxTokens: 5, tools: [tool('x')] })).toThrow('not valid');
});

test('SAM-4 as many rounds of tools as are allowed are taken', () => {
  expect(readSampling({ messages: [text('a'), ...rounds(maxToolRounds)], maxTokens: 5 }).toolRounds).toBe(maxToolRounds);
});
