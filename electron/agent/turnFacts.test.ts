import { expect, test } from 'vitest';
import type { ConversationFrame } from '#shared/conversation/events.ts';
import { callsOf, emptyConversation, reduceConversation, type Turn } from '#shared/conversation/state.ts';
import { readBefore, roundOf, wasDenied } from './turnFacts.ts';

const turn = (...frames: ConversationFrame[]): Turn => {
  const began: ConversationFrame = { type: 'turn.started', turnId: 't', at: 0, text: 'q', model: 'm' };
  return [began, ...frames].reduce(reduceConversation, emptyConversation).turns[0] as Turn;
};
const proposed = (callId: string, serverKey: string, argumentsText = '{}'): ConversationFrame => ({
  type: 'call.proposed',
  turnId: 't',
  at: 0,
  callId,
  modelCallId: callId,
  modelName: 'x',
  serverKey,
  toolName: 'tool',
  argumentsText,
});
const finished = (callId: string, end: 'done' | 'tool-error' | 'denied' | 'not-sent' | 'unknown'): ConversationFrame => ({
  type: 'call.finished',
  turnId: 't',
  at: 0,
  callId,
  end,
  blocks: [],
  modelText: '',
  bytes: 0,
});
const round: ConversationFrame = { type: 'model.finished', turnId: 't', at: 0, stop: 'end' };

test('S30 what was read before a call is what answered in earlier rounds, and nothing of its own round', () => {
  const asked = [proposed('a', 'mail'), proposed('b', 'web'), proposed('c', 'shy'), round];
  const answered = [finished('a', 'done'), finished('b', 'tool-error'), finished('c', 'denied')];
  const now = turn(...asked, ...answered, proposed('d', 'files'), proposed('e', 'other'), round, finished('e', 'done'));
  expect(readBefore(now, 'd')).toEqual(['mail', 'web']);
  expect(readBefore(now, 'a')).toEqual([]);
  expect([roundOf(now, 'a'), roundOf(now, 'd')]).toEqual([0, 1]);
});

test('S30 a resource that went with the message was read before everything', () => {
  const view = { id: '1', title: '', mimeType: 'text/plain', characters: 1, bytes: 0, cut: false, readAt: 0, digest: '' };
  const attachments = [
    { ...view, source: { kind: 'resource' as const, serverKey: 'docs', uri: 'x:y' } },
    { ...view, id: '2', source: { kind: 'file' as const, path: '/a' } },
  ];
  expect(readBefore({ ...turn(proposed('a', 'files'), round), attachments }, 'a')).toEqual(['docs']);
});

test('S27 only the very same call counts as denied before, and one that was given up after it had been sent does not', () => {
  const denied = [proposed('a', 's', '{"n":1}'), finished('a', 'denied'), round];
  const next = (argumentsText: string, serverKey = 's') => {
    const now = turn(...denied, proposed('b', serverKey, argumentsText), round);
    const call = callsOf(now)[1];
    return call && wasDenied(now, call);
  };
  expect([next('{"n":1}'), next('{"n":2}'), next('{"n":1}', 'x')]).toEqual([true, false, false]);
  const judged: ConversationFrame = {
    type: 'call.judged',
    turnId: 't',
    at: 0,
    callId: 'a',
    verdict: { kind: 'allowed', by: 'person' },
    argumentsText: '{"n":1}',
    edited: false,
  };
  const sent = turn(proposed('a', 's', '{"n":1}'), judged, finished('a', 'denied'), round, proposed('b', 's', '{"n":1}'), round);
  const [, again] = callsOf(sent);
  expect(again && wasDenied(sent, again)).toBe(false);
});
