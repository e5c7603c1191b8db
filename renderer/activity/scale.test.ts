import { expect, test } from 'vitest';
import type { Span, TurnTrace } from '#shared/journal/turnTrace.ts';
import { toScale, toTicks } from './scale.ts';
import { mergeNewest } from './useJournal.ts';
import type { ChainedEntry } from '#shared/journal/journal.ts';

const model = (startedAt: number, endedAt: number): Span => ({ kind: 'model', round: 0, startedAt, endedAt });
const decision = (startedAt: number, endedAt: number): Span => ({ kind: 'decision', what: 'tool-call', startedAt, endedAt });
const trace = (spans: readonly Span[], endedAt: number): TurnTrace => ({
  conversationId: 'c',
  turnId: 't',
  question: '',
  model: 'm',
  startedAt: 1000,
  endedAt,
  outcome: 'answered',
  spans: [...spans],
});

test('real time runs from the question to the end', () => {
  const scale = toScale(trace([model(1000, 1200), decision(1200, 9200), model(9200, 9300)], 9300), 0, true);
  expect([scale.total, scale.at(1000), scale.at(9200)]).toEqual([8300, 0, 8200]);
});

test('without waiting, only the time in which nothing ran but the person’s thinking is left out', () => {
  const spans = [model(1000, 1200), decision(1200, 9200), decision(1200, 5000), model(4000, 4100), model(9200, 9300)];
  const scale = toScale(trace(spans, 9300), 0, false);
  expect(scale.total).toBe(400);
  expect([scale.at(1200), scale.at(4000), scale.at(4100), scale.at(9200), scale.at(9300)]).toEqual([200, 200, 300, 300, 400]);
});

test('a turn that still runs ends now, and one without anything has a length all the same', () => {
  const { endedAt: _ended, ...open } = trace([{ kind: 'model', round: 0, startedAt: 1100 }], 0);
  expect(toScale(open, 5000, true).total).toBe(4000);
  expect(toScale({ ...open, spans: [] }, 1000, false).total).toBe(1);
});

test('marks are few and round', () => {
  expect(toTicks(8300)).toEqual([0, 2000, 4000, 6000, 8000]);
  expect(toTicks(1)).toEqual([0, 1]);
  for (const total of [3, 47, 999, 12_345, 86_400_000]) expect(toTicks(total).length).toBeLessThanOrEqual(6);
});

const entries = (...seqs: number[]) => seqs.map((seq) => ({ entry: { seq } }) as ChainedEntry);
const seqsOf = (page: { readonly entries: readonly ChainedEntry[] }) => page.entries.map(({ entry }) => entry.seq);
test('new entries are put before those that are shown, and a hole lets the older ones go', () => {
  const known = { entries: entries(5, 4, 3), more: false };
  expect(seqsOf(mergeNewest(known, { entries: entries(7, 6, 5, 4), more: true }))).toEqual([7, 6, 5, 4, 3]);
  expect(seqsOf(mergeNewest(known, { entries: entries(9, 8), more: true }))).toEqual([9, 8]);
  expect(mergeNewest(known, { entries: entries(7, 6, 5, 4, 3), more: false })).toMatchObject({ more: false });
  expect(seqsOf(mergeNewest(known, { entries: [], more: false }))).toEqual([]);
});
