import { expect, test } from 'vitest';
import type { ConversationEvent } from '#shared/conversation/events.ts';
import { emptyConversation, reduceConversation } from '#shared/conversation/state.ts';
import { toModelRequest } from './context.ts';

const t = { turnId: 't', at: 1 };
const call = (callId: string): ConversationEvent => ({
  ...t,
  type: 'call.proposed',
  callId,
  modelCallId: `m-${callId}`,
  modelName: 's__a',
  serverKey: 's',
  toolName: 'a',
  argumentsText: '{"n":1}',
});
const fold = (...events: ConversationEvent[]) => events.reduce(reduceConversation, emptyConversation).turns;

test('UE3 every call of the history has exactly one tool message, whatever became of it', () => {
  const turns = fold(
    { ...t, type: 'turn.started', text: 'q', model: 'm' },
    { ...t, type: 'model.reasoning', text: 'hm' },
    { ...t, type: 'model.text', text: 'let me see' },
    call('1'),
    call('2'),
    { ...t, type: 'model.finished', stop: 'end' },
    { ...t, type: 'call.finished', callId: '1', end: 'denied', blocks: [], modelText: 'not allowed', bytes: 0 },
  );
  expect(toModelRequest(turns, [], []).messages).toEqual([
    { role: 'user', text: 'q' },
    {
      role: 'assistant',
      text: 'let me see',
      reasoning: 'hm',
      calls: [
        { id: 'm-1', name: 's__a', argumentsText: '{"n":1}' },
        { id: 'm-2', name: 's__a', argumentsText: '{"n":1}' },
      ],
    },
    { role: 'tool', callId: 'm-1', text: 'not allowed' },
    { role: 'tool', callId: 'm-2', text: 'This call has not been run.' },
  ]);
});

test('an edited call stands in the history as it was sent', () => {
  const turns = fold(
    { ...t, type: 'turn.started', text: 'q', model: 'm' },
    call('1'),
    { ...t, type: 'model.finished', stop: 'end' },
    { ...t, type: 'call.judged', callId: '1', verdict: { kind: 'allowed', by: 'person' }, argumentsText: '{"n":2}', edited: true },
  );
  expect(toModelRequest(turns, [], []).messages[1]).toMatchObject({ calls: [{ argumentsText: '{"n":2}' }] });
});

test('LIF-10 a server’s advice stands under the name the person gave it, capped, as data', () => {
  const { system } = toModelRequest([], [], [{ serverKey: 'shop', instructions: 'x'.repeat(9000) }]);
  expect(system).toContain('Notes by the server "shop"');
  expect(system.length).toBeLessThan(5000);
});

test('UF7 what a provider said to keep of a round goes back with that round', () => {
  const turns = fold(
    { ...t, type: 'turn.started', text: 'q', model: 'm' },
    call('1'),
    { ...t, type: 'model.finished', stop: 'end', memo: 'kept' },
    { ...t, type: 'call.finished', callId: '1', end: 'done', blocks: [], modelText: 'x', bytes: 0 },
    { ...t, type: 'model.text', text: 'done' },
    { ...t, type: 'model.finished', stop: 'end' },
  );
  const messages = toModelRequest(turns, [], []).messages.filter((message) => message.role === 'assistant');
  expect(messages.map(({ memo }) => memo)).toEqual(['kept', undefined]);
});
