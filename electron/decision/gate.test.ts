import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FailureError } from '#shared/ipc/failure.ts';
import { TopicHub } from '../ipc/topicHub.ts';
import { Gate, type GateParts, type Question, type Settled } from './gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const question: Question = {
  kind: 'tool-call',
  serverKey: 's',
  toolName: 'pay',
  toolDescription: '',
  place: { kind: 'bundled' },
  conversationId: 'c',
  chatTitle: '',
  turnId: 't',
  callId: 'k',
  reason: 'no-rule',
  argumentsText: '{"a":1}',
  adjusted: [],
};
function house(more: Partial<GateParts> = {}) {
  const hub = new TopicHub();
  const kept: Settled[] = [];
  let n = 0;
  const gate = new Gate({ hub, now: () => 0, newId: () => `d${++n}`, keep: (settled) => void kept.push(settled), ...more });
  const pending = () => hub.state('decisions', {});
  return { gate, pending, kept, never: new AbortController().signal };
}
const armed = (gate: Gate, id: string): void => {
  gate.painted([id]);
  vi.advanceTimersByTime(800);
};
const code = (work: () => void): string => {
  try {
    work();
    return 'done';
  } catch (error) {
    return error instanceof FailureError ? error.failure.code : 'other';
  }
};

test('S26 no answer counts before the card was painted and 800 ms have passed', async () => {
  const { gate, pending, never } = house();
  const settled = gate.ask(question, never);
  vi.advanceTimersByTime(5000);
  expect(code(() => gate.settle('d1', 'allow'))).toBe('too-early');
  gate.painted(['d1']);
  vi.advanceTimersByTime(799);
  expect(code(() => gate.settle('d1', 'allow'))).toBe('too-early');
  vi.advanceTimersByTime(1);
  expect(pending()[0]?.armed).toBe(true);
  gate.settle('d1', 'allow');
  expect((await settled).verdict).toEqual({ kind: 'allowed', by: 'person' });
});

test('F39 when the page that showed the cards is gone, none of them takes an answer until a new page has painted it for its whole time', async () => {
  const { gate, pending, never } = house();
  const settled = gate.ask(question, never);
  void gate.ask(question, never);
  armed(gate, 'd1');
  gate.painted(['d2']);
  vi.advanceTimersByTime(400);
  gate.disarm();
  expect(pending().map((d) => d.armed)).toEqual([false, false]);
  vi.advanceTimersByTime(5000);
  expect([code(() => gate.settle('d1', 'allow')), code(() => gate.settle('d2', 'allow'))]).toEqual(['too-early', 'too-early']);
  armed(gate, 'd1');
  gate.settle('d1', 'allow');
  expect((await settled).verdict.kind).toBe('allowed');
});

test('S28 the first answer wins, and a second one is refused', async () => {
  const { gate, pending, kept, never } = house();
  const settled = gate.ask(question, never);
  armed(gate, 'd1');
  gate.settle('d1', 'deny');
  expect(code(() => gate.settle('d1', 'allow'))).toBe('not-found');
  expect((await settled).verdict.kind).toBe('denied');
  expect([pending(), kept.length]).toEqual([[], 1]);
});

test('an aborted turn withdraws its question, and what is withdrawn is no yes', async () => {
  const { gate, pending } = house();
  const abort = new AbortController();
  const settled = gate.ask(question, abort.signal);
  abort.abort();
  expect((await settled).verdict).toEqual({ kind: 'withdrawn', because: 'stopped' });
  expect(pending()).toEqual([]);
  expect((await gate.ask(question, abort.signal)).verdict.kind).toBe('withdrawn');
});

test('an amended call is another decision: a new id, its own clock, the new bytes', async () => {
  const { gate, pending, never } = house();
  const settled = gate.ask(question, never, { amend: async (text) => ({ ...question, argumentsText: text, reason: 'edited' }) });
  armed(gate, 'd1');
  await gate.amend('d1', '{"a":2}');
  expect(pending()).toMatchObject([{ id: 'd2', armed: false, argumentsText: '{"a":2}', reason: 'edited' }]);
  expect(code(() => gate.settle('d1', 'allow'))).toBe('not-found');
  expect(code(() => gate.settle('d2', 'allow'))).toBe('too-early');
  armed(gate, 'd2');
  gate.settle('d2', 'allow');
  expect((await settled).decision).toMatchObject({ id: 'd2', argumentsText: '{"a":2}' });
});

test('a refused amendment leaves the question as it was', async () => {
  const { gate, pending, never } = house();
  void gate.ask(question, never, { amend: () => Promise.reject(new FailureError('invalid-arguments', 'no')) });
  await expect(gate.amend('d1', 'x')).rejects.toMatchObject({ failure: { code: 'invalid-arguments' } });
  expect(pending()).toMatchObject([{ id: 'd1', argumentsText: '{"a":1}' }]);
});

test('a rule answers before anybody is asked, and again when rules change', async () => {
  const { gate, pending, never } = house();
  const rule: { effect?: 'allow' } = {};
  const options = { rule: () => (rule.effect ? ({ kind: 'allowed', by: 'rule', ruleId: 'r' } as const) : undefined) };
  const waiting = gate.ask(question, never, options);
  expect(pending()).toHaveLength(1);
  rule.effect = 'allow';
  gate.reconsider();
  expect((await waiting).verdict).toMatchObject({ by: 'rule' });
  expect((await gate.ask(question, never, options)).verdict).toMatchObject({ by: 'rule' });
  expect(pending()).toEqual([]);
});

test('F33 a disk that refuses leaves the question waiting: nothing was decided', () => {
  const { gate, pending, never } = house({
    keep: () => {
      throw new Error('disk full');
    },
  });
  void gate.ask(question, never);
  armed(gate, 'd1');
  expect(code(() => gate.settle('d1', 'allow'))).toBe('other');
  expect(pending()).toHaveLength(1);
});

test('at the end of the app everything that waits is withdrawn', async () => {
  const { gate, pending, never } = house();
  const both = [gate.ask(question, never), gate.ask(question, never)];
  gate.withdraw('quit');
  expect((await Promise.all(both)).map((s) => s.verdict)).toEqual([
    { kind: 'withdrawn', because: 'quit' },
    { kind: 'withdrawn', because: 'quit' },
  ]);
  expect(pending()).toEqual([]);
});
