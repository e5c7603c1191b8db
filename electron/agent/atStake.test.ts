import { expect, test } from 'vitest';
import type { ConversationEvent } from '#shared/conversation/events.ts';
import { emptyConversation, reduceConversation } from '#shared/conversation/state.ts';
import { atStake, isAnythingAtStake, type AtStakeFacts } from './atStake.ts';

const turn = { turnId: 't', at: 1 };
const call = { ...turn, callId: 'c' };
const started: ConversationEvent = { ...turn, type: 'turn.started', text: 'q', model: 'm' };
const proposed: ConversationEvent = {
  ...call,
  type: 'call.proposed',
  modelCallId: 'm',
  modelName: 's__a',
  serverKey: 's',
  toolName: 'a',
  argumentsText: '{}',
};
const allowed: ConversationEvent = {
  ...call,
  type: 'call.judged',
  verdict: { kind: 'allowed', by: 'person' },
  argumentsText: '{}',
  edited: false,
};
const finished: ConversationEvent = { ...call, type: 'call.finished', end: 'done', blocks: [], modelText: '', bytes: 0 };
const ended: ConversationEvent = { ...turn, type: 'turn.ended', outcome: 'answered' };

function stakeOf(events: readonly ConversationEvent[], facts: Partial<AtStakeFacts> = {}) {
  const { turns } = events.reduce(reduceConversation, emptyConversation);
  return atStake({ turns, wasSent: () => true, isWaiting: () => false, unsaved: false, ...facts });
}

test.each([
  ['a model that writes', [started], {}, { calls: 0, answers: 1 }],
  ['a call that has left', [started, proposed, allowed], {}, { calls: 1, answers: 0 }],
  ['an answer after a call', [started, proposed, allowed, finished], {}, { calls: 0, answers: 1 }],
])('F41 %s is at stake', (_what, events, facts, stake) => {
  expect(stakeOf(events, facts)).toEqual({ ...stake, unsaved: false });
  expect(isAnythingAtStake(stakeOf(events, facts))).toBe(true);
});

test.each([
  ['a call that waits for the person', [started, proposed], { isWaiting: () => true }],
  ['a call that is allowed and has not left', [started, proposed, allowed], { wasSent: () => false }],
  ['a turn that waits whether it may go on', [started, proposed, allowed, finished], { isWaiting: () => true }],
  ['a turn that has ended', [started, ended], {}],
  ['nothing at all', [], {}],
])('F41 %s is not at stake', (_what, events, facts) => {
  expect(isAnythingAtStake(stakeOf(events, facts))).toBe(false);
});

test('F41 what the disk has not taken is at stake', () => {
  expect(isAnythingAtStake(stakeOf([], { unsaved: true }))).toBe(true);
});
