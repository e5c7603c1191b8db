import { expect, test } from 'vitest';
import type { DecisionOf, PendingDecisions } from '#shared/decision/decision.ts';
import { togetherBy } from './together.ts';

const call = (id: string, more: Partial<DecisionOf<'tool-call'>> = {}): DecisionOf<'tool-call'> => ({
  id,
  askedAt: 0,
  armed: true,
  kind: 'tool-call',
  serverKey: 's',
  toolName: 'pay',
  toolDescription: '',
  place: { kind: 'bundled' },
  conversationId: 'c',
  chatTitle: '',
  turnId: 't',
  callId: id,
  round: 0,
  reason: 'no-rule',
  argumentsText: '{}',
  adjusted: [],
  ...more,
});
const groups = (decisions: PendingDecisions, ...editing: string[]): unknown => [...togetherBy(decisions, new Set(editing))];

test('calls of one round to one tool form a group on its first card; others stand alone', () => {
  const others = [call('x', { toolName: 'refund' }), call('y', { round: 1 }), call('z', { turnId: 'u' }), call('v', { serverKey: 'q' })];
  expect(groups([call('a'), ...others, call('b')])).toEqual([['a', { ids: ['a', 'b'], isReady: true }]]);
  expect(groups([call('a'), ...others])).toEqual([]);
});

test('S26 a group takes no answer while one of its cards takes none, or is being changed', () => {
  expect(groups([call('a'), call('b', { armed: false })])).toEqual([['a', { ids: ['a', 'b'], isReady: false }]]);
  expect(groups([call('a'), call('b')], 'b')).toEqual([['a', { ids: ['a', 'b'], isReady: false }]]);
});
