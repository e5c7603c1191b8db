import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { playgroundChat } from '#shared/servers/playground.ts';
import { TopicHub } from '../ipc/topicHub.ts';
import { Gate, type Question, type Settled } from './gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const call = (more: Partial<Extract<Question, { kind: 'tool-call' }>> = {}): Question => ({
  kind: 'tool-call',
  serverKey: 's',
  toolName: 'pay',
  toolDescription: '',
  place: { kind: 'bundled' },
  conversationId: 'c',
  chatTitle: '',
  turnId: 't',
  callId: 'k',
  round: 0,
  reason: 'no-rule',
  argumentsText: '{}',
  adjusted: [],
  ...more,
});
function house() {
  const hub = new TopicHub();
  const kept: Settled[] = [];
  let n = 0;
  const clock = { now: 0 };
  const gate = new Gate({ hub, now: () => clock.now, newId: () => `d${++n}`, keep: (settled) => void kept.push(settled) });
  const pending = () => hub.state('decisions', {});
  const arm = (...ids: string[]): void => {
    gate.painted(ids);
    vi.advanceTimersByTime(800);
  };
  const kinds = (): string =>
    pending()
      .map((d) => (d.kind === 'tool-call' ? 'c' : 'F'))
      .join('');
  return { gate, pending, kept, clock, arm, kinds };
}
const ask = (h: ReturnType<typeof house>, count: number, more = {}): Promise<Settled>[] =>
  Array.from({ length: count }, () => h.gate.ask(call(more), new AbortController().signal));

test('S27 the eleventh question of one server within a minute is held back behind a question whether to go on', () => {
  const h = house();
  void ask(h, 13);
  expect(h.kinds()).toBe('ccccccccccF');
  expect(h.pending().at(-1)).toMatchObject({ kind: 'too-many', serverKey: 's', asksPerMinute: 10 });
  void ask(h, 1, { serverKey: 'other' });
  expect(h.kinds()).toBe('ccccccccccFc');
});

test('S27 what a person runs by hand is never held back, and counts for nothing', () => {
  const h = house();
  void ask(h, 12, { conversationId: playgroundChat });
  void ask(h, 10);
  expect(h.kinds()).toBe('c'.repeat(22));
});

test('S27 Continue shows the next ten and holds the rest back again', async () => {
  const h = house();
  void ask(h, 25);
  h.arm('d12');
  h.gate.settle('d12', 'allow');
  await vi.runAllTimersAsync();
  expect(h.kinds()).toBe('c'.repeat(20) + 'F');
});

test('S27 Stop answers no to all that was held back, and to what comes within the next minute', async () => {
  const h = house();
  const all = ask(h, 13);
  h.arm('d12');
  h.gate.settle('d12', 'deny');
  await vi.runAllTimersAsync();
  expect((await Promise.all(all.slice(10))).map((s) => s.verdict)).toEqual(Array(3).fill({ kind: 'denied', by: 'person' }));
  expect(h.kinds()).toBe('cccccccccc');
  expect((await ask(h, 1)[0])?.verdict.kind).toBe('denied');
  h.clock.now = 60_001;
  void ask(h, 1);
  expect(h.kinds()).toBe('ccccccccccc');
});

test('a minute later a server may ask again, and what is held back takes no answer', () => {
  const h = house();
  void ask(h, 11);
  h.gate.painted(['d11']);
  vi.advanceTimersByTime(5000);
  expect(() => h.gate.settle('d11', 'allow')).toThrow('no longer waiting');
  const quiet = house();
  void ask(quiet, 10);
  quiet.clock.now = 60_000;
  void ask(quiet, 3);
  expect(quiet.kinds()).toBe('c'.repeat(13));
});

test('when all that was held back is withdrawn, the question whether to go on goes too', async () => {
  const h = house();
  void ask(h, 10);
  const abort = new AbortController();
  const held = h.gate.ask(call(), abort.signal);
  expect(h.kinds()).toBe('ccccccccccF');
  abort.abort();
  expect((await held).verdict.kind).toBe('withdrawn');
  expect(h.kinds()).toBe('cccccccccc');
});

test('calls of one round to one tool are allowed together, once each', async () => {
  const h = house();
  const all = ask(h, 3);
  h.arm('d1', 'd2', 'd3');
  h.gate.allowTogether(['d1', 'd2', 'd3']);
  expect((await Promise.all(all)).map((s) => [s.verdict, s.answer])).toEqual(Array(3).fill([{ kind: 'allowed', by: 'person' }, 'allow']));
  expect(h.pending()).toEqual([]);
});

test('S26 none is allowed together while one of them takes no answer yet', () => {
  const h = house();
  void ask(h, 3);
  h.arm('d1', 'd2');
  expect(() => h.gate.allowTogether(['d1', 'd2', 'd3'])).toThrow('takes no answer yet');
  expect(h.pending()).toHaveLength(3);
});

test.each<[string, object]>([
  ['another tool', { toolName: 'refund' }],
  ['another server', { serverKey: 'x' }],
  ['another round', { round: 1 }],
  ['another turn', { turnId: 'u' }],
])('S27 a call of %s is not allowed together with the others', (_title, more) => {
  const h = house();
  void ask(h, 1);
  void ask(h, 1, more);
  h.arm('d1', 'd2');
  expect(() => h.gate.allowTogether(['d1', 'd2'])).toThrow('not calls of one round');
  expect(() => h.gate.allowTogether(['d1', 'd1'])).toThrow('not calls of one round');
  expect(h.pending()).toHaveLength(2);
});
