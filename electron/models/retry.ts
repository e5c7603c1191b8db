/** How often a request is made again when nothing of its answer had come. */
export const MOST_RETRIES = 2;
/** A provider that wants a longer pause is not waited for: the person is told instead. */
export const LONGEST_WAIT_MS = 60_000;

/** Milliseconds that an answer's headers ask to wait, from `retry-after-ms` or `retry-after` (seconds or a date); undefined without. */
export function askedWait(headers: Headers, now: number): number | undefined {
  const exact = headers.get('retry-after-ms');
  if (exact !== null && isAmount(exact)) return Number(exact);
  const after = headers.get('retry-after');
  if (after === null) return undefined;
  if (isAmount(after)) return Number(after) * 1000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Milliseconds to wait before retry `retry` (0 the first): what was asked for plus a little, or twice as long each time, with jitter. */
export function backoff(retry: number, asked: number | undefined, random: () => number): number {
  if (asked !== undefined) return Math.round(asked + random() * 250);
  return Math.round(1000 * 2 ** retry * (0.5 + random() / 2));
}

const isAmount = (text: string): boolean => /^\s*\d+(\.\d+)?\s*$/.test(text);
