import { expect, test } from 'vitest';
import { translate } from '../i18n/translate.ts';
import { contained, fencedBlock, toMarkdown } from './chatMarkdown.ts';
import { emptyConversation, reduceConversation } from './state.ts';
import type { ConversationEvent } from './events.ts';

test('a fence is longer than any run of backticks in its text, so no text can leave it', () => {
  expect(fencedBlock('a')).toBe('```\na\n```');
  expect(fencedBlock('```\n# out\n`````')).toMatch(/^``````\n[^]*\n``````$/);
});
test('S24 hidden characters are written out, but emoji stay whole', () => {
  expect(fencedBlock('a\u202eb\u200bc')).toContain('a⟦U+202E⟧b⟦U+200B⟧c');
  expect(contained('👩\u200d💻 ❤\ufe0f x\u200dy')).toBe('👩\u200d💻 ❤\ufe0f x⟦U+200D⟧y');
});
test.each([
  ['```js\nopen', '```js\nopen\n```'],
  ['~~~\n```\nopen', '~~~\n```\nopen\n~~~'],
  ['a <!-- b', 'a &lt;!-- b'],
  ['`<b>` <b> <https://x.y>', '`<b>` &lt;b> <https://x.y>'],
])('an answer %j can not swallow what follows it', (text, safe) => {
  expect(contained(text)).toBe(safe);
});
test('a chat reads as title, questions, calls with arguments and result, and answers', () => {
  const turn = { turnId: 't', at: 1 };
  const events: ConversationEvent[] = [
    { ...turn, type: 'turn.started', text: 'Q?\n# no heading', model: 'demo/demo' },
    {
      ...turn,
      type: 'call.proposed',
      callId: 'c',
      modelCallId: 'm',
      modelName: 'x',
      serverKey: 's`',
      toolName: 'a',
      argumentsText: '{"x":1}',
    },
    { ...turn, type: 'call.finished', callId: 'c', end: 'tool-error', blocks: [{ kind: 'text', text: '```' }], modelText: '', bytes: 1 },
    { ...turn, type: 'model.text', text: '**A**' },
    { ...turn, type: 'turn.ended', outcome: 'answered' },
  ];
  const { turns } = events.reduce(reduceConversation, emptyConversation);
  const text = toMarkdown({ title: '*T*', turns, attached: () => [], t: (key, words) => translate('en', key, words), time: String });
  for (const piece of [
    '# \\*T\\*',
    '> Q?\n> # no heading',
    '`a`',
    '`` s` ``',
    'Tool error',
    '```json\n{"x":1}\n```',
    '````\n```\n````',
    '**A**',
    '`demo/demo`',
  ])
    expect(text).toContain(piece);
});
