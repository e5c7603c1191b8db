import { expect, test } from 'vitest';
import type { ModelView } from '#shared/models/models.ts';
import { chooseModel, InboundRefusedError, maxAnswerTokens, readSampling } from './samplingRequest.ts';

const text = (said: string) => ({ role: 'user', content: { type: 'text', text: said } });
const models: readonly ModelView[] = [
  { id: 'environment/gpt-big', provider: 'environment', name: 'gpt-big', sendsOut: true },
  { id: 'environment/Small', provider: 'environment', name: 'Small', sendsOut: true },
  { id: 'demo/demo', provider: 'demo', name: 'Demo', sendsOut: false },
];

test('SAM-2 the first hint that is part of a name decides, in the order of the hints, and otherwise the person', () => {
  expect(chooseModel(['claude', 'SMALL', 'gpt'], models, 'demo/demo')?.id).toBe('environment/Small');
  expect(chooseModel(['nothing'], models, 'demo/demo')?.id).toBe('demo/demo');
  expect(chooseModel([], models, 'gone')?.id).toBe('environment/gpt-big');
  expect(chooseModel(['x'], [], 'gone')).toBeUndefined();
});

test('SAM-3 the answer is held to what was asked for, and to what this host gives at most', () => {
  expect(readSampling({ messages: [text('a')], maxTokens: 5 })).toMatchObject({ askedTokens: 5, maxTokens: 5 });
  expect(readSampling({ messages: [text('a')], maxTokens: 1e9 })).toMatchObject({ askedTokens: 1e9, maxTokens: maxAnswerTokens });
});

test('SAM-5 several blocks are one text, and nothing beyond text, system text and hints is taken over', () => {
  const blocks = { role: 'assistant', content: [text('a').content, text('b').content] };
  expect(
    readSampling({
      messages: [text('q'), blocks],
      maxTokens: 5,
      systemPrompt: 's',
      temperature: 2,
      includeContext: 'allServers',
      metadata: { a: 1 },
    }),
  ).toEqual({
    system: 's',
    messages: [
      { role: 'user', text: 'q' },
      { role: 'assistant', text: 'a\nb' },
    ],
    askedTokens: 5,
    maxTokens: 5,
    hints: [],
  });
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['no messages', { messages: [], maxTokens: 5 }],
  ['no limit', { messages: [text('a')] }],
  ['another role', { messages: [{ ...text('a'), role: 'system' }], maxTokens: 5 }],
  ['an image', { messages: [{ role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } }], maxTokens: 5 }],
  ['tools', { messages: [text('a')], maxTokens: 5, tools: [] }],
  ['a choice of tools', { messages: [text('a')], maxTokens: 5, toolChoice: { mode: 'auto' } }],
  ['too many messages', { messages: Array(101).fill(text('a')), maxTokens: 5 }],
  ['too much text', { messages: [text('a'.repeat(200_001))], maxTokens: 5 }],
])('S33 a request with %s is refused', (_title, params) => {
  expect(() => readSampling(params)).toThrow(InboundRefusedError);
});
