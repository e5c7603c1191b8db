import { startTransition, useEffect, useState } from 'react';

/** Blocks that are formatted at once when a finished answer comes into view, and with each idle moment after it. */
const atOnce = 16;
const step = 12;

/**
 * Up to which of its blocks a long answer still stands as plain text. It is formatted from its end, where it is opened, a few blocks
 * at a time when nothing else is to do. An answer that grew here never stands as plain text.
 */
export function useFormatted(count: number, isComplete: boolean): number {
  const [plainUntil, setPlainUntil] = useState(() => (isComplete ? Math.max(0, count - atOnce) : 0));
  useEffect(() => {
    if (plainUntil === 0) return undefined;
    const idle = requestIdleCallback(() => startTransition(() => setPlainUntil((n) => Math.max(0, n - step))), { timeout: 1_000 });
    return () => cancelIdleCallback(idle);
  }, [plainUntil]);
  return plainUntil;
}
