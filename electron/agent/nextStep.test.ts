import { expect, test } from 'vitest';
import type { ConversationEvent } from '#shared/conversation/events.ts';
import { emptyConversation, reduceConversation, type Turn } from '#shared/conversation/state.ts';
import { nextStep, recoveryEvents } from './nextStep.ts';

const turnId = 't';
const at = 1;
const started: ConversationEvent = { type: 'turn.started', turnId, at, text: 'x', model: 'demo/demo' };
const proposed = (callId: string, argumentsText = '{}', toolName = 'pay'): ConversationEvent => ({
  type: 'call.proposed',
  turnId,
  at,
  callId,
  modelCallId: callId,
  modelName: `s__${toolName}`,
  serverKey: 's',
  toolName,
  argumentsText,
});
const round = (stop: 'end' | 'length' | 'refusal' | 'cut' = 'end'): ConversationEvent => ({ type: 'model.finished', turnId, at, stop });
const text: ConversationEvent = { type: 'model.text', turnId, at, text: 'hello' };
const judged = (callId: string): ConversationEvent => ({
  type: 'call.judged',
  turnId,
  at,
  callId,
  verdict: { kind: 'allowed', by: 'person' },
  argumentsText: '{}',
  edited: false,
});
const finished = (callId: string): ConversationEvent => ({
  type: 'call.finished',
  turnId,
  at,
  callId,
  end: 'done',
  blocks: [],
  modelText: 'ok',
  bytes: 2,
});

function turnOf(...events: ConversationEvent[]): Turn {
  const turn = [started, ...events].reduce(reduceConversation, emptyConversation).turns[0];
  if (!turn) throw new Error('no turn');
  return turn;
}
const repeat = (times: number): ConversationEvent[] =>
  Array.from({ length: times }, (_, i) => [proposed(`c${i}`), round(), judged(`c${i}`), finished(`c${i}`)]).flat();

test.each<[string, Turn, unknown]>([
  ['a new turn asks the model', turnOf(), { kind: 'ask-model' }],
  ['text alone ends the turn', turnOf(text, round()), { kind: 'end', outcome: 'answered' }],
  ['an empty answer ends the turn', turnOf(round()), { kind: 'end', outcome: 'answered' }],
  ['UF8 calls with the reason "end" go on', turnOf(proposed('a'), round(), judged('a'), finished('a')), { kind: 'ask-model' }],
  [
    'text after a call in one round does not end the turn',
    turnOf(proposed('a'), text, round(), judged('a'), finished('a')),
    { kind: 'ask-model' },
  ],
  [
    'text in the round after the calls ends it',
    turnOf(proposed('a'), round(), judged('a'), finished('a'), text, round()),
    { kind: 'end', outcome: 'answered' },
  ],
  ['a cut answer is interrupted', turnOf(text, round('cut')), { kind: 'end', outcome: 'interrupted' }],
  ['a refusal fails', turnOf(round('refusal')), { kind: 'end', outcome: 'failed' }],
  ['the length limit fails', turnOf(text, round('length')), { kind: 'end', outcome: 'failed' }],
  [
    'the round limit asks the person',
    turnOf(...[1, 2].flatMap((i) => [proposed(`c${i}`, `{"n":${i}}`), round(), judged(`c${i}`), finished(`c${i}`)])),
    { kind: 'ask-go-on', reason: 'rounds', rounds: 2 },
  ],
])('%s', (_title, turn, step) => {
  expect(nextStep(turn, 2)).toEqual(step);
});

test('calls of one round run together, at most eight at a time (F31)', () => {
  const step = nextStep(turnOf(...Array.from({ length: 20 }, (_, i) => proposed(`c${i}`, `{"n":${i}}`)), round()), 25);
  expect(step.kind === 'run-calls' && step.calls.map((c) => c.id)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7']);
});

test('UF6 the third identical call asks the person, and once let through the fourth asks again', () => {
  const third = [...repeat(2), proposed('c9'), round()];
  expect(nextStep(turnOf(...third), 25)).toMatchObject({ kind: 'ask-go-on', reason: 'repeat', call: { id: 'c9' } });
  const through: ConversationEvent = { type: 'turn.extended', turnId, at, reason: 'repeat', rounds: 1 };
  expect(nextStep(turnOf(...third, through), 25)).toMatchObject({ kind: 'run-calls' });
  expect(nextStep(turnOf(...third, through, judged('c9'), finished('c9'), proposed('c10'), round()), 25)).toMatchObject({
    kind: 'ask-go-on',
    reason: 'repeat',
  });
});

test('the same tool with other arguments is no repeat', () => {
  expect(nextStep(turnOf(...repeat(2), proposed('c9', '{"n":1}'), round()), 25)).toMatchObject({ kind: 'run-calls' });
});

test('F38 a restart tells a call that had left from one that had not, and runs neither', () => {
  const turn = turnOf(proposed('left'), proposed('kept'), proposed('waits'), round(), judged('left'), judged('kept'));
  const events = recoveryEvents(turn, (id) => id === 'left', 9);
  expect(events.map((e) => (e.type === 'call.finished' ? [e.callId, e.end] : [e.type]))).toEqual([
    ['left', 'unknown'],
    ['kept', 'not-sent'],
    ['waits', 'not-sent'],
    ['turn.ended'],
  ]);
  const healed = events.reduce(reduceConversation, { turns: [turn], earlier: false });
  expect(healed.turns[0]).toMatchObject({ outcome: 'interrupted' });
  expect(recoveryEvents(healed.turns[0] as Turn, () => true, 10)).toEqual([]);
});
