import type { TrafficFrame, TrafficPage } from '#shared/trace/traffic.ts';

export interface FrameFilter {
  readonly text: string;
  readonly direction: 'both' | 'out' | 'in';
}

/** Known frames with a page added; what main no longer keeps goes here too, so that both show the same. */
export function withPage(known: readonly TrafficFrame[], page: TrafficPage): readonly TrafficFrame[] {
  const kept = known.filter((frame) => frame.seq >= page.oldest);
  const last = kept.at(-1)?.seq ?? 0;
  const fresh = page.frames.filter((frame) => frame.seq > last);
  return fresh.length === 0 && kept.length === known.length ? known : [...kept, ...fresh];
}

/** The frames that a filter lets through: each word must stand in the method, the id or the text. */
export function filtered(frames: readonly TrafficFrame[], filter: FrameFilter): readonly TrafficFrame[] {
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return frames.filter(
    (frame) =>
      (filter.direction === 'both' || frame.direction === filter.direction) &&
      words.every((word) => frame.method.toLowerCase().includes(word) || frame.id === word || frame.text.toLowerCase().includes(word)),
  );
}

/** The `seq` of the other half: the answer to a request, or the request of an answer. */
export function pairOf(frames: readonly TrafficFrame[], frame: TrafficFrame): number | undefined {
  return frame.answers ?? frames.find((other) => other.answers === frame.seq)?.seq;
}

/** Which rows of a list are in view, with a few more on either side. */
export function rowsInView(count: number, top: number, height: number, rowHeight: number): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.floor(top / rowHeight) - 8);
  return { from, to: Math.min(count, Math.ceil((top + height) / rowHeight) + 8) };
}
