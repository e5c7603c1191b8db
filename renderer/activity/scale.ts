import type { Span, TurnTrace } from '#shared/journal/turnTrace.ts';

export interface Scale {
  /** The whole, in milliseconds, at least 1. */
  readonly total: number;
  /** Where a moment lies: milliseconds from the start of the turn. */
  readonly at: (time: number) => number;
}
type Stretch = readonly [from: number, to: number];

/** Stretches in which only the person was waited for, joined where they touch. */
function waits(spans: readonly Span[], end: number): Stretch[] {
  const busy = (from: number, to: number): boolean =>
    spans.some((span) => span.kind !== 'decision' && span.startedAt < to && (span.endedAt ?? end) > from);
  const edges = [...new Set(spans.flatMap((span) => [span.startedAt, span.endedAt ?? end]))].sort((a, b) => a - b);
  return edges.flatMap((from, index): Stretch[] => {
    const to = edges[index + 1];
    if (to === undefined || busy(from, to)) return [];
    return spans.some((span) => span.kind === 'decision' && span.startedAt <= from && (span.endedAt ?? end) >= to) ? [[from, to]] : [];
  });
}

/** The turn's time as a line, with or without the stretches in which nothing ran but a person's thinking. */
export function toScale(trace: TurnTrace, now: number, withWaiting: boolean): Scale {
  const end = Math.max(trace.endedAt ?? now, ...trace.spans.map((span) => span.endedAt ?? now), trace.startedAt + 1);
  const left = withWaiting ? [] : waits(trace.spans, end);
  const at = (time: number): number => {
    const skipped = left.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(time, to) - from), 0);
    return Math.max(0, time - trace.startedAt - skipped);
  };
  return { total: Math.max(1, at(end)), at };
}

/** A handful of round marks for the line's edge: 0 and steps of 1, 2 or 5 times a power of ten. */
export function toTicks(total: number): number[] {
  const rough = total / 5;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? power * 10;
  return Array.from({ length: Math.floor(total / step) + 1 }, (_, n) => n * step);
}
